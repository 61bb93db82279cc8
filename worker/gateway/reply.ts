/** Types of the gateway's replies. Each kind has a reader in its own file. */

/** The gateway definitely did nothing. */
export interface Refused {
  readonly kind: 'refused'
  /** Empty if the reply has none. */
  readonly errorCode: string
  /** At most 200 printable characters without card numbers. For the merchant only. */
  readonly errorMessage: string | undefined
}

/** Reply to a request that starts a transaction or acts on one: accepted, or definitely refused. */
export type Acceptance =
  | {
      readonly kind: 'accepted'
      /** `undefined` if only the shopper's next page or step shows that the gateway started the transaction. */
      readonly gatewayId: string | undefined
      readonly serialNumber: string | undefined
      /** The shopper's next address, unchecked: neither scheme nor host is validated. */
      readonly redirectUrl: string | undefined
      /** The shopper's next step, which replies to a charge or to a step's result may contain. */
      readonly threeDs?: ThreeDsStep | undefined
      readonly html?: string | undefined
    }
  | Refused

/** Reply to a request for a card reference. */
export type CardRefReply =
  | {
      readonly kind: 'accepted'
      readonly cardRef: string
      /** The same for every reference to one card. */
      readonly uniqueCardRef: string | undefined
      readonly recurringPaymentId: string | undefined
    }
  | Refused

/** Reply with the card behind a reference. */
export type CardInfoReply =
  | {
      readonly kind: 'accepted'
      readonly bin: string
      readonly brand: string
      /** At most the first six to eight and the last four digits. */
      readonly masked: string
      /** `01` to `12`; empty if unknown. */
      readonly expiryMonth: string
      /** Four digits; empty if unknown. */
      readonly expiryYear: string
      readonly holder: string | undefined
    }
  | Refused

/** Reply to a new recurring payment. */
export type RecurringPaymentReply =
  | {
      readonly kind: 'accepted'
      readonly recurringPaymentId: string
      readonly gatewayId: string | undefined
    }
  | Refused

/** The gateway's own status of a transaction. */
export type GatewayStatus = 'approved' | 'declined' | 'error' | 'filtered' | 'processing' | 'unknown'

/** The 3-D Secure step that is due for the merchant. Addresses are unchecked. */
export type ThreeDsStep =
  | {
      readonly type: 'method'
      /** `undefined`: the bank has no Method page, so the edge reports the step at once. */
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

/** Amounts are in minor units; `undefined` if the reply has none, or one that the currency cannot have. */
export interface StatusReport {
  readonly kind: 'status'
  readonly status: GatewayStatus
  readonly gatewayId: string | undefined
  readonly clientOrderId: string | undefined
  /** Serial number of the stage that the report describes. */
  readonly serialNumber: string | undefined
  readonly amountMinor: number | undefined
  readonly initialAmountMinor: number | undefined
  readonly currency: string | undefined
  readonly transactionType: string | undefined
  /** Sum of everything returned or released so far. */
  readonly reversedMinor: number | undefined
  /** Sum of everything captured so far. */
  readonly capturedMinor: number | undefined
  readonly errorCode: string
  /** At most 200 printable characters without card numbers. For the merchant only. */
  readonly errorMessage: string | undefined
  readonly card: { readonly brand: string; readonly masked: string; readonly expires: string } | undefined
  readonly cardRef: string | undefined
  /** Fields without any value in the reply. An unreadable value does not count as lacking. */
  readonly lacks?: readonly ('amount' | 'currency' | 'type')[]
  /** The shopper's next address, unchecked: neither scheme nor host is validated. */
  readonly redirectUrl: string | undefined
  readonly threeDs: ThreeDsStep | undefined
  /** A page for the shopper, if one is due: foreign markup of bounded length. */
  readonly html: string | undefined
}

/** Reply to a status request: a report, or an error that says nothing about the money. */
export type StatusReply = StatusReport | StatusError

/**
 * An error in place of a report. A firm one, with a success status or 400, 404 or 422, may mean that there is no such
 * order. But a success status may also carry a "system busy", which looks the same, so a single firm error proves
 * nothing. Any other error is temporary, or says that the request was not authorized.
 */
interface StatusError extends Omit<Refused, 'kind'> {
  readonly kind: 'error'
  readonly isFirm: boolean
  /** It names a transaction of the gateway all the same, so there is one. */
  readonly namesTransaction?: true
}
