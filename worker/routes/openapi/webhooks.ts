/** The webhooks in the API document: what the edge posts to the receivers. Pure. */
import * as z from 'zod'
import { merchantOrder, moment } from '../../../shared/contract/order-schemas.ts'
import { attack, lowStock, refusingGateway } from '../../../shared/contract/response-schemas.ts'
import { ATTACK_TYPES, EVERY_TYPE, GATEWAY_TYPES, STOCK_TYPES } from '../../outbox/notifications.ts'
import { type ApiRecording, named } from './examples.ts'
import { type Json, schemaOf } from './json-schema.ts'

/** Name and description. */
export const WEBHOOK_TAG = [
  'webhook',
  'Posted by the edge to `WEBHOOK_URL` or the addresses of `WEBHOOKS`, and signed by Standard Webhooks. Verify the signature before you trust a body.',
] as const

type WebhookType = (typeof EVERY_TYPE)[number]

/** Type → its summary. A new type does not compile without one. */
const SUMMARIES: Readonly<Record<WebhookType, string>> = {
  'order.approved': 'By `intent`: it was paid, is on hold, was verified, or was paid out',
  'order.declined': 'An attempt was declined',
  'order.filtered': 'The gateway’s fraud filter refused an attempt',
  'order.error': 'An attempt failed',
  'order.unknown': 'It is unclear whether money moved',
  'order.cancelled': 'The shopper or the shop cancelled',
  'order.expired': 'The time to pay is over',
  'order.captured': 'A hold was captured, or a checked payout sent',
  'order.voided': 'The payment, hold or payout was voided before settlement',
  'order.returned': 'The payment was refunded in full, the hold was reversed, or the payout came back',
  'order.partially-returned': 'A part of the payment was refunded, or of the payout came back',
  'order.charged-back': 'The cardholder’s bank reversed the payment',
  'request.seen': 'Somebody clicked on the page of an order’s link for the first time',
  'request.expired': 'Nobody paid a payment request in time',
  'order.resent': 'Your server asked for the order again',
  'attempt.unknown': 'The outcome of an attempt stays unknown, and the order does not depend on it',
  'follow-up.waiting': 'A refund is above the limits of its key, and another key has to decide',
  'follow-up.settled': 'A capture, void, return or payout succeeded or failed, or nobody let it go out',
  'surplus.found':
    'The edge found a duplicate charge or hold, and gives it back; or a duplicate payout, which it cannot',
  'surplus.reversed': 'A duplicate charge was refunded',
  'transaction.foreign': 'The gateway reported a transaction that the order did not start',
  'card.kept': 'A card was saved with the shopper’s consent',
  'card.removed': 'The shopper removed a saved card',
  'attack.began': 'Too many cards failed, so offers take no cards in the page for now',
  'attack.ended': 'Offers take cards in the page again',
  'gateway.refusing': 'The gateway refused several payments in a row, and accepted none since',
  'product.low': 'A sale left so few units of a product as its merchant wants to be told of',
}

const ABOUT =
  'Answer with any 2xx within 15 seconds. After any other answer the edge tries again for three days. Drop ids that you ' +
  'have seen, and orders whose `seq` is not greater than the one that you know.'

/** Headers of Standard Webhooks. */
const HEADERS: readonly (readonly [name: string, description: string])[] = [
  ['webhook-id', 'Identifies the notification: the same for every try.'],
  ['webhook-timestamp', 'Time of the signature, in seconds since 1970.'],
  ['webhook-signature', '`v1,` and a signature in base64; one for each secret, separated by blanks.'],
]

/** @returns Type → path item, for the member `webhooks` of the document. */
export function webhooksOf(schemas: Json, { webhooks }: ApiRecording): Json {
  const all = EVERY_TYPE.map((type) => {
    const media = { schema: schemaOf(bodyOf(type), schemas) }
    const examples = type in webhooks ? { examples: named([[SUMMARIES[type], webhooks[type]]]) } : {}
    return [type, { post: webhook(type, { ...media, ...examples }) }]
  })
  return Object.fromEntries(all)
}

const webhook = (type: WebhookType, media: object): Json => ({
  operationId: `on${type.replaceAll(/(?:^|[.-])([a-z])/g, (_, letter: string) => letter.toUpperCase())}`,
  tags: [WEBHOOK_TAG[0]],
  summary: SUMMARIES[type],
  description: ABOUT,
  security: [],
  parameters: HEADERS.map(([name, description]) => ({
    ...{ name, in: 'header', required: true, description },
    schema: { type: 'string' },
  })),
  requestBody: { required: true, content: { 'application/json': media } },
  responses: { '2XX': { description: 'Your server has it.' } },
})

const isOf = (types: readonly string[], type: WebhookType) => types.includes(type)

/** The order as `GET /v1/orders/{id}` returns it for a merchant key, the attack, what the gateway refuses, or the product. */
function dataOf(type: WebhookType): z.ZodType {
  if (isOf(ATTACK_TYPES, type)) return z.object({ attack })
  if (isOf(GATEWAY_TYPES, type)) return z.object({ gateway: refusingGateway })
  if (isOf(STOCK_TYPES, type)) return z.object({ product: lowStock })
  const followUp = z.int().describe('Number of the follow-up in `followUps`.')
  return z.object({ order: merchantOrder, ...(type.startsWith('follow-up.') && { followUp }) })
}

function bodyOf(type: WebhookType): z.ZodType {
  const data = dataOf(type)
  return z.object({ type: z.literal(type), timestamp: moment.describe('When it happened.'), data })
}
