/** Webhooks: whether a message is the edge's, and whether it says something new. */
import { fromBase64 } from './base64.ts'
import type { WebhookBody } from './contract.generated.ts'
import { VerificationError } from './errors.ts'

/** A verified message. */
export type WebhookEvent = WebhookBody & {
  /** The `webhook-id`: the same for every try of one message. */
  readonly id: string
}

/** A request as your server received it. */
export interface ReceivedWebhook {
  /** As received: not parsed and written again. */
  readonly body: string | Uint8Array | ArrayBuffer
  /** A `Headers`, or an object with names in lower case, as Node has them. */
  readonly headers: Headers | Readonly<Record<string, string | readonly string[] | undefined>>
}

/** How a message is verified. */
export interface WebhookVerification {
  /** `WEBHOOK_SECRET`: one, or several while you change it, as a list or separated by blanks. */
  readonly secrets: string | readonly string[]
  /** How far the time of its signature may be from the clock. Default: five minutes. */
  readonly toleranceSeconds?: number
  /** Milliseconds since the epoch. Default: now. */
  readonly now?: number
}

const TOLERANCE_SECONDS = 300
const PREFIX = 'whsec_'
const HMAC = { name: 'HMAC', hash: 'SHA-256' }

/**
 * Verifies a message by Standard Webhooks. Of several signatures and secrets, one match will do.
 *
 * @returns The event. A newer edge may send types that this version does not know.
 * @throws {VerificationError} `webhook-malformed`, `webhook-outdated` or `webhook-forged`. Answer with 400.
 * @throws {TypeError} If there is no secret, or one is not as the edge takes it.
 * @see https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md
 */
export async function verifyWebhook(
  { body, headers }: ReceivedWebhook,
  { secrets, toleranceSeconds = TOLERANCE_SECONDS, now = Date.now() }: WebhookVerification,
): Promise<WebhookEvent> {
  const keys = await Promise.all(secretsIn(secrets).map(keyOf))
  const id = header(headers, 'webhook-id')
  const time = header(headers, 'webhook-timestamp')
  if (!/^\d{1,12}$/.test(time)) throw new VerificationError('webhook-malformed')
  const isInTime = Math.abs(now / 1000 - Number(time)) <= toleranceSeconds
  if (!isInTime) throw new VerificationError('webhook-outdated')
  const signed = signedBytes(`${id}.${time}.`, body)
  const signatures = header(headers, 'webhook-signature').split(' ').flatMap(signatureIn)
  // Compares in constant time.
  for (const key of keys)
    for (const signature of signatures)
      if (await crypto.subtle.verify('HMAC', key, signature, signed)) return eventIn(id, body)
  throw new VerificationError('webhook-forged')
}

function secretsIn(secrets: WebhookVerification['secrets']): readonly string[] {
  const all = [secrets].flat().flatMap((text) => text.split(/\s+/).filter(Boolean))
  if (all.length === 0) throw new TypeError('secrets: there is none')
  return all
}

/** A message may have an empty secret's signature by anybody, so a short secret is our own mistake. */
async function keyOf(secret: string): Promise<CryptoKey> {
  const bytes = secret.startsWith(PREFIX) ? fromBase64(secret.slice(PREFIX.length)) : new Uint8Array()
  if (bytes.length < 24) throw new TypeError('secrets: whsec_ and 24 to 64 bytes in base64')
  return crypto.subtle.importKey('raw', bytes, HMAC, false, ['verify'])
}

/** @throws {VerificationError} If it is missing, or there are several. */
function header(headers: ReceivedWebhook['headers'], name: string): string {
  const value = headers instanceof Headers ? headers.get(name) : headers[name]
  if (typeof value !== 'string' || value === '') throw new VerificationError('webhook-malformed')
  return value
}

/** Entries of other versions are left out. */
function signatureIn(entry: string): Uint8Array<ArrayBuffer>[] {
  if (!entry.startsWith('v1,')) return []
  try {
    return [fromBase64(entry.slice('v1,'.length))]
  } catch {
    return []
  }
}

const bytesOf = (body: ReceivedWebhook['body']) =>
  typeof body === 'string' ? new TextEncoder().encode(body) : new Uint8Array(body)

function signedBytes(head: string, body: ReceivedWebhook['body']): Uint8Array<ArrayBuffer> {
  const [first, rest] = [new TextEncoder().encode(head), bytesOf(body)]
  const all = new Uint8Array(first.length + rest.length)
  all.set(first)
  all.set(rest, first.length)
  return all
}

function eventIn(id: string, body: ReceivedWebhook['body']): WebhookEvent {
  try {
    return { ...JSON.parse(new TextDecoder().decode(bytesOf(body))), id }
  } catch {
    throw new VerificationError('webhook-malformed')
  }
}

/** What you keep of the messages of one order: JSON, to be stored in the same transaction as what you do about them. */
export interface WebhookMemory {
  /** The greatest `seq` of the order until now. */
  readonly seq: number
  /** The ids of its last messages. */
  readonly ids: readonly string[]
}

/** The edge keeps about a hundred messages of one order at most. */
const KEPT_IDS = 200

/** What a message is to somebody who has this memory. */
export interface JudgedEvent {
  /**
   * - `new`: `data.order` is the newest that you have seen. Act on it, unless you have acted on this order before: the same type
   *   may come again, such as `order.approved` once a doubt about it is over
   * - `late`: not seen before, but its order is older than what you know. Do not store that, nor act on the type alone: the
   *   order that you keep decides
   * - `repeat`: seen before. Do nothing, and answer with 2xx
   */
  readonly verdict: 'new' | 'late' | 'repeat'
  /** Store it in place of the former. */
  readonly memory: WebhookMemory
}

/**
 * Judges a message: repeats are dropped by their id, and orders are kept by their `seq`, since messages come more than once
 * and in any order. Pure.
 *
 * It tells messages apart, not deeds: the verdict `new` may come more than once for the same type. So note, in the transaction
 * that stores the memory, that you acted on this order or follow-up, and act once for each of them.
 *
 * @param memory What you kept of this order (`subjectOf`). Absent: nothing yet.
 */
export function judgeEvent(event: WebhookEvent, memory: WebhookMemory = { seq: 0, ids: [] }): JudgedEvent {
  if (memory.ids.includes(event.id)) return { verdict: 'repeat', memory }
  const ids = [...memory.ids, event.id].slice(-KEPT_IDS)
  const seq = 'order' in event.data ? event.data.order.seq : memory.seq
  // Two messages of one change have the same number.
  return seq < memory.seq
    ? { verdict: 'late', memory: { seq: memory.seq, ids } }
    : { verdict: 'new', memory: { seq, ids } }
}

/** Under which name to keep the memory: the order's id; `edge` for the few messages that are about no order. */
export const subjectOf = ({ data }: WebhookEvent): string => ('order' in data ? data.order.id : 'edge')
