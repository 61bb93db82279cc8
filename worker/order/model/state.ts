/** The state of an order. Only `transition` makes a new one. It holds no personal data and no card data. */
import type { OrderStatus, StatusIn } from '../../../shared/order-status.ts'
import type { CardReference, Failure, FollowUpKind, OrderName, Way } from '../../../shared/order-view.ts'
import type { ProblemCode } from '../../../shared/problem.ts'
import type { OrderTerms } from '../../domain/terms.ts'
import type { GatewayTarget } from '../../gateway/request.ts'
import type { LimitName } from './key-limits.ts'

/** `lost`: the reply with the form's address never came, so nobody can pay there. */
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
 * When the order polls the gateway about an attempt: since when, and how eagerly. After a callback or a return it polls
 * a decided attempt for a minute: `doubting` polls eagerly since it failed, `again` polls at both ends of the minute
 * since it was paid.
 */
export interface Polling {
  readonly since: number
  readonly pace: 'active' | 'waiting' | 'doubting' | 'again'
  /** The later look after a refusal: it is over once the gateway answered it. An older version tried it once. */
  readonly isUntilAnswered?: true
  /** Why polling began. */
  readonly by?: 'callback' | 'return'
}

/**
 * A step of 3-D Secure, from a reply or a report. It stays until the shopper answers it, its time is over, another step
 * replaces it, or the outcome is known. A report without a step says nothing about it.
 */
export interface Step {
  readonly type: 'method' | 'challenge' | 'pareq' | 'redirect' | 'page'
  /** When the gateway first asked for it. */
  readonly since: number
  /** When a browser was first sent to the bank. Kept for a challenge alone, whose limit counts from then. */
  readonly openedAt?: number
  /** The bank's answer, kept until the gateway accepts or refuses it, and how many answers there were so far. */
  readonly pendingAnswer?: { readonly at: number; readonly fields: AnswerFields }
  readonly answerCount?: number
  /** The gateway accepted the bank's answer. */
  readonly isAnswered?: true
  /** Its time is over. The page shows it no more, but the order still passes on a late answer. */
  readonly isOver?: true
  /**
   * The edge's own page that takes the browser to the bank: a full page, and one for a frame if the attempt is framed.
   */
  readonly address: string
  readonly frame?: string
  /** The bank's page, or for `redirect` the gateway's. Absent where the bank has no Method page. */
  readonly url?: string
  readonly serverTransactionId?: string
  readonly creq?: string
  readonly pareq?: string
  readonly md?: string
  /** The gateway's own page, for `page`. */
  readonly html?: string
}

/** The fields that a bank's page posted and the gateway is to get, under lower-case names. */
export type AnswerFields = Readonly<Record<string, string>>

/** Where the shop's page shows the next step, if it does not leave for it. */
export type ShownIn = 'frame' | 'popup'

/** The shopper agreed that the card is kept. Once the attempt is the payment, the order asks for a reference. */
export interface KeepCard {
  readonly consentedAt: number
  readonly version: CardReference['version']
  /** Why there will be no reference. */
  readonly failure?: Failure
}

/** One of the session's saved cards, as the gateway reported it. The shopper cannot pay with one that has no `card`. */
export interface ReportedCard {
  /** Its place in the session's list, from 1. */
  readonly place: number
  readonly card?: CardShown
  /** The shopper removed it. */
  readonly isRemoved?: true
}

