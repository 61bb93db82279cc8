/** Log lines for operators. */
import { isAtForm } from '../../../shared/order-status.ts'
import type { LogFields } from '../../config/log.ts'
import type { OrderState } from '../model/state.ts'
import { statusOf } from '../model/status.ts'

/** A log line: its name, with codes and identifiers. */
export type AuditLine = readonly [name: string, fields: LogFields]

/**
 * Lists what is new: another status, a duplicate charge, an unmatched transaction, a finished refund of a duplicate. That a
 * request led to a form has no line: the one before said that it went out, one follows once something comes of it, and one of
 * the gateway's client where no answer came. A line costs as much as the row that it tells of.
 */
export function auditLines(before: OrderState, after: OrderState): AuditLine[] {
  const [former, status] = [statusOf(before), statusOf(after)]
  const isNews = status !== former && !(former === 'sending' && isAtForm(status))
  const surplus = after.transactions.filter((one) => one.surplus && !before.transactions.includes(one))
  const unmatched = after.unmatched.filter(({ id }) => !before.unmatched.some((one) => one.id === id))
  const reversed = after.duplicateRefunds.filter(
    ({ status, number }) => status === 'approved' && before.duplicateRefunds[number - 1]?.status !== status,
  )
  return [
    ...(isNews ? [['order-status', { status, seq: after.seq }] as const] : []),
    ...surplus.map(({ id, attempt }) => ['surplus-approval', { attempt, transaction: id }] as const),
    ...unmatched.map(({ id }) => ['foreign-transaction', { transaction: id }] as const),
    ...reversed.map(
      ({ gatewayId, tries }) => ['surplus-reversed', { transaction: gatewayId, tries }] as const,
    ),
  ]
}
