/** Everything that can happen to an order. Replies, callbacks, alarms and clicks differ only in the event they make. */
import type { CardReference, Failure, FollowUpKind, Way } from '../../../shared/order-view.ts'
import type { StatusField } from '../../config/gateway-profile.ts'
import type { GatewayTarget } from '../../gateway/request.ts'
import type { AnswerFields, AttemptStatus, CardShown, ReportedCard, ShownIn, Step } from './state.ts'

/** What kind of transaction a report is about. `payment` is the one that was asked for; paying a checked payout out is
 * its capture. */
export type TransactionKind = 'payment' | 'capture' | 'void' | 'reversal' | 'chargeback' | 'other'

/** What the gateway said of an attempt, in the order's own terms. */
export interface Report {
  readonly status: Exclude<AttemptStatus, 'sending' | 'redirect' | 'method' | 'challenge' | 'lost'>
  readonly kind: TransactionKind
  /** The gateway's word for the kind. */
  readonly type: string
  readonly gatewayId: string | undefined
  readonly clientOrderId: string | undefined
  readonly amountMinor: number | undefined
  readonly currency: string | undefined
  /** Sums of all captures and of all returns so far. */
  readonly capturedMinor?: number | undefined
  readonly reversedMinor: number | undefined
  /** Names the request that made the transaction. */
  readonly serialNumber?: string | undefined
  readonly card: CardShown | undefined
  /** A step of 3-D Secure that the gateway waits for. */
  readonly step?: NewStep | undefined
  /** What the report lacks and the gateway's profile says that it never tells. */
  readonly untold?: readonly StatusField[]
  readonly errorCode?: string | undefined
  readonly errorMessage?: string | undefined
}

/** A step as it is first heard of. */
export type NewStep = Omit<Step, 'since' | 'isAnswered' | 'isOver' | 'openedAt' | 'broughtCount' | 'brought'>

/** A shopper's or merchant's wish to pay was stored; the request goes out next. */
export interface Attempted {
  readonly type: 'attempted'
  readonly key: string
  readonly method: Way
  readonly destination: GatewayTarget
  readonly bodyDigest?: string
  /** How the page that asked for it shows what comes next. Absent: it leaves for it. */
  readonly shownIn?: ShownIn
  /** The shop's page that asked for it, within the session's origins. */
  readonly pageUrl?: string
  /** The shopper agreed that the card is kept, by a reference of this version. */
  readonly keepCard?: CardReference['version']
  /** The offer's counter gave the units that were asked for. */
  readonly isHeld?: true
}

/** The gateway took the request. Without an address nobody can pay there. */
export interface Accepted {
  readonly type: 'accepted'
  readonly attempt: number
  readonly gatewayId: string
  readonly serialNumber: string | undefined
  readonly redirectUrl: string | undefined
  /** The edge's own page that has it inside, where the attempt is shown in a frame. */
  readonly redirectFrame?: string
  /** What the shopper has to do next, where the answer tells it already; only for an attempt without a form. */
  readonly step?: NewStep
}

/** The gateway answered that it did not take the request. */
export interface Refused {
  readonly type: 'refused'
  readonly attempt: number
  /** Nothing left for the gateway, so there is nothing to ask about. */
  readonly isUnsent?: true
  readonly gatewayCode?: string
  readonly gatewayMessage?: string
}

/** Asked about what it had refused, the gateway answered that it knows no such order. */
export interface RefusalConfirmed {
  readonly type: 'refusal-confirmed'
  readonly attempt: number
  /** It did not say so by a known code: then it has to say so twice, this far apart, in milliseconds. */
  readonly apartMs?: number
}

/** No usable answer came, so the gateway may have acted. */
export interface ReplyLost {
  readonly type: 'reply-lost'
  readonly attempt: number
}

/** `status` was asked, and answered. */
export interface Reported {
  readonly type: 'reported'
  readonly attempt: number
  readonly report: Report
}

/** A callback or a returning shopper: a reason to ask, never an outcome. */
export interface Woken {
  readonly type: 'woken'
  readonly attempt: number
  readonly by: 'callback' | 'return'
  /** The transaction that the gateway vouches for; absent where the control was wrong. */
  readonly gatewayId?: string
  /** How many with a wrong control came since the last that is on record. */
  readonly forged?: number
}

/** The gateway took a request for a recurring payment, which is no transaction: its answer is the outcome. */
export interface Registered {
  readonly type: 'registered'
  readonly attempt: number
  readonly gatewayId: string | undefined
  readonly recurringPaymentId: string
}

