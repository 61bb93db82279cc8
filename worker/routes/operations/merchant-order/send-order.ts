import * as z from 'zod'
import { merchantOrder } from '../../../../shared/contract/order-schemas.ts'
import { line } from '../../../domain/request-fields.ts'
import { operation } from '../../define-operation.ts'
import { orderResponse } from '../../follow-up.ts'
import { orderOf } from '../../order-place.ts'

const MAX_NAME = 64
const MAX_ADDRESS = 512

const body = z
  .strictObject({
    carrier: line(MAX_NAME).describe('Who carries it.').exactOptional(),
    parcel: line(MAX_NAME).describe('The number of the parcel.').exactOptional(),
    url: z
      .url({ protocol: /^https$/ })
      .max(MAX_ADDRESS)
      .refine((text) => !URL.parse(text)?.username && !URL.parse(text)?.password)
      .describe('The carrier’s page that follows the parcel.')
      .exactOptional(),
  })
  .meta({ id: 'SentRequest' })

/** `POST /v1/orders/{id}/sent`: the goods are on their way. */
export const sendOrder = operation(
  {
    route: 'POST /v1/orders/{id}/sent',
    tag: 'merchant',
    summary: 'Notes that the goods of an order were sent',
    about:
      'For a payment or a preauthorization that was approved. The same key is noted once; another key corrects the parcel, ' +
      'and `sentAt` stays. Moves no money. The parcel is erased with the shopper’s data.',
    pages: 'merchant',
    access: { merchant: 'charge' },
    isKeyed: true,
    body,
    reply: { status: 200, description: 'The order, with `sentAt`.', body: merchantOrder },
    problems: ['follow-up-impossible', 'key-reused'],
  },
  async (c, { id, key, caller, body: shipment }) => {
    const isTold = Object.keys(shipment).length > 0
    const request = { key, by: caller.name, ...(isTold && { shipment }) }
    return orderResponse(c, await orderOf(c, id).noteSent(request))
  },
)
