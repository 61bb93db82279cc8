/** What the gateway's answers come to. Each kind is read in a file of its own. */

/** The gateway definitely did not do what it was asked. */
export interface Refused {
  readonly kind: 'refused'
  /** Empty where the answer has none. */
  readonly errorCode: string
  /** At most 200 printable characters without card numbers; for the merchant's eyes only. */
  readonly errorMessage: string | undefined
}

/** Answer to what starts a transaction or acts on one: it was taken, or definitely was not. */
export type Acceptance =
  | {
      readonly kind: 'accepted'
      readonly gatewayId: string
      readonly serialNumber: string | undefined
      /** Where the shopper goes next, as it came: neither its scheme nor its host was looked at. */
      readonly redirectUrl: string | undefined
      /** What else the shopper has to do next, where it is told so early; in answers that start something or take a step's result. */
      readonly threeDs?: ThreeDsStep | undefined
      readonly html?: string | undefined
    }
  | Refused

/** Answer to a request for a card reference. */
export type CardRefReply =
  | {
      readonly kind: 'accepted'
      readonly cardRef: string
      /** The same for every reference to one card. */
      readonly uniqueCardRef: string | undefined
      readonly recurringPaymentId: string | undefined
    }
  | Refused

/** Answer to the question what card a reference stands for. */
export type CardInfoReply =
  | {
      readonly kind: 'accepted'
      readonly bin: string
      readonly brand: string
      /** At most the first six to eight and the last four digits. */
      readonly masked: string
      /** `01` to `12`, empty where it was not told. */
      readonly expiryMonth: string
      /** Four digits, empty where it was not told. */
      readonly expiryYear: string
      readonly holder: string | undefined
    }
  | Refused

/** Answer to a request for scheduled charges. */
export type RecurringPaymentReply =
  | {
      readonly kind: 'accepted'
      readonly recurringPaymentId: string
      readonly gatewayId: string | undefined
    }
  | Refused

/** Where a transaction stands, as far as the gateway says. */
export type GatewayStatus = 'approved' | 'declined' | 'error' | 'filtered' | 'processing' | 'unknown'

/** What the merchant has to do for 3-D Secure, while it is due. Addresses are as they came, like every other. */
export type ThreeDsStep =
  | {
      readonly type: 'method'
      /** `undefined`: the bank has no Method page, and the step is reported at once. */
      readonly methodUrl: string | undefined
      readonly serverTransactionId: string | undefined
    }
  | { readonly type: 'challenge'; readonly acsUrl: string; readonly creq: string }
  | {
      readonly type: 'pareq'
      readonly acsUrl: string
      readonly pareq: string
      readonly md: string | undefined
    }

/** All amounts are in minor units; `undefined` where the answer has none, or one that the currency cannot have. */
export interface StatusReport {
  readonly kind: 'status'
  readonly status: GatewayStatus
  readonly gatewayId: string | undefined
  readonly clientOrderId: string | undefined
  /** Of the stage that the report is about. */
  readonly serialNumber: string | undefined
  readonly amountMinor: number | undefined
  readonly initialAmountMinor: number | undefined
  readonly currency: string | undefined
  readonly transactionType: string | undefined
  /** Sum of what was given back or released so far. */
  readonly reversedMinor: number | undefined
  /** Sum of what was captured so far. */
  readonly capturedMinor: number | undefined
  readonly errorCode: string
  /** At most 200 printable characters without card numbers; for the merchant's eyes only. */
  readonly errorMessage: string | undefined
  readonly card: { readonly brand: string; readonly masked: string; readonly expires: string } | undefined
  readonly cardRef: string | undefined
  /** Which of these have no value at all in the reply; one that cannot be read is told. */
  readonly lacks?: readonly ('amount' | 'currency' | 'type')[]
  /** Where the shopper goes next, as it came: neither its scheme nor its host was looked at. */
  readonly redirectUrl: string | undefined
  readonly threeDs: ThreeDsStep | undefined
  /** A page for the shopper, while one is due: foreign, and bounded. */
  readonly html: string | undefined
}

/** Answer to a question for the status: a report, or an error that says nothing about the money. */
export type StatusReply = StatusReport | StatusError

/**
 * An error in place of a report. One that is firm may mean that there is no such order: an error with a status of success,
 * or 400, 404 or 422. It may also be a "system busy" with a status of success, which nothing tells apart, so one such
 * answer proves nothing. Any other is the gateway's bad moment, or says that somebody may not ask.
 */
export interface StatusError extends Omit<Refused, 'kind'> {
  readonly kind: 'error'
  readonly isFirm: boolean
}
