/** Everything that can happen to an order. Replies, callbacks, alarms and clicks differ only in the event they make. */
import type {
  CardReference,
  Failure,
  FailureReason,
  FollowUpKind,
  OrderName,
  Way,
} from '../../../shared/order-view.ts'
import type { ProblemCode } from '../../../shared/problem.ts'
import type { StatusField } from '../../config/gateway-profile.ts'
import type { GatewayTarget } from '../../gateway/request.ts'
import type { LimitName } from './key-limits.ts'
import type { RequestRef, SentPurpose } from './request-ref.ts'
import type {
  AnswerFields,
  AttemptStatus,
  CardShown,
  LimitedKind,
  ReportedCard,
  Shipment,
  ShownIn,
  Step,
} from './state.ts'

/**
 * The kind of transaction that a report is about. `payment` is the one that the attempt requested. The second step of a
 * payout counts as a capture.
 */
export type TransactionKind = 'payment' | 'capture' | 'void' | 'reversal' | 'chargeback' | 'other'

/** What the gateway reported of an attempt, in the order's own terms. */
export interface Report {
  readonly status: Exclude<AttemptStatus, 'sending' | 'redirect' | 'method' | 'challenge' | 'lost'>
  readonly kind: TransactionKind
  /** The gateway's own word for the kind. */
  readonly type: string
  readonly gatewayId: string | undefined
  readonly clientOrderId: string | undefined
  readonly amountMinor: number | undefined
  readonly currency: string | undefined
  /** The totals of all captures and all returns so far. */
  readonly capturedMinor?: number | undefined
  readonly reversedMinor: number | undefined
  /** Names the request that made the transaction. */
  readonly serialNumber?: string | undefined
  readonly card: CardShown | undefined
  /** A step of 3-D Secure that the gateway waits for. */
  readonly step?: NewStep | undefined
  /** It was about something else, so the order kept only whose it is. */
  readonly hasNamesOnly?: true
  /** Fields that the report lacks because the gateway never sends them, by its profile. */
  readonly untold?: readonly StatusField[]
  readonly errorCode?: string | undefined
  /** What that code means. */
  readonly reason?: FailureReason
  /** The shopper may read it. */
  readonly isReasonTold?: true
  readonly errorMessage?: string | undefined
}

/** A step as the gateway first asks for it. */
export type NewStep = Omit<
  Step,
  'since' | 'isAnswered' | 'isOver' | 'openedAt' | 'answerCount' | 'pendingAnswer'
>

/** The intent to pay was stored. The request goes out next. */
export interface Attempted {
  readonly type: 'attempted'
  /** The attempt's name at the gateway, which no other attempt has. */
  readonly clientOrderId: string
  readonly key: string
  readonly method: Way
  readonly destination: GatewayTarget
  readonly bodyDigest?: string
  /** How the page that pays shows the next step. Absent: it leaves for it. */
  readonly shownIn?: ShownIn
  /** The shop's page that pays, within the session's origins. */
  readonly pageUrl?: string
  /** Where that page wants the shopper back, if not at the order's own return address. */
  readonly returnUrl?: string
  /** The shopper agreed that the card is kept, by a reference of this version. */
  readonly keepCard?: CardReference['version']
  /** Names the exchange of the order's link that pays. */
  readonly exchange?: string
  /** The offer's counter granted the units. */
  readonly isHeld?: true
  /** Name of the merchant key, where a server of the merchant pays. */
  readonly by?: string
}

/** The gateway accepted a request. */
interface Accepted<One extends SentPurpose = SentPurpose> extends RequestRef<One> {
  readonly type: 'accepted'
  readonly serialNumber: string | undefined
}

/** The gateway accepted an attempt. Without an address nobody can pay there. */
export interface AttemptAccepted extends Accepted<'attempt'> {
  /** `undefined` if the reply did not name the transaction. The order then asks about it by its own name. */
  readonly gatewayId: string | undefined
  readonly redirectUrl: string | undefined
  /** The edge's own page with the form inside, where the attempt is shown in a frame. */
  readonly redirectFrame?: string
  /** The shopper's next step, if the reply already asks for one. Only for an attempt without a form. */
  readonly step?: NewStep
}

/** The gateway refused a request. */
export interface Refused extends RequestRef<SentPurpose> {
  readonly type: 'refused'
  readonly failure: Failure
  /** Nothing was sent to the gateway, so there is nothing to ask about. */
  readonly isUnsent?: true
}

/** No usable reply came, so the gateway may have acted. */
export interface Lost extends RequestRef<SentPurpose> {
  readonly type: 'lost'
}

/** The reply to a request, or its loss. */
export type Reply = Accepted | Refused | Lost

/** The same, with what the reply to an attempt tells besides. */
export type Replied = AttemptAccepted | Accepted<'follow-up' | 'duplicate-refund'> | Refused | Lost

/** The gateway answered `status` about a request. */
export interface Reported extends RequestRef {
  readonly type: 'reported'
  readonly report: Report
  /** How many milliseconds apart two answers have to lie to prove that nothing happened. Absent: this one proves nothing. */
  readonly spanMs?: number
}

