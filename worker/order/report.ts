/** Turns the gateway's words into the order's own. Pure: no clock, no storage, no network. */

import type { Intent } from '../../shared/order-view.ts'
import type { Profile } from '../config/profile.ts'
import type { StatusReport } from '../gateway/reply.ts'
import type { Report, TransactionKind } from './events.ts'

/** Reads a status report of an order with an intent. An absent type is no payment: an approval needs proof. */
export function toReport(told: StatusReport, intent: Exclude<Intent, 'payout'>, profile: Profile): Report {
  const type = told.transactionType ?? ''
  return { ...told, type, kind: kindOf(type, told, intent, profile.transactionTypes) }
}

function kindOf(
  type: string,
  told: StatusReport,
  intent: Exclude<Intent, 'payout'>,
  types: Profile['transactionTypes'],
): TransactionKind {
  if (types[intent].includes(type)) return 'payment'
  if (!type && told.status !== 'approved') return 'payment'
  const kinds = ['capture', 'void', 'reversal', 'chargeback'] as const
  return kinds.find((kind) => types[kind].includes(type)) ?? 'other'
}
