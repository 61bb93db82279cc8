import type { Refusal } from '../api/error-codes.ts'
import type { Backend } from '../backend.ts'
import { decideChargeback } from '../money/follow-up-rules.ts'
import { settleNow } from '../money/settlement.ts'
import type { Stages } from '../money/transaction.ts'
import { laterStage } from '../operations/later-stage.ts'

/**
 * Lets the cardholder's bank take back what the merchant has of an order, as a stage that nobody asked for.
 *
 * @returns Why there is nothing to take back, if so. A second call for the same order finds nothing.
 */
export function chargeBack(stages: Stages, backend: Backend): Refusal | undefined {
  const decision = decideChargeback(stages)
  if ('name' in decision) return decision
  const [opened] = stages
  const origin = { serialNumber: crypto.randomUUID(), endpoint: opened.endpoint }
  const stage = { ...laterStage(origin, opened), ...decision, createdAt: backend.now() }
  backend.store.add(stage)
  settleNow({ status: 'approved' }, stage, backend)
  return undefined
}
