/**
 * Webhooks by Standard Webhooks: signs one notification and posts it once. `order/views/notifications.ts` says which
 * changes are told, and `notification-retries.ts` when one is tried again.
 */
import { toIsoTime } from '../../shared/iso-time.ts'
import type { MerchantOrderView } from '../../shared/order-view.ts'
import type { WebhookEndpoint } from '../config/webhooks-setting.ts'
import { withDeadline } from '../deadline.ts'
import type {
  AnyNotification,
  AttackNotification,
  AttackView,
  Delivery,
  GatewayNotification,
  GatewayView,
  NotificationType,
  StockNotification,
  StockView,
} from './notifications.ts'

/** The posted JSON. */
export interface WebhookBody {
  readonly type: NotificationType
  /** When it happened; ISO 8601. */
  readonly timestamp: string
  readonly data: { readonly order: MerchantOrderView; readonly followUp?: number }
}

/** The posted JSON about an attack. */
interface AttackBody {
  readonly type: AttackNotification['type']
  readonly timestamp: string
  readonly data: { readonly attack: AttackView }
}

/** The posted JSON about a gateway that refuses every payment. */
interface GatewayBody {
  readonly type: GatewayNotification['type']
  readonly timestamp: string
  readonly data: { readonly gateway: GatewayView }
}

/** The posted JSON about a product with few units left. */
interface StockBody {
  readonly type: StockNotification['type']
  readonly timestamp: string
  readonly data: { readonly product: StockView }
}

/** The receiver, and how to reach it. */
export interface WebhookSettings extends Pick<WebhookEndpoint, 'url' | 'secret'> {
  readonly deadlineMs: number
  readonly fetcher: typeof fetch
}

/** Writes the body of a webhook. The same notification always gives the same text. */
export function bodyOf(notification: AnyNotification): string {
  const timestamp = toIsoTime(notification.at)
  if ('attack' in notification) {
    const { type, attack } = notification
    return JSON.stringify({ type, timestamp, data: { attack } } satisfies AttackBody)
  }
  if ('gateway' in notification) {
    const { type, gateway } = notification
    return JSON.stringify({ type, timestamp, data: { gateway } } satisfies GatewayBody)
  }
  if ('product' in notification) {
    const { type, product } = notification
    return JSON.stringify({ type, timestamp, data: { product } } satisfies StockBody)
  }
  const { type, order, followUp } = notification
  const data = { order, ...(followUp !== undefined && { followUp }) }
  return JSON.stringify({ type, timestamp, data } satisfies WebhookBody)
}

/**
 * Signs a body. Every try needs a new signature, because receivers refuse one that is minutes old.
 *
 * @param secrets One or several, separated by blanks. All sign, so that a receiver may know any one of them.
 * @param now Milliseconds since the epoch.
 * @returns All headers of the request.
 * @see https://www.standardwebhooks.com
 */
export async function signedHeaders(secrets: string, message: { id: string; body: string }, now: number) {
  const timestamp = String(Math.floor(now / 1000))
  const signed = `${message.id}.${timestamp}.${message.body}`
  const signatures = await Promise.all(secrets.split(' ').map((secret) => signature(secret, signed)))
  return {
    'Content-Type': 'application/json',
    'User-Agent': 'pay-checkout',
    'webhook-id': message.id,
    'webhook-timestamp': timestamp,
    'webhook-signature': signatures.join(' '),
  }
}

const HMAC = { name: 'HMAC', hash: 'SHA-256' }

/** @param secret `whsec_` and the key in base64, as the settings were checked for. */
async function signature(secret: string, text: string): Promise<string> {
  const bytes = Uint8Array.from(atob(secret.replace(/^whsec_/, '')), (character) => character.charCodeAt(0))
  const key = await crypto.subtle.importKey('raw', bytes, HMAC, false, ['sign'])
  const mac = await crypto.subtle.sign(HMAC.name, key, new TextEncoder().encode(text))
  return `v1,${btoa(String.fromCharCode(...new Uint8Array(mac)))}`
}

/**
 * Posts a notification once. Repeating is harmless if the receiver drops ids that it has seen.
 *
 * @returns The status of a 2xx within the deadline; otherwise `timeout`, `unreachable` or `http-<status>`. A redirect is not
 *   followed: the merchant sets the address.
 */
export async function postWebhook(
  notification: AnyNotification,
  way: WebhookSettings,
  now: number,
): Promise<Delivery> {
  const body = bodyOf(notification)
  const headers = await signedHeaders(way.secret, { id: notification.id, body }, now)
  return withDeadline(way.deadlineMs, async (signal) => {
    try {
      const response = await way.fetcher(way.url, {
        method: 'POST',
        headers,
        body,
        redirect: 'manual',
        signal,
      })
      leaveUnread(response)
      return response.ok ? { arrived: response.status } : { failed: `http-${response.status}` }
    } catch {
      // The error may contain the whole address, with a key of the receiver's in it.
      return { failed: signal.aborted ? 'timeout' : 'unreachable' }
    }
  })
}

/** Cancels the body: only the status matters, however long the body is. */
function leaveUnread({ body }: Response): void {
  void body?.cancel().catch(() => {})
}
