/** What an order remembers. Only `transition` makes a new one. No personal data, no card data. */
import type { OrderStatus } from '../../../shared/order-status.ts'
import type { CardReference, Failure, FollowUpKind, Way } from '../../../shared/order-view.ts'
import type { OrderTerms } from '../../domain/terms.ts'
import type { GatewayTarget } from '../../gateway/request.ts'

/** `lost`: the answer that holds the form's address never came, so nobody can pay there. */
export type AttemptStatus =
  | Extract<
      OrderStatus,
      | 'sending'
      | 'redirect'
      | 'method'
      | 'challenge'
      | 'processing'
      | 'approved'
      | 'declined'
      | 'filtered'
      | 'error'
      | 'unknown'
    >
  | 'lost'

/**
 * When an attempt is asked about: since when, and how eagerly. What was decided is asked about for a minute after a
 * wake: `doubting` eagerly where it failed, `again` at both ends where it was paid.
 */
export interface Polling {
  readonly since: number
  readonly pace: 'active' | 'waiting' | 'doubting' | 'again'
  /** What woke it. */
  readonly by?: 'callback' | 'return'
}

/**
 * A step of 3-D Secure, from whichever reply or report it came. It stays until it is answered, overdue, replaced by
 * another step, or an outcome is known; a report that is silent about it says nothing about it.
 */
export interface Step {
  readonly type: 'method' | 'challenge' | 'pareq' | 'redirect' | 'page'
  /** When it was first heard of. */
  readonly since: number
  /** When a browser was first sent on to the bank. Noted of a challenge alone, whose limit counts from then. */
  readonly openedAt?: number
  /** The bank's answer, from when it came until the gateway took it or said no, and how many there were so far. */
  readonly brought?: { readonly at: number; readonly fields: AnswerFields }
  readonly broughtCount?: number
  /** The gateway took what the bank said. */
  readonly isAnswered?: true
  /** Its time is over: it is not shown any more, though a late answer is still handed on. */
  readonly isOver?: true
  /** The edge's own page that takes the browser to the bank: in full, and for a frame if the attempt is framed. */
  readonly address: string
  readonly frame?: string
  /** The bank's page, or for `redirect` the gateway's. Absent: a bank without a Method page. */
  readonly url?: string
  readonly serverTransactionId?: string
  readonly creq?: string
  readonly pareq?: string
  readonly md?: string
  /** The gateway's own page, for `page`. */
  readonly html?: string
}

/** What a bank's page posted, as far as the gateway is told of it, under lower-case names. */
export type AnswerFields = Readonly<Record<string, string>>

/** Where a page shows what comes next instead of leaving for it. */
export type ShownIn = 'frame' | 'popup'

/** A shopper's word that a card is kept: a reference is made once its attempt is the payment. */
export interface KeepCard {
  readonly consentedAt: number
  readonly version: CardReference['version']
  /** None is made after all. */
  readonly failure?: Failure
}

/** What the gateway told of one of the session's saved cards; one without `card` cannot be paid with. */
export interface ReportedCard {
  /** In the session's list, from 1. */
  readonly place: number
  readonly card?: CardShown
}

/** One request to charge, to verify or to pay out. */
export interface Attempt {
  readonly number: number
  /** `client_orderid`: the reference, then `reference.2`, `reference.3`, … */
  readonly clientOrderId: string
  /** The `Idempotency-Key` that started it. */
  readonly key: string
  readonly method: Way
  /** Everything later about the attempt goes to the same place, whatever the settings say by then. */
  readonly destination: GatewayTarget
  readonly status: AttemptStatus
  /** How the page that started it shows what comes next. Absent: it leaves for it. */
  readonly shownIn?: ShownIn
  /** The shopper agreed that the card is kept. */
  readonly keepCard?: KeepCard
  /** Digest of the request that started it, without card data. */
  readonly bodyDigest?: string
  /** The gateway said that it knows no such order: how often, and from when to when. */
  readonly unheardOf?: { readonly count: number; readonly first: number; readonly last: number }
  /** The shopper chose to pay another way; still followed. */
  readonly superseded?: true
  readonly startedAt: number
  /** When a report last decided it; then the newest transaction under its name is looked at. */
  readonly decidedAt?: number
  readonly gatewayId?: string
  readonly serialNumber?: string
  readonly redirectUrl?: string
  /** The edge's own page that has the form inside, where the attempt is shown in a frame. */
  readonly redirectFrame?: string
  readonly step?: Step
  /** Short names of steps before this one that were answered or over, so that none is shown twice. */
  readonly pastSteps?: readonly string[]
  readonly error?: Failure
  readonly asking?: Polling
  /** The gateway refused the request, and is still to be asked: a proxy may have sent it twice. */
  readonly refusal?: Failure
  /** When it first answered a question about that with an error that may mean "no such order". */
  readonly deniedAt?: number
  /** Where a form stood before a report that did not fit put it in doubt. */
  readonly stood?: 'redirect' | 'lost'
}

