/** Sends notifications through the channels that the settings name. */
import type { Config } from '../config/config.ts'
import { isWorthMail, type MailBinding, sendMail } from './mail.ts'
import type { PendingNotification } from './notification-queue.ts'
import type { AnyNotification, Channel, Delivery } from './notifications.ts'
import { postWebhook } from './webhook.ts'

/** Sends an order's notifications. It keeps nothing: the order has the queue. */
export interface Notifier {
  /** The channels for a notification; none if the merchant configured none. */
  readonly channelsOf: (notification: Pick<AnyNotification, 'type'>) => readonly Channel[]
  /** Tries once, within a deadline. Never rejects. */
  readonly send: (pending: PendingNotification) => Promise<Delivery>
}

type Settings = Pick<Config, 'WEBHOOK_URL' | 'WEBHOOK_SECRET' | 'NOTIFY_EMAIL' | 'PUBLIC_URL' | 'times'>

/** The ways out of the Worker. Tests pass their own. */
export interface Senders extends Partial<MailBinding> {
  readonly fetcher: typeof fetch
  /** Milliseconds since the epoch. */
  readonly clock?: () => number
}

/** Makes a notifier. If a setting was removed after a notification was queued, its tries fail until it is back. */
export function notifier(settings: Settings, { fetcher, NOTIFY, clock = Date.now }: Senders): Notifier {
  const { WEBHOOK_URL: url, WEBHOOK_SECRET: secret, NOTIFY_EMAIL: to, PUBLIC_URL: publicUrl } = settings
  const deadlineMs = settings.times.webhookDeadline
  const sendBy: { readonly [By in Channel]: (notification: AnyNotification) => Promise<Delivery> } = {
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
