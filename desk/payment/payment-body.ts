/** What the desk sends to open an order. Pure. */
import type { SessionRequest } from '../../packages/server/src/contract.generated.ts'

/** What a person chose of a payment request. */
export interface PaymentChoice {
  /** Decimal text. */
  readonly amount: string
  readonly currency: string
  readonly description: string
  readonly reference: string
  /** Empty: the shopper types it. */
  readonly email: string
  /** BCP 47 tag; empty: the shopper's browser decides. */
  readonly locale: string
  readonly days: number
  /** Empty: all that the edge offers. */
  readonly methods: NonNullable<SessionRequest['methods']>
  /** Id of the order whose payment is asked for again. */
  readonly follows?: string | undefined
  /** The money is put on hold, and taken later. */
  readonly isHold: boolean
}

const DAY_SECONDS = 24 * 3600

/** Links of the till are for the shopper in front of it. */
const TILL_SECONDS = 15 * 60

/** A body of `POST /v1/orders` that says how long the order takes payments, in seconds. */
export type TimedRequest = SessionRequest & { readonly expiresIn: number }

/** The body of a payment request. */
export const requestBody = (choice: PaymentChoice): TimedRequest => ({
  ...{ reference: choice.reference, intent: choice.isHold ? 'preauth' : 'sale' },
  ...{ amount: choice.amount, currency: choice.currency, description: choice.description },
  ...(choice.methods.length > 0 && { methods: choice.methods }),
  ...(choice.email && { customer: { email: choice.email } }),
  ...(choice.locale && { locale: choice.locale }),
  ...(choice.follows && { follows: choice.follows }),
  ...{ expiresIn: choice.days * DAY_SECONDS, request: true },
})

/** The body of an order at the till. It is no request: nobody gets its link later. */
export const tillBody = ({
  amount,
  currency,
  description,
  reference,
}: Pick<PaymentChoice, 'amount' | 'currency' | 'description' | 'reference'>): TimedRequest => ({
  ...{ reference, intent: 'sale', amount, currency, description },
  expiresIn: TILL_SECONDS,
})