/** One request to charge, to verify or to pay out. */
export interface Attempt {
  readonly number: number
  /** `client_orderid`: see `order-names.ts`. It stays, whatever the settings become. */
  readonly clientOrderId: string
  /** The `Idempotency-Key` that started it. */
  readonly key: string
  readonly method: Way
  /** All later requests about the attempt go to the same place, even if the settings change. */
  readonly destination: GatewayTarget
  readonly status: AttemptStatus
  /** How the page that started it shows the next step. Absent: it leaves for it. */
  readonly shownIn?: ShownIn
  /** Where its shopper comes back to. Absent: the order's own return address. */
  readonly returnUrl?: string
  /** The shopper agreed that the card is kept. */
  readonly keepCard?: KeepCard
  /** Names the exchange of the order's link that started it. Absent: the page of a shop did. */
  readonly exchange?: string
  /** Its shopper gave it up, and the order stays open: an approval that still comes is given back. */
  readonly cancelled?: true
  /** Digest of the request that started it, without card data. */
  readonly bodyDigest?: string
  /** The gateway answered that it knows no such order: how often, and from when to when. */
  readonly unheardOf?: { readonly count: number; readonly first: number; readonly last: number }
  /** The shopper chose to pay another way. The order still polls for it. */
  readonly superseded?: true
  readonly startedAt: number
  /** When a report last decided it. The order then looks at the newest transaction under its name. */
  readonly decidedAt?: number
  /** When the gateway last answered such a look. */
  readonly lookedAt?: number
  readonly gatewayId?: string
  readonly serialNumber?: string
  readonly redirectUrl?: string
  /** The edge's own page with the form inside, where the attempt is shown in a frame. */
  readonly redirectFrame?: string
  readonly step?: Step
  /** Short names of earlier steps that were answered or over, so that none is shown twice. */
  readonly pastSteps?: readonly string[]
  readonly error?: Failure
  /** The shopper may read why the bank declined. Decided once, when it did. */
  readonly isReasonTold?: true
  readonly asking?: Polling
  /** The gateway refused the request. A proxy may have sent it twice, so the order still has to ask. */
  readonly refusal?: Failure
  /** When it first answered that question with "no such order", or with an error that may mean that. */
  readonly deniedAt?: number
  /** The status of a form before a report that did not fit put it in doubt. */
  readonly statusBeforeDoubt?: 'redirect' | 'lost'
}

/** The sums and requests that the gateway had reported before a follow-up. */
interface TotalsBefore {
  readonly capturedMinor: number
  readonly returnedMinor: number
  readonly requests: readonly string[]
}

/** What a follow-up has from the limits of the key that asked for it. Absent where that has none. */
interface Limited {
  /** Name of the merchant key. */
  readonly askedBy?: string
  /** The limit that it was above. */
  readonly limit?: LimitName
  /** Name of the other key that decided, or the e-mail address of a person at the desk. */
  readonly decidedBy?: string
}

/** What a limit of a key is about. A payout is sent once, ever, and waits for nobody. */
export type LimitedKind = Exclude<FollowUpKind, 'payout-pay'>

/** A follow-up that a key with limits asked for, and that the gateway was not sent. Its key always gets this answer. */
export interface UnsentFollowUp extends Limited {
  readonly number: number
  readonly kind: LimitedKind
  readonly key: string
  readonly askedBy: string
  readonly amountMinor: number
  readonly isWhole: boolean
  readonly isRest?: true
  readonly comment?: string
  readonly askedAt: number
  /** When it lapses, if it was not sent by then; in milliseconds since the epoch. */
  readonly expiresAt: number
  /**
   * `counting`: the key's count of the day is asked next. `waiting`: another key has to decide. `cancelled`: that refused.
   * `expired`: nobody decided in time, nor did the count and the gateway answer in time. `error`: the order changed before the
   * count answered, so that it is impossible.
   */
  readonly status: 'counting' | 'waiting' | 'cancelled' | 'expired' | 'error'
  readonly error?: { readonly code: ProblemCode }
}

