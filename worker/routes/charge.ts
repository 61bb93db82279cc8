/** What an order of a merchant's server is told besides its terms: in memory, for one call. */
import type { Way } from '../../shared/order-view.ts'
import type { Result } from '../../shared/result.ts'
import type { ToldCard } from '../domain/card.ts'
import type { Destination } from '../domain/destination.ts'
import type { Refusal } from '../domain/refusal.ts'
import type { Asked } from './server-terms.ts'

export interface ChargeDetails {
  readonly card?: ToldCard
  readonly cardRef?: string
  readonly cvv?: string
  readonly bank?: NonNullable<Destination['bank']>
  readonly wallet?: string
  readonly receiverPhone?: string
  readonly purpose?: string
  readonly comment?: string
  readonly fromDeposit?: boolean
  readonly recurringPaymentId?: string
  readonly toCard?: string
  readonly toRecurringPayment?: string
  readonly schedule?: { readonly period: 'day' | 'week' | 'month' | 'year'; readonly interval: number }
}

/** An order with no shopper present: what is agreed, and the only attempt there will be. */
export interface UnattendedOrder {
  readonly asked: Omit<Asked, 'kind'>
  readonly charge: { readonly method: Way; readonly details: ChargeDetails }
}

/** The order that a request asks for, or what is wrong with the card in it. */
export type UnattendedOrderReading = Result<UnattendedOrder, Refusal>

/** What all of them have in common: nobody is asked for anything. */
export const UNATTENDED = { isAttended: false, collect: [], mayRequire: false } as const
