/** The words of a status: the one table of what the screen says of money to each person, and which of a cell's texts are said. Pure. */
import { type Money, moneyOf } from '../../shared/order-outcome.ts'
import { isSettled } from '../../shared/order-status.ts'
import type { Intent, OrderView, TransactionView } from '../../shared/order-view.ts'
import { readableReference } from '../../shared/readable-reference.ts'
import { chargesByMistake, isCharge, isOwed, movedSum } from './charges-by-mistake.ts'
import type { LabelKey } from './english-texts.ts'
import { DENIALS, ELSEWHERE, keyOfCode, OWED, REVERSED } from './labels.ts'
import type { Look } from './looks.ts'
import type { OwnRow, Row } from './panel.ts'
import { brokenText } from './problem.ts'
import type { Situation } from './situation.ts'
import type { Text } from './text.ts'

/** What is known of the money → what is said of it. The compiler demands each. */
type ByMoney = Readonly<Record<Money, LabelKey | ''>>

/** What one cell of the table says. */
interface Words {
  readonly heading: LabelKey
  /** In place of the heading, for somebody who has the link alone: it says what happened, where nothing below does. */
  readonly byLink?: LabelKey
  /** Below the heading, one after the other. */
  readonly texts: readonly LabelKey[]
  /** After them, what is known of the money: if it has not moved, may still move, has moved. Empty: nothing is said. */
  readonly money?: ByMoney
  /** In place of the texts, where the shopper cannot try again here. */
  readonly atShop?: LabelKey
  /** In place of the texts, once the shopper has waited for long. */
  readonly long?: LabelKey
  /** The bank's reason, where the edge tells it, takes the place of the texts: they are about a card. */
  readonly isOfCard?: true
}

/** A heading whose sentence has the same name: the compiler knows which there are. */
type Plain = { [Key in LabelKey]: `${Key}.text` extends LabelKey ? Key : never }[LabelKey]
const plain = (heading: Plain): Words => ({ heading, texts: [`${heading}.text` satisfies LabelKey] })
/** Thanks for money that somebody has just paid or let reserve. */
const thanks = (heading: Plain): Words => ({ ...plain(heading), heading: 'thanks', byLink: heading })

const words = (heading: LabelKey, ...texts: readonly LabelKey[]): Words => ({ heading, texts })
const slow = (heading: LabelKey, long: LabelKey, ...texts: readonly LabelKey[]): Words => ({
  ...{ heading, texts, long },
})
const failed = (heading: LabelKey, text: LabelKey): Words => ({
  ...{ heading, texts: [text], atShop: 'verify.text', isOfCard: true },
})
const closed = (heading: LabelKey, money: ByMoney, ...texts: readonly LabelKey[]): Words => ({
  ...{ heading, money, texts },
})

/** The words of a cell that cannot occur (`testing/impossible-screens.ts` says why). They are true in every case. */
const ODD = { heading: 'unknown', texts: ['broken.text'] } as const satisfies Words

const UNFINISHED = plain('redirect')
const UNFINISHED_OTHER = words('unfinished', 'redirect.text')
const METHOD = slow('method', 'method.long', 'method.text')
const METHOD_OTHER = slow('method', 'working.long', 'method.text')
const UNKNOWN_OTHER = words('unknown', 'unknown.other')
const PAID = thanks('approved')
const SENT = plain('payout')
const CAME_BACK = plain('payout.returned')
const PARTLY_REFUNDED = plain('partially-returned')
const DECLINED = failed('declined', 'declined.text')
const NOT_VERIFIED = failed('declined.verify', 'declined.text')
const NOT_SENT = words('declined.payout', 'failed.payout')
const GIVEN_UP = words('cancelled', 'failed.cancelled-at-gateway')
/**
 * What is said of the money where none moved, and while an earlier form may still be paid: then an order that expired is. Of a
 * payout that was sent and came back, only the shop knows what the receiver has now.
 */
const cancelled = (unmoved: LabelKey, mayMove: LabelKey) =>
  closed('cancelled', { unmoved, 'may-move': mayMove, moved: '' }, 'cancelled.text')
const expired = (unmoved: LabelKey, mayMove: LabelKey) =>
  closed('expired', { unmoved, 'may-move': mayMove, moved: '' }, 'expired.text')
const EXPIRED = expired('verify.text', 'unknown.other')
const NOT_PAID_OUT = closed('cancelled', {
  unmoved: 'failed.payout',
  'may-move': 'failed.payout',
  moved: 'broken.text',
})

/** One cell for each intent. */
interface Cells<Sale, Preauth, Verify, Payout> {
  readonly sale: Sale
  readonly preauth: Preauth
  readonly verify: Verify
  readonly payout: Payout
}

/** One cell for a buyer, who may be a donor; one for somebody with a deposit; for a card's owner; for a receiver. */
const row = <Sale, Preauth, Verify, Payout>(
  ...[sale, preauth, verify, payout]: readonly [Sale, Preauth, Verify, Payout]
): Cells<Sale, Preauth, Verify, Payout> => ({ sale, preauth, verify, payout })

/** Who pays reads the first, everybody else the second. */
const pair = (charge: Words, other = charge) => row(charge, charge, other, other)