/** What becomes of a step: its names keep an event of one step from touching the next. */
export type Stepped = {
  readonly attempt: number
  readonly step: Step['type']
  /** When the step was first heard of: the gateway may ask for another one of its type. Absent: the one that is due. */
  readonly since?: number
} & (
  | {
      /** A browser was sent on to the bank. */
      readonly type: 'step-opened'
    }
  | {
      /** The bank's answer came; it is handed on next. */
      readonly type: 'step-brought'
      readonly fields: AnswerFields
    }
  | {
      /** The gateway took the answer, or the end of a Method page. */
      readonly type: 'step-answered'
      /** What the shopper has to do next, where its reply told it. */
      readonly next?: NewStep
    }
  | {
      /** The gateway said no to an answer, and may still wait for another. */
      readonly type: 'step-refused'
    }
  | {
      /** Its time is over. */
      readonly type: 'step-overdue'
    }
)

/** The last question about something under way was asked, and it is still under way. */
export interface PollingEnded {
  readonly type: 'asking-ended'
  readonly attempt?: number
  readonly followUp?: number
}

/** A merchant with the right to charge says that the gateway never took what is in doubt. */
export interface NotAccepted {
  readonly type: 'declared-not-accepted'
  /** Name of the merchant key. */
  readonly by: string
}

/** Something is to be done with the payment; the request goes out next. */
export interface FollowUpWanted {
  readonly type: 'follow-up-wanted'
  readonly kind: FollowUpKind
  readonly key: string
  readonly attempt: number
  readonly amountMinor: number
  readonly isWhole: boolean
  readonly comment?: string
  /** No sum was named: it is all that was left. */
  readonly isRest?: true
}

/** The answer to a follow-up's request: taken, proven not to be taken, or none. */
export type FollowUpAnswered = { readonly followUp: number } & (
  | { readonly type: 'follow-up-accepted'; readonly serialNumber: string | undefined }
  | { readonly type: 'follow-up-refused'; readonly failure: Failure; readonly isUnsent?: true }
  | { readonly type: 'follow-up-lost' }
)

/** `status` was asked about a follow-up, and answered. */
export interface FollowUpReported {
  readonly type: 'follow-up-reported'
  readonly followUp: number
  readonly report: Report
}

/** The gateway answered that it knows no order of this name. */
export interface UnheardOf {
  readonly type: 'unheard-of'
  readonly attempt: number
  /** How long it has to go on saying so before it is proof, in milliseconds. */
  readonly spanMs: number
}

/** A transaction under an attempt's name that the order did not start was found by asking. */
export interface UnmatchedFound {
  readonly type: 'foreign-found'
  readonly attempt: number
  readonly gatewayId: string
}

/** `status` was asked about such a transaction, and answered. */
export interface UnmatchedReported {
  readonly type: 'foreign-reported'
  readonly gatewayId: string
  readonly report: Report
}

/** What became of the request that gives a charge too many back. */
export type ReversalAnswered = { readonly reversal: number } & (
  | { readonly type: 'reversal-sent' }
  | { readonly type: 'reversal-accepted'; readonly serialNumber: string | undefined }
  | { readonly type: 'reversal-refused' }
  | { readonly type: 'reversal-lost' }
)

/** `status` was asked about a charge too many, and answered. */
export interface ReversalReported {
  readonly type: 'reversal-reported'
  readonly reversal: number
  readonly report: Report
}

/** The gateway told of saved cards of the session, or that one of them is none. */
export interface SavedCardsTold {
  readonly type: 'saved-cards-told'
  readonly cards: readonly ReportedCard[]
}

/** The gateway proved that it does not keep the card of an attempt whose shopper agreed to it. */
export interface CardNotKept {
  readonly type: 'card-not-kept'
  readonly attempt: number
  readonly failure: Failure
}

export type OrderEvent =
  | Attempted
  | Accepted
  | Refused
  | RefusalConfirmed
  | ReplyLost
  | Reported
  | Woken
  | Registered
  | PollingEnded
  | Stepped
  | NotAccepted
  | FollowUpWanted
  | FollowUpAnswered
  | FollowUpReported
  | UnheardOf
  | UnmatchedFound
  | UnmatchedReported
  | ReversalAnswered
  | ReversalReported
  | SavedCardsTold
  | CardNotKept
  | { readonly type: 'card-referred'; readonly reference: CardReference }
  /** The merchant could not be told of something for days; then the merchant asked to be told anew. */
  | { readonly type: 'given-up' }
  | { readonly type: 'resent' }
  /** Personal data was erased on the merchant's word. */
  | { readonly type: 'erased' }
  /** The shopper gave the order up, or a server of the merchant's did: `by` names its key. */
  | { readonly type: 'cancelled'; readonly by?: string }
  | { readonly type: 'expired' }
  /** The offer's counter is asked for units next, so some may be held from now on. */
  | { readonly type: 'limit-wanted' }
  /** It gave them, or had too few. */
  | { readonly type: 'limit-held' }
  | { readonly type: 'limit-refused' }
  /** It has not answered for a minute, while an approval waits for it. */
  | { readonly type: 'limit-unanswered' }
  /** The shopper goes on with a form that they are reserved for. */
  | { readonly type: 'limit-renewed' }
  /** They go back to the counter next; it has them back. */
  | { readonly type: 'limit-given-up' }
  | { readonly type: 'limit-released' }
