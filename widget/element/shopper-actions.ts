/** What a shopper can do in each panel. Pure: there is always something that leads on. */
import type { PanelName } from './current-panel.ts'

/** What the shopper can do. The names are also those of the buttons' texts. */
export type ShopperAction =
  | 'another'
  | 'continue'
  | 'cancel'
  | 'again'
  | 'restart'
  | 'retry'
  | 'check'
  | 'print'
  | 'back'

/** What the actions depend on, beside the panel. */
export interface ActionContext {
  /** Whether this tag may start attempts of the order. */
  readonly mayPay: boolean
  /** Whether this tag may make a new order. */
  readonly mayBuyAgain: boolean
  /** Whether the order has a payment method that the last attempt did not use. */
  readonly hasAnotherMethod: boolean
  /** The tag has neither an offer nor a session: it shows an order that another page opened. */
  readonly isResult: boolean
  /** The shop's page to which the shopper can go back; empty where the tag knows none. */
  readonly wayBack: string
  /** The order waits for the shopper on a page that the tag does not show. */
  readonly isAwaited: boolean
  /** The order takes another attempt. */
  readonly takesAttempts: boolean
  /** The shopper pays in another window. */
  readonly isInPopUp: boolean
  /** A dialog shows the bank's page or the payment page, with controls of its own. */
  readonly isBeside: boolean
  /** The shopper has waited for long. */
  readonly isLong: boolean
}

const isAtStep = ({ mayPay, isAwaited }: ActionContext) => mayPay && isAwaited

/** Action → whether it is possible; any other always is. A token that may only look leads to no page and starts no attempt. */
const POSSIBLE: Readonly<Partial<Record<ShopperAction, (context: ActionContext) => boolean>>> = {
  continue: isAtStep,
  // Beside another window two buttons are enough; paying another way gives up its page too.
  cancel: (context) => isAtStep(context) && !(context.isInPopUp && context.hasAnotherMethod),
  another: (context) => isAtStep(context) && context.hasAnotherMethod,
  // With a token that may only look, trying again makes a new order.
  retry: ({ takesAttempts, mayPay, mayBuyAgain }) => takesAttempts && (mayPay || mayBuyAgain),
  again: ({ mayBuyAgain }) => mayBuyAgain,
  restart: ({ mayBuyAgain }) => mayBuyAgain,
  back: ({ wayBack }) => !!wayBack,
}

/** Actions that leave the shopper in the same place. */
const STAYING: readonly ShopperAction[] = ['check', 'print']

/** Panels in which the order goes on by itself, or waits for the shopper. */
const MOVING: readonly PanelName[] = ['redirect', 'method', 'challenge', 'processing', 'unknown']

/** Panels that are soon over. Once one lasts long, it says so and offers to check. */
export const PASSING: readonly PanelName[] = ['starting', 'sending', 'leaving', 'method']

/**
 * The possible actions, the most likely first.
 *
 * @param usual What the panel offers wherever it is possible.
 */
export function actionsFor(
  panel: PanelName,
  usual: readonly ShopperAction[],
  context: ActionContext,
): readonly ShopperAction[] {
  const isPossible = (action: ShopperAction) => POSSIBLE[action]?.(context) ?? true
  const actions = usual.filter(isPossible)
  const back = (['back'] as const).filter(isPossible)
  const { isLong, isResult, isBeside, mayPay } = context
  if (isLong) return [...actions, 'check', ...(isResult ? back : [])]
  // A step passes only for the shopper who may take it.
  const isPassing = PASSING.includes(panel) && (mayPay || !MOVING.includes(panel))
  if (isPassing || isBeside || actions.some((action) => !STAYING.includes(action))) return actions
  // The page that pays stays with the order while it moves; from any other page the shopper may leave.
  if (MOVING.includes(panel)) return [...(isResult || !mayPay ? back : []), 'check']
  const all = isResult ? [...back, ...actions] : [...actions, ...back]
  return all.length ? all : ['check']
}
