/** `POST /v1/payouts`: money goes out in one step. `check-payout` shares its body, for the first of two steps. */
import * as z from 'zod'
import { accepted, refused } from '../../../../shared/result.ts'
import { customer } from '../../../domain/customer.ts'
import {
  destination,
  destinationDetails,
  destinationRefusal,
  payoutMethod,
} from '../../../domain/destination.ts'
import { amount, currency, description, ip, line, reference } from '../../../domain/request-fields.ts'
import { operation } from '../../define-operation.ts'
import {
  NO_SHOPPER,
  SERVER_TO_SERVER_PROBLEMS,
  type ServerOrderReading,
  sendingOrder,
  serverToServer,
} from '../../server-to-server.ts'

export const payoutBody = z
  .strictObject({
    reference,
    amount,
    currency,
    description: description(64).exactOptional(),
    purpose: line(128).exactOptional(),
    customer: customer.describe('The payee.').exactOptional(),
    to: destination,
    ip: ip.exactOptional(),
  })
  .meta({ id: 'PayoutRequest' })

type PayoutRequest = z.output<typeof payoutBody>

/** Problems of both kinds of payout. */
export const PAYOUT_PROBLEMS = [
  ...SERVER_TO_SERVER_PROBLEMS,
  'amount-invalid',
  'card-invalid',
  'customer-invalid',
] as const

/** Pays money out at once. */
export const createPayout = operation(
  {
    ...serverToServer,
    route: 'POST /v1/payouts',
    summary: 'Creates a payout',
    access: { merchant: 'payout' },
    body: payoutBody,
    problems: PAYOUT_PROBLEMS,
  },
  sendingOrder((body, now) => payoutOrder(body, payoutMethod(body.to), now)),
)

/**
 * Reads a payout from the body.
 *
 * @param method `payout-check` only registers it.
 */
export function payoutOrder(
  { to, purpose, ...agreed }: PayoutRequest,
  method: ReturnType<typeof payoutMethod> | 'payout-check',
  now: number,
): ServerOrderReading {
  const wrong = destinationRefusal(to, 'to', now)
  if (wrong) return refused(wrong)
  return accepted({
    requested: { ...NO_SHOPPER, ...agreed, intent: 'payout', methods: [method] },
    charge: { method, details: { ...destinationDetails(to), ...(purpose !== undefined && { purpose }) } },
  })
}
