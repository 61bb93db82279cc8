/** What the screen says of each status to each person: the one table of words about money. Pure. */
import type { OrderStatus } from '../../shared/order-status.ts'
import type { Intent } from '../../shared/order-view.ts'
import type { LabelKey } from '../element/shopper-texts.ts'
import type { Money } from './money.ts'

/** Sentences, one after the other. */
type Lines = readonly LabelKey[]

/** What one cell of the table says. */
export interface Words {
  readonly heading: LabelKey
  /** Below the heading: the same whatever is known of the money, or by that. */
  readonly texts: Lines | Readonly<Record<Money, Lines>>
  /** In place of the texts, where the shopper cannot try again here. */
  readonly atShop?: Lines
  /** In place of the texts, once the shopper has waited for long. */
  readonly long?: LabelKey
  /** The bank's reason, where the edge tells it, takes the place of the texts: they are about a card. */
  readonly isOfCard?: true
}

/** The words of a cell that cannot occur (`impossible.ts` says why). They are true whatever the gateway has done. */
interface Odd extends Words {
  readonly isOdd: true
}

const words = (heading: LabelKey, ...texts: Lines): Words => ({ heading, texts })

const ODD: Odd = { ...words('unknown', 'broken.text'), isOdd: true }

const SENDING: Words = { ...words('sending'), long: 'sending.long' }
const PREPARING: Words = { ...words('working'), long: 'working.long' }
const UNFINISHED = words('redirect', 'redirect.text')
const UNFINISHED_OTHER = words('unfinished', 'redirect.text')
const POPUP = words('popup', 'popup.text')
const POPUP_OTHER = words('popup', 'redirect.text')
const METHOD: Words = { ...words('method', 'method.text'), long: 'method.long' }
const METHOD_OTHER: Words = { ...METHOD, long: 'working.long' }
const BANK = words('bank', 'bank.text')
const PROCESSING = words('processing', 'processing.text')
const UNKNOWN = words('unknown', 'unknown.text')
const UNKNOWN_OTHER = words('unknown', 'unknown.other')

const PAID = words('approved', 'approved.text')
const RESERVED = words('preauth', 'preauth.text')
const VERIFIED = words('verify', 'verify.text')
const SENT = words('payout', 'payout.text')

const VOIDED = words('voided', 'voided.text')
const NOT_KEPT = words('cancelled', 'cancelled.shop', 'verify.text')
const NOT_SENT = words('declined.payout', 'failed.payout')
const NOT_SENT_AFTER_ALL: Words = {
  heading: 'cancelled',
  texts: { unmoved: ['failed.payout'], 'may-move': ['failed.payout'], moved: ['broken.text'] },
}
const REFUNDED = words('returned', 'returned.text')
// A hold is released: nothing was charged, so nothing goes back.
const RELEASED: Words = {
  heading: 'voided',
  texts: { unmoved: ['voided.text'], 'may-move': ['voided.text'], moved: ['returned.text'] },
}
const PARTLY_REFUNDED = words('partially-returned', 'partially-returned.text')
const CAME_BACK = words('payout.returned', 'payout.returned.text')
const TAKEN_BACK = words('charged-back', 'charged-back.text')
const DISPUTED = words('cancelled', 'broken.text')
const TAKEN_FROM_RECEIVER = words('payout.returned', 'broken.text')

const DECLINED: Words = { ...words('declined', 'declined.text'), atShop: ['verify.text'], isOfCard: true }
const FAILED: Words = { ...words('error', 'error.text'), atShop: ['verify.text'], isOfCard: true }
const NOT_VERIFIED: Words = { ...DECLINED, heading: 'declined.verify' }
const NOT_VERIFIED_BY_ERROR: Words = { ...FAILED, heading: 'declined.verify' }
const GIVEN_UP = words('cancelled', 'failed.cancelled-at-gateway')

