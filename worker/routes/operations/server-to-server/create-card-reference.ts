import * as z from 'zod'
import { cardReference } from '../../../../shared/contract/order-schemas.ts'
import { cardRefOperation, isSignable } from '../../../order/model/methods.ts'
import { operation } from '../../define-operation.ts'
import { orderOf } from '../../order-place.ts'
import { problem } from '../../respond.ts'

const body = z
  .strictObject({ version: z.enum(['v2', 'v4']).default('v2') })
  .meta({ id: 'CardReferenceRequest' })

/** `POST /v1/orders/{id}/card-ref`: tokenizes the card of a payment. */
export const createCardReference = operation(
  {
    route: 'POST /v1/orders/{id}/card-ref',
    tag: 'merchant',
    summary: 'Creates a reference to the card that paid an order',
    pages: 'merchant',
    access: { merchant: 'charge' },
    body,
    reply: { status: 200, description: 'The reference.', body: cardReference },
    problems: ['gateway-refused', 'gateway-silent', 'follow-up-impossible', 'private-key-missing'],
  },
  async (c, { id, caller, body: { version } }) => {
    if (!isSignable(cardRefOperation(version), c.get('config')))
      return problem(c, { code: 'private-key-missing' })
    const created = await orderOf(c, id).createCardReference(version, caller.name)
    return created.ok ? c.json(created.value) : problem(c, created.reason)
  },
)
