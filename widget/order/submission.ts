import type { Customer } from '../../shared/customer.ts'
import type { PayOption } from '../forms/method-picker.ts'
import type { Api } from './api.ts'
import type { Terms } from './context.ts'

/** What the shopper clicked on. It is paid as it was then, or not at all, whatever the page does meanwhile. */
export interface Submission {
  readonly terms: Terms
  readonly option: PayOption
  readonly customer: Customer
  /** Sends the payment where the shopper's card is; default: from the page. */
  readonly send: Api['pay'] | undefined
}

/** Whether both come to the same payment: of the same thing, for the same sum, at the same edge. */
export const isSamePayment = (one: Terms, other: Terms) => paymentOf(one) === paymentOf(other)

const paymentOf = ({ edge, offer, session, choice, sum }: Terms) =>
  JSON.stringify([edge, offer, session, choice.amount, choice.quantity, sum])
