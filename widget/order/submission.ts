import type { Customer } from '../../shared/customer.ts'
import type { Api } from './api.ts'
import type { Terms } from './context.ts'
import type { PayOption } from './ways.ts'

/** What sends payments to the edge. */
export type Payer = Pick<Api, 'checkout' | 'pay'>

/** What the shopper submits with a click. The tag pays exactly this or nothing, whatever the page changes meanwhile. */
export interface Submission {
  readonly terms: Terms
  /** How many attempts the order had when the shopper clicked. */
  readonly seen: number
  readonly option: PayOption
  readonly customer: Customer
  /** The frame that has the card sends the payment. Default: the page does. */
  readonly payer: Payer | undefined
}

/** The key of an attempt, from that of its order, so that two tabs that saw the same order start one attempt. */
export const attemptKey = (orderKey: string, attempt: number) => `${orderKey}.${attempt}`

/** Whether both mean the same payment: the same goods and choice at the same edge. */
export const isSamePayment = (one: Terms, other: Terms) => paymentOf(one) === paymentOf(other)

const paymentOf = ({ edge, goods, session, choice }: Terms) => JSON.stringify([edge, goods, session, choice])