/** What the gateway had captured and returned, and the requests that it had told of. */
export interface TotalsBefore {
  readonly capturedMinor: number
  readonly returnedMinor: number
  readonly requests: readonly string[]
}

/** Something done with a payment afterwards. One at a time, each under the key of whoever asked for it. */
export interface FollowUp {
  readonly number: number
  readonly kind: FollowUpKind
  readonly key: string
  /** The attempt whose money it moves. */
  readonly attempt: number
  /** What it moves, in minor units, also where the request leaves the sum out since it is the whole. */
  readonly amountMinor: number
  readonly isWhole: boolean
  readonly comment?: string
  /** No sum was named: it is all that was left. */
  readonly isRest?: true
  /** What was known before: a lost answer is settled by comparing. */
  readonly before: TotalsBefore
  readonly status: Exclude<AttemptStatus, 'redirect' | 'method' | 'challenge' | 'lost'>
  readonly startedAt: number
  readonly serialNumber?: string
  readonly error?: Failure
  /** The gateway refused the request, and is still to be asked: a proxy may have sent it twice. */
  readonly refusal?: Failure
  readonly asking?: Polling
}

/**
 * A charge too many on its way back: a void, and where that is refused a full return, until the gateway has done one.
 * Either is of the whole, so that sending it again cannot give back more than was taken.
 */
export interface Reversal {
  readonly number: number
  /** The attempt under whose `client_orderid` it was charged. */
  readonly attempt: number
  /** The transaction that is given back. */
  readonly gatewayId: string
  readonly amountMinor: number
  readonly kind: 'void' | 'return'
  /** `due`: the gateway is asked, and then told to. */
  readonly status: 'due' | 'sending' | 'processing' | 'unknown' | 'approved'
  /** How often both kinds were refused, or an answer was lost and nothing had happened. */
  readonly tries: number
  readonly since: number
  readonly changedAt: number
  readonly serialNumber?: string
  readonly asking?: Polling
}

/** A transaction that a callback named and the order did not start: asked about, until it is known what it is. */
export interface UnmatchedTransaction {
  readonly id: string
  /** The attempt whose callback named it. */
  readonly attempt: number
  readonly asking?: Polling
}

/** A transaction that the gateway told of, by identifier and type. */
export interface Transaction {
  readonly attempt: number
  readonly id: string
  readonly type: string
  readonly status: AttemptStatus
  readonly amountMinor: number
  /** Names the request that made it, where it is not the payment itself. */
  readonly request?: string
  /** An approval that was not kept. It has to be given back. */
  readonly surplus?: true
  /** It was. */
  readonly reversed?: true
}

/** The card as it may be shown: never more than the first six and last four digits. */
export interface CardShown {
  readonly brand: string
  readonly masked: string
  readonly expires: string
}

/**
 * An approval that came while it was not sure that units of the limited offer are held. Its counter is asked once more:
 * then it is the payment, or goes back. At most one waits.
 */
export interface Claim {
  readonly attempt: number
  /** The transaction, by identifier and type. */
  readonly id: string
  readonly type: string
  readonly since: number
  /** The counter has been asked for a minute, and did not answer. */
  readonly isOverdue?: true
  /** What the report told besides. */
  readonly card?: CardShown
  readonly capturedMinor?: number
  readonly reversedMinor?: number
}

export interface OrderState {
  readonly terms: OrderTerms
  readonly attempts: readonly Attempt[]
  readonly transactions: readonly Transaction[]
  readonly followUps: readonly FollowUp[]
  readonly cardRefs: readonly CardReference[]
  /** By their place; those of which nothing was told yet are not here. */
  readonly savedCards?: readonly ReportedCard[]
  readonly recurringPaymentId?: string
  /** Number of the attempt whose approval is the payment. Decided once. */
  readonly payment?: number
  readonly card?: CardShown
  readonly capturedMinor: number
  readonly returnedMinor: number
  /** The shop's page on which a session was last paid. */
  readonly pageUrl?: string
  /** What happened to the kept payment afterwards, as the gateway told it. */
  readonly aftermath?: 'voided' | 'charged-back' | 'unknown'
  /** The merchant was told for days and did not hear. */
  readonly unheard?: true
  readonly cancelled?: true
  /** Name of the merchant key that cancelled it. Absent: the shopper gave it up. */
  readonly cancelledBy?: string
  readonly expired?: true
  /** Units of the limited offer are held, or may be: its counter is being asked. An older version wrote `true` for both. */
  readonly holdsLimit?: true | 'in-doubt'
  /** When the gateway took the form that they are reserved for, and when that was renewed. Stays after it lapsed. */
  readonly reserved?: { readonly since: number; readonly renewedAt?: number }
  readonly claim?: Claim
  /** Callbacks and returns whose control was wrong. */
  readonly forged: number
  readonly foreign: readonly UnmatchedTransaction[]
  readonly reversals: readonly Reversal[]
  readonly seq: number
  readonly updatedAt: number
}