/** A capture, void, return or payout of a payment. One at a time, each under its caller's `Idempotency-Key`. */
export interface FollowUp extends Limited {
  readonly number: number
  readonly kind: FollowUpKind
  readonly key: string
  /** The attempt whose money it moves. */
  readonly attempt: number
  /** The sum in minor units, even where the request leaves it out because it is the whole. */
  readonly amountMinor: number
  readonly isWhole: boolean
  readonly comment?: string
  /** The caller named no sum: it is all that was left. */
  readonly isRest?: true
  /** The totals before it. If the reply is lost, comparing with them tells whether it happened. */
  readonly before: TotalsBefore
  readonly status: Exclude<AttemptStatus, 'redirect' | 'method' | 'challenge' | 'lost'>
  readonly startedAt: number
  readonly serialNumber?: string
  readonly error?: Failure
  /** The gateway refused the request, or tells that it failed. A proxy may have sent it twice, so the order still has to ask. */
  readonly refusal?: Failure
  /**
   * When the gateway first answered that question with totals that had not moved by its sum, or with a failure. Stays with a
   * failure that rests on such answers: totals that move within a day correct it.
   */
  readonly deniedAt?: number
  readonly asking?: Polling
  /**
   * How the count of the key's day stands: it has the sum, or gave it back since the gateway moved nothing. `releasing`: it was
   * asked to, and may have.
   */
  readonly counted?: 'held' | 'releasing' | 'released'
}

/**
 * The refund of a duplicate charge: a void, and if the gateway refuses that, a full return, until it has done one.
 * Either gives back the whole sum, so sending it again cannot give back more than was taken.
 */
export interface DuplicateRefund {
  readonly number: number
  /** The attempt under whose `client_orderid` it was charged. */
  readonly attempt: number
  /** The transaction to give back. */
  readonly gatewayId: string
  readonly amountMinor: number
  readonly kind: 'void' | 'return'
  /** `due`: the order first asks the gateway, then sends the request. */
  readonly status: 'due' | 'sending' | 'processing' | 'unknown' | 'approved'
  /** How often the gateway refused both kinds, or its reply was lost and nothing had happened. */
  readonly tries: number
  readonly since: number
  readonly changedAt: number
  readonly serialNumber?: string
  readonly asking?: Polling
  /** The gateway refused a request, or says that it failed. The order sends no other before it is certain of that. */
  readonly isDoubtful?: true
  /** When the gateway first answered that the charge stands as before. */
  readonly deniedAt?: number
}

/** Answers that do not name the transaction that was asked about: since when, and whether a person has to know. */
export interface MisnamedAnswers {
  readonly since: number
  /** The gateway gave right answers since, while the order went on asking. */
  readonly isMixed?: true
  readonly isLasting?: true
}

/** A transaction that the order did not start. The order polls the gateway until it knows what it is. */
export interface UnmatchedTransaction {
  readonly id: string
  /** The attempt under whose name it was found. */
  readonly attempt: number
  readonly asking?: Polling
  /** Our own reply or callback named it, where the attempt's name alone proves nothing. */
  readonly isVouched?: true
  /** Only a name that others may use as well leads to it, so a person has to decide whether it is the order's. */
  readonly isUnproven?: true
}

/** A transaction that the gateway reported, by identifier and type. */
export interface Transaction {
  readonly attempt: number
  readonly id: string
  readonly type: string
  readonly status: AttemptStatus
  readonly amountMinor: number
  /** Names the request that made it. Absent for the payment itself. */
  readonly request?: string
  /** An approval that is not the payment. The order gives it back. */
  readonly surplus?: true
  /** It was given back. */
  readonly reversed?: true
}

/** The card as it may be shown: at most the first six and the last four digits. */
export interface CardShown {
  readonly brand: string
  readonly masked: string
  readonly expires: string
}

/**
 * An approval that came while it was not certain that the order holds all units of its limited offers. The order asks
 * their counters once more: then the approval is the payment, or it is given back. At most one waits.
 */
export interface WaitingApproval {
  readonly attempt: number
  /** The transaction, by identifier and type. */
  readonly id: string
  readonly type: string
  readonly since: number
  /** The counters were asked for a minute, and one did not answer. */
  readonly isOverdue?: true
  /** What else the report said. */
  readonly card?: CardShown
  readonly capturedMinor?: number
  readonly reversedMinor?: number
}

/** How an erased order ended, and the gateway's login, whose key shows that a late callback is genuine. */
interface Tombstone {
  readonly status: StatusIn<'settled' | 'closed'>
  readonly login: string
  /** The names of its attempts at the gateway. An older version had the bare ones. */
  readonly names?: readonly string[]
  readonly at: number
}