const CANCELLED: Words = {
  heading: 'cancelled',
  texts: {
    unmoved: ['cancelled.text', 'verify.text'],
    'may-move': ['cancelled.text', 'stop.text'],
    moved: ['cancelled.text'],
  },
}
const CANCELLED_CHECK = words('cancelled', 'cancelled.text', 'verify.text')
// Of a payout that was sent and came back, only the shop knows what the receiver has now.
const CANCELLED_PAYOUT: Words = {
  heading: 'cancelled',
  texts: {
    unmoved: ['cancelled.text', 'failed.payout'],
    'may-move': ['cancelled.text', 'stop.payout'],
    moved: ['cancelled.text', 'broken.text'],
  },
}
const EXPIRED: Words = {
  heading: 'expired',
  texts: { unmoved: ['expired.text', 'verify.text'], 'may-move': ['expired.text'], moved: ['expired.text'] },
}
const EXPIRED_CHECK = words('expired', 'expired.text', 'verify.text')
const EXPIRED_PAYOUT: Words = {
  heading: 'expired',
  texts: {
    unmoved: ['expired.text', 'failed.payout'],
    'may-move': ['expired.text', 'stop.payout'],
    moved: ['expired.text', 'broken.text'],
  },
}

/**
 * A row of the table: a status; or what a status looks like where more is known. `given-up`: the shopper cancelled on the
 * gateway's own page, so no bank declined anything. `popup`: the page that the order waits for is in another window.
 */
export type Row = OrderStatus | 'given-up' | 'popup'

/** One cell for each intent: a buyer, who may be a donor, somebody with a deposit, a card's owner, a receiver. */
type Cells = Readonly<Record<Intent, Words>>

// biome-ignore format: one line for each status, so that the rows can be compared
/** Status → intent → words. The compiler demands every cell. */
export const WORDS = {
  open: { sale: UNFINISHED, preauth: UNFINISHED, verify: UNFINISHED_OTHER, payout: UNFINISHED_OTHER },
  sending: { sale: SENDING, preauth: SENDING, verify: PREPARING, payout: PREPARING },
  redirect: { sale: UNFINISHED, preauth: UNFINISHED, verify: UNFINISHED_OTHER, payout: UNFINISHED_OTHER },
  popup: { sale: POPUP, preauth: POPUP, verify: POPUP_OTHER, payout: POPUP_OTHER },
  method: { sale: METHOD, preauth: METHOD, verify: METHOD_OTHER, payout: METHOD_OTHER },
  challenge: { sale: BANK, preauth: BANK, verify: BANK, payout: BANK },
  processing: { sale: PROCESSING, preauth: PROCESSING, verify: UNKNOWN_OTHER, payout: UNKNOWN_OTHER },
  unknown: { sale: UNKNOWN, preauth: UNKNOWN, verify: UNKNOWN_OTHER, payout: UNKNOWN_OTHER },
  approved: { sale: PAID, preauth: RESERVED, verify: VERIFIED, payout: SENT },
  captured: { sale: PAID, preauth: PAID, verify: ODD, payout: SENT },
  voided: { sale: VOIDED, preauth: VOIDED, verify: NOT_KEPT, payout: NOT_SENT_AFTER_ALL },
  returned: { sale: REFUNDED, preauth: RELEASED, verify: ODD, payout: CAME_BACK },
  'partially-returned': { sale: PARTLY_REFUNDED, preauth: PARTLY_REFUNDED, verify: ODD, payout: CAME_BACK },
  'charged-back': { sale: TAKEN_BACK, preauth: TAKEN_BACK, verify: DISPUTED, payout: TAKEN_FROM_RECEIVER },
  declined: { sale: DECLINED, preauth: DECLINED, verify: NOT_VERIFIED, payout: NOT_SENT },
  filtered: { sale: DECLINED, preauth: DECLINED, verify: NOT_VERIFIED, payout: NOT_SENT },
  error: { sale: FAILED, preauth: FAILED, verify: NOT_VERIFIED_BY_ERROR, payout: NOT_SENT },
  'given-up': { sale: GIVEN_UP, preauth: GIVEN_UP, verify: GIVEN_UP, payout: NOT_SENT_AFTER_ALL },
  cancelled: { sale: CANCELLED, preauth: CANCELLED, verify: CANCELLED_CHECK, payout: CANCELLED_PAYOUT },
  expired: { sale: EXPIRED, preauth: EXPIRED, verify: EXPIRED_CHECK, payout: EXPIRED_PAYOUT },
} satisfies Readonly<Record<Row, Cells>>

/** The cells that cannot occur. */
export type OddCell = {
  [Name in Row]: {
    [For in Intent]: (typeof WORDS)[Name][For] extends Odd ? `${For} ${Name}` : never
  }[Intent]
}[Row]
