import * as z from 'zod'
import { merchantOrder } from '../../../../shared/contract/order-schemas.ts'
import { endpointsOf } from '../../../config/webhooks-setting.ts'
import { operation } from '../../define-operation.ts'
import { orderResponse } from '../../follow-up.ts'
import { orderOf } from '../../order-place.ts'
import { problem } from '../../respond.ts'

const body = z
  .strictObject({
    endpoint: z
      .string()
      .max(512)
      .describe('The only receiver that gets them, by its id in `webhookEndpoints`. Default: all.')
      .exactOptional(),
  })
  .meta({ id: 'ResendRequest' })

/** `POST /v1/orders/{id}/webhooks/resend`: for a merchant whose receiver was down. Each call sends once more. */
export const resendWebhooks = operation(
  {
    route: 'POST /v1/orders/{id}/webhooks/resend',
    tag: 'merchant',
    summary: 'Resends webhooks for an order',
    about:
      'Also retries notifications that the receiver did not take within three days. Answers before anything is sent.',
    pages: 'merchant',
    access: { merchant: 'charge' },
    body,
    reply: { status: 200, description: 'The order as it stands.', body: merchantOrder },
    problems: ['webhook-off', 'endpoint-gone'],
  },
  async (c, { id, caller, body: { endpoint } }) => {
    const endpoints = endpointsOf(c.get('config'))
    if (endpoints.length === 0) return problem(c, { code: 'webhook-off' })
    if (endpoint !== undefined && !endpoints.some((one) => one.id === endpoint))
      return problem(c, { code: 'endpoint-gone', fields: ['endpoint'] })
    return orderResponse(c, await orderOf(c, id).resend(caller.name, endpoint))
  },
)
