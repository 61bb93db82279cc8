/**
 * Card and account data of one attempt. It stays in memory for one call: never store it, log it or digest it.
 * What a gateway echoes of it, `gateway/card-data-redaction.ts` removes.
 */
import type { PayoutAccount } from '../../shared/http-bodies.ts'
import type { Card } from './card.ts'

/** A recurring payment is charged every `interval` periods. */
interface Schedule {
  readonly period: 'day' | 'week' | 'month' | 'year'
  readonly interval: number
}

/** Data of an attempt beyond the order's terms. The method decides which members are there. */
export interface Details {
  readonly card?: Card
  /** A saved card's reference at the gateway, and the code that the shopper typed. */
  readonly cardRef?: string
  readonly cvv?: string
  readonly bank?: PayoutAccount
  readonly wallet?: string
  readonly receiverPhone?: string
  readonly purpose?: string
  readonly comment?: string
  /** Sources of a transfer other than a card: the merchant's deposit, or a recurring payment's card. */
  readonly fromDeposit?: boolean
  readonly recurringPaymentId?: string
  /** Targets of a transfer. */
  readonly toCard?: string
  readonly toRecurringPayment?: string
  readonly schedule?: Schedule
}