/** How the goods were sent, as far as the merchant said so. */
export interface Shipment {
  readonly carrier?: string
  /** The number of the parcel. */
  readonly parcel?: string
  /** Where it can be followed; https. */
  readonly url?: string
}

/** All that an order knows, but personal data. */
export interface OrderState {
  readonly terms: OrderTerms
  readonly attempts: readonly Attempt[]
  readonly transactions: readonly Transaction[]
  /** Those that were sent, in the order of sending. */
  readonly followUps: readonly FollowUp[]
  /** Those that wait, or will not be sent. */
  readonly unsent?: readonly UnsentFollowUp[]
  readonly cardRefs: readonly CardReference[]
  /** By their place, as far as the gateway reported them. */
  readonly savedCards?: readonly ReportedCard[]
  readonly recurringPaymentId?: string
  /** Number of the attempt whose approval is the payment. Decided once. */
  readonly payment?: number
  readonly card?: CardShown
  readonly capturedMinor: number
  readonly returnedMinor: number
  /** What banks took back by chargebacks, besides `returnedMinor`. */
  readonly chargedBackMinor?: number
  /** The shop's page on which a session was last paid. */
  readonly pageUrl?: string
  /** What happened to the payment afterwards, as the gateway reported it. */
  readonly laterOutcome?: 'voided' | 'charged-back' | 'unknown'
  /** The edge tried for days to notify the merchant, and failed. */
  readonly notificationFailed?: true
  readonly cancelled?: true
  /** Name of the merchant key that cancelled it. Absent: the shopper did. */
  readonly cancelledBy?: string
  readonly expired?: true
  /** Of a request whose end was moved: when last, and what was asked under which `Idempotency-Key`, the latest last. */
  readonly expiryChange?: {
    readonly at: number
    readonly requests: readonly { readonly key: string; readonly expiresAt: number }[]
  }
  /** The orders that ask for this one's payment again, the latest last. */
  readonly followedBy?: readonly OrderName[]
  /** When a person first clicked on the page of its link. */
  readonly seenAt?: number
  /** Of a request: the number of the key under which its link was last made, where that is not the first. */
  readonly linkKey?: string
  /**
   * Opened with its first attempt, which has not begun: it is stored only because it may hold units, and deleted once it
   * holds none.
   */
  readonly isTentative?: true
  /** When an order that may have been restored made sure that it has forgotten no attempt. */
  readonly checkedAt?: number
  /** Order tokens that were issued until then are void. */
  readonly tokensRevokedAt?: number
  /**
   * The order holds the units of all its limited offers, or may hold some of them while their counters are asked. Which
   * ones it wants, the terms say. An older version wrote `true` for both.
   */
  readonly holdsUnits?: true | 'in-doubt'
  /**
   * When the gateway accepted the form that the units are reserved for, and when that was renewed. Stays after it
   * lapsed.
   */
  readonly reserved?: { readonly since: number; readonly renewedAt?: number }
  readonly waitingApproval?: WaitingApproval
  /** The goods were sent: when first, under which `Idempotency-Key`s, the latest last, and how. The how can be erased. */
  readonly sent?: { readonly at: number; readonly keys: readonly string[]; readonly shipment?: Shipment }
  /** Callbacks and returns with a wrong control. */
  readonly forged: number
  readonly unmatched: readonly UnmatchedTransaction[]
  readonly duplicateRefunds: readonly DuplicateRefund[]
  /** By what was asked about, until the gateway has answered all that the order asks of it. */
  readonly misnamed?: Readonly<Record<string, MisnamedAnswers>>
  /** When its shopper's data was erased after it was over, and its last change before that. */
  readonly erased?: { readonly at: number; readonly changedAt: number }
  /** The order itself was erased, so that this, its names and its sums are all that is left of it. */
  readonly tombstone?: Tombstone
  readonly seq: number
  readonly updatedAt: number
}
