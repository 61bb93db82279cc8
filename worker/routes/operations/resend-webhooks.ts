import { merchantOrder } from '../../../shared/contract/order-schemas.ts'
import { empty } from '../../domain/request-fields.ts'
import { operation } from '../define-operation.ts'
import { orderResponse } from '../follow-up.ts'
import { orderOf } from '../order-place.ts'
import { problem } from '../respond.ts'

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
    body: empty,
    reply: { status: 200, description: 'The order as it stands.', body: merchantOrder },
    problems: ['webhook-off'],
  },
  async (c, { id, caller }) => {
    if (c.get('config').WEBHOOK_URL === undefined) return problem(c, { code: 'webhook-off' })
    return orderResponse(c, await orderOf(c, id).resend(caller.name))
  },
)