/** The gateway answered which transaction is the newest under the name of an attempt that was decided. */
export interface Looked {
  readonly type: 'looked'
  readonly attempt: number
  readonly report: Report
  /** For how many milliseconds answers about something else are a matter for the order alone. */
  readonly spanMs?: number
}

/** Polling of something pending ended, and it is still pending. */
export interface PollingEnded extends RequestRef {
  readonly type: 'polling-ended'
}

/** Asked about a request that it had refused, the gateway answered that it knows no such order, or what may mean that. */
export interface RefusalConfirmed {
  readonly type: 'refusal-confirmed'
  readonly attempt: number
  /** How many milliseconds apart two answers have to lie to prove it. Absent: this one proves nothing. */
  readonly spanMs?: number
}

/** A callback or a returning shopper: a reason to ask, never an outcome. */
export interface Woken {
  readonly type: 'woken'
  readonly attempt: number
  readonly by: 'callback' | 'return'
  /** The transaction that the gateway names with a correct control. Absent where the control was wrong. */
  readonly gatewayId?: string
  /** How many notices with a wrong control came since the last one on record. */
  readonly forged?: number
}

/** The gateway accepted a recurring payment. That is no transaction, so its reply is the outcome. */
export interface Registered {
  readonly type: 'registered'
  readonly attempt: number
  readonly gatewayId: string | undefined
  readonly recurringPaymentId: string
}

/** What happens to a step of 3-D Secure. The type of the step keeps an event of one step from touching the next. */
export type Stepped = {
  readonly attempt: number
  readonly step: Step['type']
  /**
   * When the gateway first asked for the step, since it may ask for another of the same type. Absent: the current one.
   */
  readonly since?: number
} & (
  | {
      /** A browser was sent to the bank. */
      readonly type: 'step-opened'
    }
  | {
      /** The bank's answer arrived. It goes to the gateway next. */
      readonly type: 'step-brought'
      readonly fields: AnswerFields
    }
  | {
      /** The gateway accepted the answer, or the end of a Method page. */
      readonly type: 'step-answered'
      /** The shopper's next step, if its reply asks for one. */
      readonly next?: NewStep
    }
  | {
      /** The gateway refused an answer. It may still wait for another. */
      readonly type: 'step-refused'
    }
  | {
      /** The step's time is over. */
      readonly type: 'step-overdue'
    }
)

/** A merchant with the right to charge declares that the gateway never accepted the request in doubt. */
export interface NotAccepted {
  readonly type: 'declared-not-accepted'
  /** Name of the merchant key. */
  readonly by: string
  /** What was in doubt. An older version did not keep it. */
  readonly request?: RequestRef<'attempt' | 'follow-up'>
}

/** The intent of a follow-up was stored. The request goes out next. */
export interface FollowUpWanted {
  readonly type: 'follow-up-wanted'
  readonly kind: FollowUpKind
  readonly key: string
  readonly attempt: number
  readonly amountMinor: number
  readonly isWhole: boolean
  readonly comment?: string
  /** The caller named no sum: it is all that was left. */
  readonly isRest?: true
  /** Name of the merchant key. An object of an older version did not log it. */
  readonly by?: string
  /** It was asked for under this number by a key with limits. */
  readonly number?: number
  /** The key's count of the day has its sum. */
  readonly isCounted?: true
  /** Name of the other key that approved it. */
  readonly decidedBy?: string
}

/** A key with limits asks for a follow-up: its count of the day is asked next, or the follow-up waits. Nothing is sent. */
export interface FollowUpAsked {
  readonly type: 'follow-up-asked'
  readonly kind: LimitedKind
  readonly key: string
  readonly amountMinor: number
  readonly isWhole: boolean
  readonly isRest?: true
  readonly comment?: string
  /** Name of the merchant key. */
  readonly askedBy: string
  /** When it lapses, if it was not sent by then; in milliseconds since the epoch. */
  readonly expiresAt: number
  /** The limit that it is above. Absent: the count decides. */
  readonly limit?: LimitName
}

/** What becomes of a follow-up that was not sent. */
export type UnsentEvent = { readonly number: number } & (
  | {
      /** The key's count of the day has no room for it. */
      readonly type: 'limit-exceeded'
      readonly limit: LimitName
    }
  | {
      /** The order changed before the count answered. */
      readonly type: 'follow-up-dropped'
      readonly code: ProblemCode
    }
  | {
      /** Another key refuses it. */
      readonly type: 'approval-refused'
      readonly by: string
    }
  | {
      /** Nobody decided in time, or the edge could not find out in time whether somebody has to. */
      readonly type: 'approval-lapsed'
    }
)

/** The count of the key's day has the sum of a follow-up again, or no more, or is asked to give it back. */
interface CountSettled {
  readonly type: 'count-settled'
  readonly number: number
  readonly counted: 'held' | 'releasing' | 'released'
}

/** The gateway answered that it knows no order of this name. */
export interface UnheardOf {
  readonly type: 'unheard-of'
  readonly attempt: number
  /** How many milliseconds it has to go on answering so before that is proof. */
  readonly spanMs: number
}

