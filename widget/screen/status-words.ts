/** The words of a status, from the table and what is known of the money. Pure. */
import { moneyOf } from '../../shared/order-outcome.ts'
import { isSettled } from '../../shared/order-status.ts'
import type { OrderView, TransactionView } from '../../shared/order-view.ts'
import { DENIALS, ELSEWHERE, keyOfCode, OWED, REVERSED } from './labels.ts'
import { chargesByMistake, isOwed, movedSum } from './money.ts'
import type { Look } from './panels.ts'
import { brokenText } from './problem.ts'
import { readableReference } from './reference.ts'
import type { LabelKey } from './shopper-texts.ts'
import type { Situation } from './situation.ts'
import type { Text } from './text.ts'
import { type OwnRow, type Row, WORDS, type Words } from './words.ts'

/** What decides which texts of a cell are said, beside the situation. */
export interface Shown {
  readonly row: Row | OwnRow
  readonly look: Look
  /** The order ended without success, and the shopper cannot begin again here. */
  readonly isForShop: boolean
}

/** The sentences below the heading. */
export function textsOf(situation: Situation, shown: Shown): readonly Text[] {
  if (shown.row === 'broken') return [brokenText(situation)]
  const { view } = situation
  const amount = (view && movedSum(view)) ?? situation.sum
  const mayDeny = !chargesByMistake(view).length
  const keys = keysOf(situation, shown).filter((key) => mayDeny || !DENIALS.includes(key))
  return keys.map((key) => ({ key, amount }))
}

function keysOf(situation: Situation, { row, look, isForShop }: Shown): readonly LabelKey[] {
  const { view, intent, isLong, mayPay } = situation
  const words: Words = WORDS[row][intent]
  // With a token that may only look, the shopper has no part in what the order waits for.
  if (!mayPay && look.actions.includes('continue')) return [ELSEWHERE[intent]]
  if (isLong && words.long) return [words.long]
  const keys = endedKeys(words, view, isForShop).map((key) => truly(key, view))
  // What is said of a charge by mistake leads to the shop too.
  const isSent = keys.some((key) => OF_SHOP.includes(key)) || chargesByMistake(view).some(isOwed)
  return isForShop && !isSent ? [...keys, 'over'] : keys
}

/** Words that lead to the shop already. */
const OF_SHOP: readonly LabelKey[] = ['failed.payout', 'broken.text', 'cancelled.shop']

function endedKeys(words: Words, view: OrderView | undefined, isForShop: boolean): readonly LabelKey[] {
  const instead = (words.isOfCard && keyOfCode('failed', view?.error?.code)) || (isForShop && words.atShop)
  if (instead) return [instead]
  // What is said of charges by mistake says where the money goes.
  const money = view && !chargesByMistake(view).length && words.money?.[moneyOf(view)]
  return money ? [...words.texts, money] : words.texts
}

/** Who cancelled it, and where the money goes, the order itself knows better than its status. */
function truly(key: LabelKey, view: OrderView | undefined): LabelKey {
  if (key === 'cancelled.text' && view?.cancelledBy) return 'cancelled.shop'
  return /returned.text$/.test(key) && view && isWithoutCard(view) ? 'returned.you' : key
}

/** Whether the payment was made on a page with other ways than cards, and the gateway has named no card. */
const isWithoutCard = ({ card, attempts }: OrderView) =>
  !card && attempts.some(({ method, status }) => method === 'payment-page' && isSettled(status))

/** What became of charges by mistake. */
export const chargeText = (
  view: OrderView,
  charge: TransactionView,
): Text & { readonly isOwed: boolean } => ({
  key: (isOwed(charge) ? OWED : REVERSED)[view.intent],
  amount: charge.amount,
  id: readableReference(view),
  isOwed: isOwed(charge),
})
