/** Payouts: money goes out, at once or in two steps of which the first only checks. */
import * as z from 'zod'
import { accepted, refused } from '../../../shared/result.ts'
import { customer } from '../../domain/customer.ts'
import {
  destination,
  destinationDetails,
  destinationRefusal,
  payoutMethod,
} from '../../domain/destination.ts'
import { amount, currency, description, ip, line, reference } from '../../domain/request-fields.ts'
import { UNATTENDED, type UnattendedOrderReading } from '../charge.ts'

export const payoutBody = z
  .strictObject({
    reference,
    amount,
    currency,
    description: description(64).exactOptional(),
    purpose: line(128).exactOptional(),
    customer: customer.describe('Who is paid.').exactOptional(),
    to: destination,
    ip: ip.exactOptional(),
  })
  .meta({ id: 'PayoutRequest' })

type PayoutRequest = z.output<typeof payoutBody>

/** @param now Milliseconds since the epoch. */
export const payoutOrder = (body: PayoutRequest, now: number) => ordered(body, payoutMethod(body.to), now)

/** The first of two steps: the destination is checked and nothing is released. */
export const payoutCheckOrder = (body: PayoutRequest, now: number) => ordered(body, 'payout-check', now)

function ordered(
  { to, purpose, ...agreed }: PayoutRequest,
  method: ReturnType<typeof payoutMethod> | 'payout-check',
  now: number,
): UnattendedOrderReading {
  const wrong = destinationRefusal(to, 'to', now)
  if (wrong) return refused(wrong)
  return accepted({
    asked: { ...UNATTENDED, ...agreed, intent: 'payout', methods: [method] },
    charge: { method, details: { ...destinationDetails(to), ...(purpose !== undefined && { purpose }) } },
  })
}
