/** Where a fault rule applies. Pure: no clock, no storage, no network. */

import { createHash } from 'node:crypto'
import { MESSAGES } from './callback-faults.ts'
import { type FaultRule, ONLY_FOR } from './request-faults.ts'

/** A request, a callback or a browser return, as fault rules see it. */
export interface Exchange {
  /** An operation, or the kind of a message. */
  readonly operation: string
  readonly clientOrderId: string
  /** How many of this operation there were under this merchant order id, with this one. */
  readonly number: number
}

/** Whether a rule applies to an exchange. It is the same answer every time, whatever else happened in between. */
export const applies = (rule: FaultRule, exchange: Exchange) =>
  isMeant(rule, exchange) && isDrawn(rule, exchange)

const isMessage = (operation: string) => MESSAGES.some((kind) => kind === operation)

function isMeant(rule: FaultRule, { operation, clientOrderId }: Exchange): boolean {
  const isNamed = rule.operation === operation || (rule.operation === '*' && !isMessage(operation))
  const isPossible = ONLY_FOR[rule.fault]?.(operation) ?? true
  return isNamed && isPossible && clientOrderId.startsWith(rule.clientOrderId ?? '')
}

/**
 * Draws by a hash and not by a generator, so that the order in which parallel requests arrive does not matter.
 *
 * A status that lags for a time does so at every question: else it would go back and forth.
 */
function isDrawn(rule: FaultRule, { operation, clientOrderId, number }: Exchange): boolean {
  const { probability, seed = 0, fault, delayMs } = rule
  if (probability === undefined) return true
  const isOnceForAll = fault === 'lagging' && delayMs !== undefined
  const drawn = JSON.stringify([seed, fault, operation, clientOrderId, isOnceForAll ? 0 : number])
  return createHash('sha256').update(drawn).digest().readUInt32BE() / 2 ** 32 < probability
}
