/** Values of one call that are carried in memory alone: never stored, never logged, never part of a digest. */
import type { PayoutAccount } from '../../shared/messages.ts'

/** A payment card as it was given. `expiryMonth` has two digits, `expiryYear` four. */
export interface Card {
  readonly number: string
  readonly holder: string
  readonly expiryMonth: string
  readonly expiryYear: string
  readonly cvv?: string
}

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

/** What a browser tells of itself for 3-D Secure. The address and the headers are taken from the request. */
export interface Browser {
  readonly acceptHeader: string
  readonly userAgent: string
  readonly javaEnabled: boolean
  readonly javascriptEnabled: boolean
  readonly language: string
  readonly colorDepth: string
  readonly screenWidth: string
  readonly screenHeight: string
  /** Minutes between UTC and the browser's zone, as JavaScript tells it. */
  readonly timeZone: string
}
