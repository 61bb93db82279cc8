import * as z from 'zod'
import { merchantOrder } from '../../../../shared/contract/order-schemas.ts'
import { operation } from '../../define-operation.ts'
import { orderResponse } from '../../follow-up.ts'
import { orderOf } from '../../order-place.ts'

/** `POST /v1/orders/{id}/mail`: for a merchant who asks to be paid, reminds, or sends a receipt again. */
export const mailOrder = operation(
  {
    route: 'POST /v1/orders/{id}/mail',
    tag: 'merchant',
    summary: 'Mails the shopper of an order',
    about:
      'A request or a reminder goes only to the address that your server gave when it created the order, a receipt to the ' +
      'one that the shopper used. The same key sends once. Answers before anything is sent: `mails` of the order has what ' +
      'became of it.',
    pages: 'merchant',
    access: { merchant: 'charge' },
    isKeyed: true,
    body: z.strictObject({ kind: z.enum(['receipt', 'request', 'reminder']) }).meta({ id: 'MailRequest' }),
    reply: { status: 200, description: 'The order as it stands.', body: merchantOrder },
    problems: [
      'mail-off',
      'mail-address-missing',
      'order-final',
      'order-not-settled',
      'attempt-in-flight',
      'key-reused',
      'too-many-requests',
    ],
  },
  async (c, { id, key, caller, body }) =>
    orderResponse(c, await orderOf(c, id).mailShopper({ kind: body.kind, key, by: caller.name })),
)
