/** What a shopper can do in each panel: there is always something that leads on, unless the order is over. Pure. */
import { isAtBank, isFinal } from '../../shared/order-status.ts'
import type { OrderView } from '../../shared/order-view.ts'
import { chargesByMistake, isOwed } from './charges-by-mistake.ts'
import type { PanelName } from './panel.ts'
import type { Situation } from './situation.ts'

/** What the shopper can do. */
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
  | 'receipt'

/** The order waits for the shopper on a page that the tag does not show. */
const isAtStep = ({ mayPay, view, isBeside }: Situation) => mayPay && !!view?.action && !isBeside

/** A payout that a bank looks at cannot be called back. */
const isCancellable = ({ intent, status }: OrderView) => intent !== 'payout' || !isAtBank(status)

/** An order that takes no more attempts names no method. Beside a charge by mistake, no shopper would like to try again. */
const takesAttempts = (view: OrderView | undefined) =>
  !!view?.methods.length && !chargesByMistake(view).some(isOwed)

type Possible = (situation: Situation) => boolean

/** Action → whether it is possible; any other always is. A token that may only look leads to no page and starts no attempt. */
const POSSIBLE: Readonly<Partial<Record<ShopperAction, Possible>>> = {
  continue: isAtStep,
  // Beside another window two buttons are enough; paying another way gives up its page too.
  cancel: (state) =>
    isAtStep(state) &&
    !(state.isInPopUp && state.hasAnotherMethod) &&
    !!state.view &&
    isCancellable(state.view),
  another: (state) => isAtStep(state) && state.hasAnotherMethod,
  // With a token that may only look, trying again makes a new order.
  retry: ({ view, mayPay, isSelling }) => takesAttempts(view) && (mayPay || isSelling),
  again: ({ isSelling, isUsedUp }) => isSelling && !isUsedUp,
  restart: ({ isSelling }) => isSelling,
  back: ({ wayBack }) => !!wayBack,
  // The receipt is that of the person who paid.
  print: ({ view }) => !view?.byLink,
}

/** Actions that leave the shopper in the same place. */
const STAYING: readonly ShopperAction[] = ['check', 'print']

/** Panels in which the order goes on by itself, or waits for the shopper. */
const MOVING: readonly PanelName[] = ['redirect', 'method', 'challenge', 'processing', 'unknown']

/** Panels with a button that pays. */
export const TAKING: readonly PanelName[] = ['open', 'declined', 'filtered', 'error']

/** Who has only a link can do nothing more with an order that is over: to offer a check would make them doubt a payment that is made. */
const isOverByLink = ({ view }: Situation) => !!view?.byLink && isFinal(view.status)

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
  situation: Situation,
): readonly ShopperAction[] {
  const isPossible = (action: ShopperAction) => POSSIBLE[action]?.(situation) ?? true
  const actions = usual.filter(isPossible)
  const back = (['back'] as const).filter(isPossible)
  const { isLong, isResult, isBeside, mayPay } = situation
  if (isLong && PASSING.includes(panel)) return [...actions, 'check', ...(isResult ? back : [])]
  // A step passes only for the shopper who may take it.
  const isPassing = PASSING.includes(panel) && (mayPay || !MOVING.includes(panel))
  if (isPassing || isBeside || actions.some((action) => !STAYING.includes(action))) return actions
  // The page that pays stays with the order while it moves; from any other page the shopper may leave.
  if (MOVING.includes(panel)) return [...(isResult || !mayPay ? back : []), 'check']
  const all = isResult ? [...back, ...actions] : [...actions, ...back]
  return all.length || isOverByLink(situation) ? all : ['check']
}
