/** Values of one call that are carried in memory alone: never stored, never logged, never part of a digest. */
import type { PayoutAccount } from '../../shared/messages.ts'
import type { Card } from './card.ts'

/** How often a recurring payment is charged: every so many periods. */
export interface Schedule {
  readonly period: 'day' | 'week' | 'month' | 'year'
  readonly interval: number
}

/** What an attempt needs beyond the order's terms; which parts depends on how it is made. */
export interface Details {
  readonly card?: Card
  /** A reference that the gateway made of a card, and the code typed with it. */
  readonly cardRef?: string
  readonly cvv?: string
  readonly bank?: PayoutAccount
  readonly wallet?: string
  readonly receiverPhone?: string
  readonly purpose?: string
  readonly comment?: string
  /** Where a transfer comes from besides a card: the merchant's deposit, or a recurring payment's card. */
  readonly fromDeposit?: boolean
  readonly recurringPaymentId?: string
  /** Where a transfer goes to. */
  readonly toCard?: string
  readonly toRecurringPayment?: string
  readonly schedule?: Schedule
}
