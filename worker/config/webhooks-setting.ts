/** `WEBHOOKS`: several receivers of webhooks. Pure. */
import * as z from 'zod'
import { textHash } from '../../shared/text-hash.ts'
import { receiver, webhookSecrets } from './setting-shapes.ts'

/** Each receives a copy of every message, one request each. */
export const MAX_ENDPOINTS = 8

/** A receiver's address may hold a key, but no more than that. */
const MAX_ADDRESS = 512

/** Far more than there are types. */
const MAX_EVENTS = 64

/** Types of messages. The edge warns of one that this version does not know: after a rollback the edge still starts. */
const event = z.string().regex(/^[a-z]+(?:-[a-z]+)*\.[a-z]+(?:-[a-z]+)*$/)

/** A receiver of webhooks. */
export interface WebhookEndpoint {
  /** Names it to people, in logs and in stored rows; see {@link endpointId}. */
  readonly id: string
  readonly url: string
  /** `whsec_…`, or several of them separated by blanks. They sign what goes there, and nothing else. */
  readonly secret: string
  /** The types that go there. Absent: all of them. */
  readonly events?: readonly string[]
}

/**
 * The name of an endpoint: its host, and a mark of the whole address, such as `shop.example.com#1b9fk3c`. It follows from the
 * address alone, so that another secret keeps the queue. The rest of the address may hold a key, so it is never shown:
 * the mark tells at most 32 bits of it.
 */
export const endpointId = (url: string): string => `${URL.parse(url)?.host}#${textHash(url).toString(36)}`

const endpoint = z
  .strictObject({
    url: receiver.max(MAX_ADDRESS),
    secret: webhookSecrets,
    events: z.array(event).min(1).max(MAX_EVENTS).exactOptional(),
  })
  .transform((given): WebhookEndpoint => ({ id: endpointId(given.url), ...given }))

/** Two with one address would share a queue. With one secret, the operator of one receiver could sign for another. */
function areDistinct(endpoints: readonly WebhookEndpoint[]): boolean {
  const ids = endpoints.map(({ id }) => id)
  const secrets = endpoints.flatMap(({ secret }) => [...new Set(secret.split(' '))])
  return new Set(ids).size === ids.length && new Set(secrets).size === secrets.length
}

export const webhooks = z.array(endpoint).min(1).max(MAX_ENDPOINTS).refine(areDistinct)

/** The settings that name receivers. */
export interface ReceiverSettings {
  readonly WEBHOOKS?: readonly WebhookEndpoint[] | undefined
  readonly WEBHOOK_URL?: string | undefined
  readonly WEBHOOK_SECRET?: string | undefined
}

/** All receivers: those of `WEBHOOKS`, and where that is not set the one of `WEBHOOK_URL`. */
export function endpointsOf({
  WEBHOOKS,
  WEBHOOK_URL: url,
  WEBHOOK_SECRET: secret,
}: ReceiverSettings): readonly WebhookEndpoint[] {
  if (WEBHOOKS) return WEBHOOKS
  return url && secret ? [{ id: endpointId(url), url, secret }] : []
}
