import { createHmac } from 'node:crypto'

/** A webhook as it is sent. */
export interface SignedMessage {
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** How a message is signed. */
interface Signing {
  /** `whsec_` and the key in base64. */
  readonly secret: string
  readonly id?: string
  /** How long ago, in seconds. Default: now. */
  readonly ageSeconds?: number
}

/** Signs a message by Standard Webhooks. */
export function signedMessage(
  body: string,
  { secret, id = crypto.randomUUID(), ageSeconds = 0 }: Signing,
): SignedMessage {
  const at = String(Math.floor(Date.now() / 1000) - ageSeconds)
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64')
  const signature = createHmac('sha256', key).update(`${id}.${at}.${body}`).digest('base64')
  return {
    body,
    headers: {
      'Content-Type': 'application/json',
      ...{ 'webhook-id': id, 'webhook-timestamp': at, 'webhook-signature': `v1,${signature}` },
    },
  }
}
