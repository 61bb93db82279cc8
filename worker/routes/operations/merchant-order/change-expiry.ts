import * as z from 'zod'
import { merchantOrder } from '../../../../shared/contract/order-schemas.ts'
import { operation } from '../../define-operation.ts'
import { orderResponse } from '../../follow-up.ts'
import { orderOf } from '../../order-place.ts'

const body = z
  .strictObject({
    expiresAt: z.iso
      .datetime({ offset: true })
      .describe('ISO 8601. At least a minute from now, and at most 180 days after the opening.'),
  })
  .meta({ id: 'ExpiryRequest' })

/** `POST /v1/orders/{id}/expiry`: a payment request ends earlier or later. */
export const changeExpiry = operation(
  {
    route: 'POST /v1/orders/{id}/expiry',
    tag: 'merchant',
    summary: 'Changes the end of a payment request',
    about:
      'For a request that can still be paid. Its link stays the same, and an attempt under way goes on. The same key ' +
      'changes it once. A request that was mailed has one reminder for each end. To end it now, cancel it.',
    pages: 'merchant',
    access: { merchant: 'charge' },
    isKeyed: true,
    body,
    reply: { status: 200, description: 'The order, with `expiresAt`.', body: merchantOrder },
    problems: ['order-final', 'follow-up-impossible', 'key-reused'],
  },
  async (c, { id, key, caller, body }) => {
    const request = { key, by: caller.name, expiresAt: Date.parse(body.expiresAt) }
    return orderResponse(c, await orderOf(c, id).changeExpiry(request))
  },
)