/** Status → intent → words. The compiler demands every cell. */
const WORDS = {
  starting: pair(slow('starting', 'starting.long')),
  leaving: pair(slow('leaving', 'leaving.long')),
  broken: pair(words('broken')),
  open: pair(UNFINISHED, UNFINISHED_OTHER),
  sending: pair(slow('sending', 'sending.long'), slow('working', 'working.long')),
  redirect: pair(UNFINISHED, UNFINISHED_OTHER),
  popup: pair(plain('popup'), words('popup', 'redirect.text')),
  method: pair(METHOD, METHOD_OTHER),
  challenge: pair(plain('bank')),
  processing: pair(plain('processing'), UNKNOWN_OTHER),
  unknown: pair(plain('unknown'), UNKNOWN_OTHER),
  checked: pair(words('unfinished', 'unknown.other'), plain('payout.checked')),
  approved: row(PAID, thanks('preauth'), plain('verify'), SENT),
  captured: row(PAID, PAID, ODD, SENT),
  voided: row(
    plain('voided'),
    plain('voided'),
    words('cancelled', 'cancelled.shop', 'verify.text'),
    NOT_PAID_OUT,
  ),
  returned: row(plain('returned'), plain('returned'), ODD, CAME_BACK),
  'partially-returned': row(PARTLY_REFUNDED, PARTLY_REFUNDED, ODD, words('payout', 'payout.returned.text')),
  'charged-back': row(
    plain('charged-back'),
    plain('charged-back'),
    ODD,
    words('payout.returned', 'broken.text'),
  ),
  declined: row(DECLINED, DECLINED, NOT_VERIFIED, NOT_SENT),
  filtered: row(DECLINED, DECLINED, NOT_VERIFIED, NOT_SENT),
  error: row(
    failed('error', 'error.text'),
    failed('error', 'error.text'),
    failed('declined.verify', 'error.text'),
    NOT_SENT,
  ),
  'given-up': row(GIVEN_UP, GIVEN_UP, GIVEN_UP, words('cancelled', 'failed.payout')),
  cancelled: row(
    cancelled('verify.text', 'stop.text'),
    cancelled('verify.text', 'stop.preauth'),
    words('cancelled', 'cancelled.text', 'verify.text'),
    cancelled('failed.payout', 'stop.payout'),
  ),
  expired: row(
    EXPIRED,
    EXPIRED,
    words('expired', 'expired.text', 'verify.text'),
    expired('failed.payout', 'stop.payout'),
  ),
} satisfies Readonly<Record<Row | OwnRow, Readonly<Record<Intent, Words>>>>

/** The cells that cannot occur. */
export type OddCell = {
  [Name in Row]: {
    [For in Intent]: (typeof WORDS)[Name][For] extends typeof ODD ? `${For} ${Name}` : never
  }[Intent]
}[Row]

/** What decides which texts of a cell are said, beside the situation. */
export interface Shown {
  readonly row: Row | OwnRow
  readonly look: Look
  /** The order ended without success, and the shopper cannot begin again here. */
  readonly isForShop: boolean
}

/** The heading: of who paid, or of somebody who has the link alone. What did not load may still be available. */
export function headingOf({ intent, view, error }: Situation, row: Row | OwnRow): LabelKey {
  if (row === 'broken' && error?.recoverable) return 'broken.again'
  const { heading, byLink }: Words = WORDS[row][intent]
  return (view?.byLink && byLink) || heading
}

/** The sentences below the heading. */
export function textsOf(situation: Situation, shown: Shown): readonly Text[] {
  if (shown.row === 'broken') return [brokenText(situation)]
  const { view } = situation
  const amount = (view && movedSum(view)) ?? situation.sum
  const keys = keysOf(situation, shown).filter((key) => mayDeny(view) || !DENIALS.includes(key))
  return keys.map((key) => ({ key, amount }))
}

/** Whether nothing was charged, and an earlier try cannot change that. */
const mayDeny = (view: OrderView | undefined) =>
  !chargesByMistake(view).length && !(view && isCharge(view.intent) && moneyOf(view) === 'may-move')

function keysOf(situation: Situation, { row, look, isForShop }: Shown): readonly LabelKey[] {
  const { view, intent, isLong, mayPay } = situation
  const words: Words = WORDS[row][intent]
  // With a token that may only look, the shopper has no part in what the order waits for.
  if (!mayPay && look.actions.includes('continue')) return [ELSEWHERE[intent]]
  if (isLong && words.long) return [words.long]
  // Whoever has the link alone reads that it was paid, and nothing of whose money it was.
  if (view?.byLink && isSettled(view.status)) return []
  const keys = endedKeys(words, situation, isForShop).map((key) => truly(key, view))
  // What is said of a charge by mistake leads to the shop too.
  const isSent = keys.some((key) => OF_SHOP.includes(key)) || chargesByMistake(view).some(isOwed)
  return isForShop && !isSent ? [...keys, 'over'] : keys
}

/** Words that lead to the shop already. */
const OF_SHOP: readonly LabelKey[] = ['failed.payout', 'broken.text', 'cancelled.shop']

function endedKeys(
  words: Words,
  { view, isSaidAtField }: Situation,
  isForShop: boolean,
): readonly LabelKey[] {
  // The field says the rest.
  if (words.isOfCard && isSaidAtField) return ['verify.text']
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