/**
 * A callback names a transaction by a name that the order has forgotten. In an older version a look for a second
 * transaction made it too.
 */
export interface UnmatchedFound {
  readonly type: 'unmatched-found'
  readonly attempt: number
  readonly gatewayId: string
  /** An attempt of this number had that name before the order was restored. Absent: a look found it. */
  readonly isForgotten?: true
}

/** The intent to refund a duplicate charge was stored. The request goes out next. */
interface DuplicateRefundSent {
  readonly type: 'duplicate-refund-sent'
  readonly number: number
}

/** The gateway reported saved cards of the session, or that a reference belongs to none. */
export interface SavedCardsTold {
  readonly type: 'saved-cards-told'
  readonly cards: readonly ReportedCard[]
}

/** The shopper removed a saved card of the session. */
export interface CardRemoved {
  readonly type: 'card-removed'
  readonly place: number
}

/** The gateway proved that it does not keep the card of an attempt whose shopper had agreed to it. */
export interface CardNotKept {
  readonly type: 'card-not-kept'
  readonly attempt: number
  readonly failure: Failure
}

/** The gateway named a transaction after the order itself was erased. */
export interface NamedLate {
  readonly type: 'named-late'
  readonly attempt: number
  readonly gatewayId: string
  /** The gateway's own word for the kind; empty where it has none. */
  readonly kind: string
}

/** The merchant says that the goods were sent, or corrects what is known of the parcel. */
export interface Sent {
  readonly type: 'sent'
  readonly key: string
  readonly shipment?: Shipment
  /** Name of the merchant key. */
  readonly by: string
}

/** The merchant moved the end of a payment request. */
export interface ExpiryChanged {
  readonly type: 'expiry-changed'
  /** Milliseconds since the epoch. */
  readonly expiresAt: number
  readonly key: string
  /** Name of the merchant key. */
  readonly by: string
}

/** Another order asks for the payment again. */
export interface Followed {
  readonly type: 'followed'
  readonly order: OrderName
  /** Name of the merchant key that opened the other order. */
  readonly by: string
}

/** The merchant asked for notifications again. */
export interface Resent {
  readonly type: 'resent'
  /** Name of the merchant key. */
  readonly by?: string
  /** The only endpoint that gets them. Absent: all. */
  readonly endpoint?: string
  /** Other notifications stay given up. */
  readonly isPartial?: true
}

export type OrderEvent =
  | Attempted
  | Replied
  | Reported
  | Looked
  | PollingEnded
  | RefusalConfirmed
  | Woken
  | Registered
  | Stepped
  | NotAccepted
  | FollowUpWanted
  | FollowUpAsked
  | UnsentEvent
  | CountSettled
  | UnheardOf
  | UnmatchedFound
  | DuplicateRefundSent
  | SavedCardsTold
  | CardRemoved
  | CardNotKept
  /** The gateway keeps the card, because its shopper agreed or a server of the merchant asked: `by` names its key. */
  | { readonly type: 'card-referred'; readonly reference: CardReference; readonly by?: string }
  /** The edge could not notify the merchant for days. */
  | { readonly type: 'given-up' }
  | Resent
  | Sent
  | ExpiryChanged
  | Followed
  /** The merchant wrote a note, or took it away. The words are stored with the shopper's data alone. */
  | { readonly type: 'noted'; readonly by: string }
  /** Personal data was erased, because its time was over or the merchant asked for it: `by` names its key. */
  | { readonly type: 'erased'; readonly by?: string }
  /** The merchant ended the order's tokens: `by` names its key. */
  | { readonly type: 'tokens-revoked'; readonly by: string }
  /** The time of the order itself was over. */
  | { readonly type: 'core-erased' }
  | NamedLate
  /** The shopper cancelled the order, or a server of the merchant did: `by` names its key. */
  | { readonly type: 'cancelled'; readonly by?: string }
  | { readonly type: 'expired' }
  /** A person clicked on the page of the order's link for the first time. A look is no event. */
  | { readonly type: 'seen' }
  /** A request's link was made again, under the key of this number: `by` names the merchant's own key. */
  | { readonly type: 'link-renewed'; readonly key: string; readonly by?: string }
  /** A person who came by the order's link gave up the attempt that they had started. */
  | { readonly type: 'attempt-cancelled'; readonly attempt: number }
  /** An order that may have been restored made sure that it has forgotten no attempt. */
  | { readonly type: 'restoration-checked' }
  /** The offer's counter is asked for units next, so the order may hold some from now on. */
  | { readonly type: 'limit-wanted' }
  /** The counter granted them, or had too few. */
  | { readonly type: 'limit-held' }
  | { readonly type: 'limit-refused' }
  /** It has not answered for a minute, while an approval waits for it. */
  | { readonly type: 'limit-unanswered' }
  /** The shopper goes on with a form that the units are reserved for. */
  | { readonly type: 'limit-renewed' }
  /** The units go back to the counter next; the counter has them back. */
  | { readonly type: 'limit-given-up' }
  | { readonly type: 'limit-released' }
