import type { Customer } from '../../shared/customer.ts'
import type { Api } from './api.ts'
import type { Terms } from './context.ts'
import type { PayOption } from './ways.ts'

/** What the shopper submits with a click. The tag pays exactly this or nothing, whatever the page changes meanwhile. */
export interface Submission {
  readonly terms: Terms
  /** How many attempts the order had when the shopper clicked. */
  readonly seen: number
  readonly option: PayOption
  readonly customer: Customer
  /** Sends the request from the frame that has the card; default: from the page. */
  readonly send: Api['pay'] | undefined
}

/** Whether both mean the same payment: the same goods and sum at the same edge. */
export const isSamePayment = (one: Terms, other: Terms) => paymentOf(one) === paymentOf(other)

const paymentOf = ({ edge, goods, session, choice, sum }: Terms) =>
  JSON.stringify([edge, goods, session, choice.amount, choice.quantity, sum])
