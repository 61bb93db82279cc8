/** The tone in which the desk marks an order. */
import type { Outcome } from '../../shared/order-outcome.ts'

/** The tone of a mark. The word beside it says the same. */
export type Mood = 'good' | 'bad' | 'notice' | 'busy' | 'calm'

/** What became of an order → the tone of its mark. */
export const MOODS: Readonly<Record<Outcome, Mood>> = {
  open: 'calm',
  sending: 'busy',
  'at the payment page': 'busy',
  'at the bank': 'busy',
  processing: 'busy',
  'outcome unknown': 'notice',
  paid: 'good',
  'on hold': 'busy',
  'card verified': 'good',
  'ready to pay out': 'busy',
  'paid out': 'good',
  captured: 'good',
  voided: 'calm',
  refunded: 'calm',
  'partly refunded': 'calm',
  'payout came back': 'notice',
  'payout partly came back': 'notice',
  'charged back': 'bad',
  'contradictory reports': 'notice',
  declined: 'bad',
  blocked: 'bad',
  failed: 'bad',
  cancelled: 'calm',
  expired: 'calm',
}
