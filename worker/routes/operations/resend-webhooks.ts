/** `POST /v1/orders/{id}/webhooks/resend`: for a merchant whose receiver was away. */
import { problem } from '../respond.ts'
import type { HandlerOf } from '../serve.ts'

/** Tells the order anew as it stands, and what was given up. Repeating it tells once more. */
export const resendWebhooks: HandlerOf<'resendWebhooks'> = async (c, { id }) => {
  if (c.get('config').WEBHOOK_URL === undefined) return problem(c, { code: 'webhook-off' })
  const resent = await c.env.ORDERS.getByName(id).resend()
  return resent.ok ? c.json(resent.value) : problem(c, resent.reason)
}
