/** Tells a merchant what happened, in the ways that the settings name. */
import type { Config } from '../config/config.ts'
import { isWorthMail, type MailBinding, sendMail } from './mail.ts'
import type { PendingNotification } from './notification-queue.ts'
import type { Channel, Delivery, Notification } from './notifications.ts'
import { postWebhook } from './webhook.ts'

/** What an order needs in order to send. Keeps nothing: what is still to be told is the order's own. */
export interface Notifier {
  /** The ways in which a notification has to go out; none where the merchant named none. */
  readonly channelsOf: (notification: Pick<Notification, 'type'>) => readonly Channel[]
  /** Tries once, within a deadline. Never throws. */
  readonly send: (pending: PendingNotification) => Promise<Delivery>
}

type Settings = Pick<Config, 'WEBHOOK_URL' | 'WEBHOOK_SECRET' | 'NOTIFY_EMAIL' | 'PUBLIC_URL' | 'times'>

/** How messages leave. Tests put their own in. */
export interface Senders extends Partial<MailBinding> {
  readonly fetcher: typeof fetch
  /** Milliseconds since the epoch. */
  readonly clock?: () => number
}

/** Makes a notifier. Settings that were taken away since something was queued make it fail until they are back. */
export function notifier(settings: Settings, { fetcher, NOTIFY, clock = Date.now }: Senders): Notifier {
  const { WEBHOOK_URL: url, WEBHOOK_SECRET: secret, NOTIFY_EMAIL: to, PUBLIC_URL: publicUrl } = settings
  const deadlineMs = settings.times.webhookDeadline
  const sendBy: { readonly [By in Channel]: (notification: Notification) => Promise<Delivery> } = {
    webhook: async (notification) =>
      url && secret ? postWebhook(notification, { url, secret, deadlineMs, fetcher }, clock()) : OFF,
    mail: async (notification) =>
      to && NOTIFY ? sendMail(notification, { to, publicUrl, deadlineMs, binding: NOTIFY }) : OFF,
  }
  return {
    channelsOf: (notification) => [
      ...(url ? (['webhook'] as const) : []),
      ...(to && isWorthMail(notification) ? (['mail'] as const) : []),
    ],
    send: (pending) => sendBy[pending.by](pending),
  }
}

const OFF: Delivery = { failed: 'off' }
