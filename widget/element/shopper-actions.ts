/** What a shopper can do where a payment stands. Pure: nobody is left without something that leads on. */
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

/** What it depends on, beside where the payment stands. */
export interface ActionContext {
  /** Whether this tag may start attempts of the order. */
  readonly mayPay: boolean
  /** Whether this tag may make a new order. */
  readonly mayBuyAgain: boolean
  /** Whether it can be paid in a way that the last attempt was not. */
  readonly hasAnotherMethod: boolean
  /** The tag has neither an offer nor a session: it shows what became of an order of another page. */
  readonly isResult: boolean
  /** The shop's page that the shopper can go back to; empty where none is known. */
  readonly wayBack: string
  /** The order waits for the shopper on a page that is not shown here. */
  readonly isAwaited: boolean
  /** The order takes another attempt. */
  readonly takesAttempts: boolean
  /** A page of the bank's or the gateway's is shown beside, with controls of its own. */
  readonly isBeside: boolean
  /** The shopper has waited for long. */
  readonly isLong: boolean
}

const isAtStep = ({ mayPay, isAwaited }: ActionContext) => mayPay && isAwaited

/** Action → whether it comes to anything. A token that may only look leads to no page, and to no other attempt. */
const POSSIBLE: Readonly<Record<ShopperAction, (situation: ActionContext) => boolean>> = {
  continue: isAtStep,
  cancel: isAtStep,
  another: (situation) => isAtStep(situation) && situation.hasAnotherMethod,
  // With a token that may only look, trying again is a new order.
  retry: ({ takesAttempts, mayPay, mayBuyAgain }) => takesAttempts && (mayPay || mayBuyAgain),
  again: ({ mayBuyAgain }) => mayBuyAgain,
  restart: ({ mayBuyAgain }) => mayBuyAgain,
  check: () => true,
  print: () => true,
  back: ({ wayBack }) => !!wayBack,
}

/** Acts after which the shopper is where they were. */
const STAYING: readonly ShopperAction[] = ['check', 'print']

/** Stages in which the order goes on by itself, or waits for somebody. */
const MOVING: readonly PanelName[] = ['redirect', 'method', 'challenge', 'processing', 'unknown']

/** Stages that are over soon. Once one lasts long, it says so, and can be asked about. */
export const PASSING: readonly PanelName[] = ['starting', 'sending', 'leaving', 'method']

/**
 * What can be done, the most likely first.
 *
 * @param usual What a stage offers wherever it is possible.
 */
export function actionsFor(
  stage: PanelName,
  usual: readonly ShopperAction[],
  situation: ActionContext,
): readonly ShopperAction[] {
  const acts = usual.filter((act) => POSSIBLE[act](situation))
  const { isLong, isResult, isBeside, mayPay } = situation
  const back: readonly ShopperAction[] = POSSIBLE.back(situation) ? ['back'] : []
  if (isLong) return [...acts, 'check', ...(isResult ? back : [])]
  // Who only looks at a step is not the one whom it passes for.
  const isPassing = PASSING.includes(stage) && (mayPay || !MOVING.includes(stage))
  if (isPassing || isBeside || acts.some((act) => !STAYING.includes(act))) return acts
  // The page that pays stays with the order while it moves; from any other the shopper may go.
  if (MOVING.includes(stage)) return [...(isResult || !mayPay ? back : []), 'check']
  return isResult ? [...back, ...acts] : [...acts, ...back]
}
