/** Webhooks as Standard Webhooks has them: one notification, signed, posted once. Repeats are the caller's. */
import { Webhook } from 'standardwebhooks'
import { toIsoTime } from '../../shared/iso-time.ts'
import type { MerchantOrderView } from '../../shared/order-view.ts'
import { withDeadline } from '../deadline.ts'
import type { Delivery, Notification, NotificationType } from './notifications.ts'

/** What is posted, as JSON. */
export interface WebhookBody {
  readonly type: NotificationType
  /** When it happened; ISO 8601. */
  readonly timestamp: string
  readonly data: { readonly order: MerchantOrderView; readonly followUp?: number }
}

/** Where webhooks go, and how. */
export interface WebhookSettings {
  readonly url: string
  /** `whsec_…`, as the settings have it. */
  readonly secret: string
  readonly deadlineMs: number
  readonly fetcher: typeof fetch
}

/** Writes what is posted of a notification: the same text however often it is asked for. */
export function bodyOf({ type, at, order, followUp }: Notification): string {
  const timestamp = toIsoTime(at)
  const data = { order, ...(followUp !== undefined && { followUp }) }
  return JSON.stringify({ type, timestamp, data } satisfies WebhookBody)
}

/**
 * Signs what is posted. Each try is signed anew, since receivers refuse what was signed more than minutes ago.
 *
 * @param now Milliseconds since the epoch.
 * @returns The headers, the signature among them.
 * @see https://www.standardwebhooks.com
 */
export function signedHeaders(secret: string, message: { id: string; body: string }, now: number) {
  const moment = new Date(now)
  return {
    'Content-Type': 'application/json',
    'User-Agent': 'pay-checkout',
    'webhook-id': message.id,
    'webhook-timestamp': String(Math.floor(now / 1000)),
    'webhook-signature': new Webhook(secret).sign(message.id, moment, message.body),
  }
}

/**
 * Posts one notification, once. Repeating it is harmless to a receiver that drops ids that it has seen.
 *
 * @returns Taken, if the answer is a 2xx within the deadline. Else why not: `timeout`, `unreachable` or `http-<status>`;
 *   a redirect is not followed, since the address is the merchant's to set.
 */
export async function postWebhook(
  notification: Notification,
  way: WebhookSettings,
  now: number,
): Promise<Delivery> {
  const body = bodyOf(notification)
  const headers = signedHeaders(way.secret, { id: notification.id, body }, now)
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
      return response.ok ? 'delivered' : { failed: `http-${response.status}` }
    } catch {
      // The error may name the whole address, which can hold a key of the receiver's.
      return { failed: signal.aborted ? 'timeout' : 'unreachable' }
    }
  })
}

/** What a receiver says besides the status is of no use, however long it is. */
function leaveUnread({ body }: Response): void {
  void body?.cancel().catch(() => {})
}
