/** What a mail says of money: the words of the tag, by the row of its order and by intent. Pure. */
import type { LetterTextKey } from '../../shared/mail-texts.ts'
import { rowOf } from '../../shared/order-outcome.ts'
import { isSettled, type StatusIn } from '../../shared/order-status.ts'
import type { MailKind } from '../../shared/order-values.ts'
import type { Intent, OrderView } from '../../shared/order-view.ts'

/** The order as its shopper sees it. No field of the shopper's is in it. */
export type MailedOrder = Pick<
  OrderView,
  | 'id'
  | 'reference'
  | 'intent'
  | 'act'
  | 'status'
  | 'amount'
  | 'captured'
  | 'returned'
  | 'currency'
  | 'description'
  | 'lines'
  | 'card'
  | 'test'
  | 'attempts'
  | 'transactions'
>

/** A heading, which is the subject too, and the sentence below it. */
export interface LetterWords {
  readonly heading: LetterTextKey
  readonly text: LetterTextKey
  /** The sum that the sentence names; absent where it names none. */
  readonly sum?: 'amount' | 'captured' | 'returned'
}

const PAID: LetterWords = { heading: 'approved', text: 'approved.text', sum: 'captured' }
const HELD: LetterWords = { heading: 'preauth', text: 'preauth.text', sum: 'amount' }
const VERIFIED: LetterWords = { heading: 'verify', text: 'verify.text' }
const PAID_OUT: LetterWords = { heading: 'payout', text: 'payout.text', sum: 'amount' }
const VOIDED: LetterWords = { heading: 'voided', text: 'voided.text' }
const RETURNED: LetterWords = { heading: 'returned', text: 'returned.you', sum: 'returned' }
const PARTLY_RETURNED: LetterWords = { heading: 'partially-returned', text: 'returned.you', sum: 'returned' }

type ByIntent = Readonly<Record<Intent, LetterWords | undefined>>

/** One cell for each intent; the first two take money, the third looks at a card, and the last sends money. */
const row = (
  ...[sale, preauth, verify, payout]: readonly [LetterWords?, LetterWords?, LetterWords?, LetterWords?]
): ByIntent => ({ sale, preauth, verify, payout })

/**
 * Status → intent → words. The compiler demands every row. An empty cell brings no mail: the bank tells of a chargeback, and
 * only the shop knows what a receiver has of a payout that came back.
 */
const SETTLED: Readonly<Record<StatusIn<'settled'>, ByIntent>> = {
  approved: row(PAID, HELD, VERIFIED, PAID_OUT),
  captured: row(PAID, PAID, undefined, PAID_OUT),
  voided: row(VOIDED, VOIDED),
  returned: row(RETURNED, RETURNED),
  'partially-returned': row(PARTLY_RETURNED, PARTLY_RETURNED),
  'charged-back': row(),
}

/** Intent → what a request asks for. A payout has no link: each holder of one could take the money. */
const ASKED: Readonly<Record<Intent, LetterTextKey | undefined>> = {
  sale: 'request.sale',
  preauth: 'request.preauth',
  verify: 'request.verify',
  payout: undefined,
}

const asking =
  (heading: LetterTextKey) =>
  ({ intent }: MailedOrder): LetterWords | undefined => {
    const text = ASKED[intent]
    return text && { heading, text, ...(intent !== 'verify' && { sum: 'amount' }) }
  }

function asItStands(order: MailedOrder): LetterWords | undefined {
  const found = rowOf(order)
  return found !== 'checked' && isSettled(found) ? SETTLED[found][order.intent] : undefined
}

/** Kind → its words for an order; `undefined` where such a mail would not be true. */
const WORDS: Readonly<Record<MailKind, (order: MailedOrder) => LetterWords | undefined>> = {
  receipt: asItStands,
  refund: asItStands,
  payout: asItStands,
  request: asking('request'),
  reminder: asking('reminder'),
  sent: () => ({ heading: 'sent', text: 'sent.text' }),
}

/** What a mail of a kind says of an order as it stands. */
export const wordsFor = (kind: MailKind, order: MailedOrder): LetterWords | undefined => WORDS[kind](order)
