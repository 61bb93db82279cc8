/** Sends notifications through the channels that the settings name. */
import type { Customer } from '../../shared/customer.ts'
import type { Config } from '../config/config.ts'
import { endpointsOf, type WebhookEndpoint } from '../config/webhooks-setting.ts'
import { isWorthMail, type MailBinding, sendMail } from './mail.ts'
import type { PendingNotification } from './notification-queue.ts'
import { type AnyNotification, type Channel, channelTo, type Delivery, partsOf } from './notifications.ts'
import { postWebhook } from './webhook.ts'

/** Sends an order's notifications. It keeps nothing: the order has the queue. */
export interface Notifier {
  /** The channels for a notification; none if the merchant configured none. */
  readonly channelsOf: (notification: Pick<AnyNotification, 'type'>) => readonly Channel[]
  /** The channel of an endpoint, by the endpoint's id; `undefined` if the settings have no such endpoint. */
  readonly channelOf: (endpoint: string) => Channel | undefined
  /** Whether the merchant took the channel's endpoint out of the settings, so that nothing waits for it any more. */
  readonly isGone: (channel: Channel) => boolean
  /**
   * Tries once, within a deadline. Never rejects.
   *
   * @param customer Reads who ordered, for the one message that may say it. The queue has no personal data.
   */
  readonly send: (pending: PendingNotification, customer?: () => Customer) => Promise<Delivery>
}

type Settings = Pick<
  Config,
  'WEBHOOKS' | 'WEBHOOK_URL' | 'WEBHOOK_SECRET' | 'NOTIFY_EMAIL' | 'NOTIFY_CUSTOMER' | 'PUBLIC_URL' | 'times'
>

/** The ways out of the Worker. Tests pass their own. */
export interface Senders extends Partial<MailBinding> {
  readonly fetcher: typeof fetch
  /** Milliseconds since the epoch. */
  readonly clock?: () => number
}

/** Makes a notifier. If a setting was removed after a notification was queued, its tries fail until it is back. */
export function notifier(settings: Settings, { fetcher, NOTIFY, clock = Date.now }: Senders): Notifier {
  const { NOTIFY_EMAIL: to, PUBLIC_URL: publicUrl } = settings
  const deadlineMs = settings.times.webhookDeadline
  const { endpoints, channelIn, receiverOf } = receivers(settings)
  const post = async (notification: PendingNotification) => {
    const endpoint = receiverOf(notification.by)
    return endpoint ? postWebhook(notification, { ...endpoint, deadlineMs, fetcher }, clock()) : OFF
  }
  const mail = async (notification: AnyNotification, customer?: () => Customer) => {
    const named = settings.NOTIFY_CUSTOMER === 'on' && customer ? { customer: customer() } : {}
    return to && NOTIFY
      ? sendMail(notification, { to, publicUrl, deadlineMs, binding: NOTIFY, ...named })
      : OFF
  }
  return {
    channelsOf: (notification) => [
      ...endpoints.filter((one) => takes(one, notification)).map(channelIn),
      ...(to && isWorthMail(notification) ? (['mail'] as const) : []),
    ],
    channelOf: (id) => endpoints.filter((one) => one.id === id).map(channelIn)[0],
    isGone: (by) => by !== 'mail' && endpoints.length > 0 && receiverOf(by) === undefined,
    send: (pending, customer) => (pending.by === 'mail' ? mail(pending, customer) : post(pending)),
  }
}

const OFF: Delivery = { failed: 'off' }

const takes = ({ events }: WebhookEndpoint, { type }: Pick<AnyNotification, 'type'>) =>
  events === undefined || events.includes(type)

/**
 * The receivers, and who has which channel. Messages that wait for the receiver of `WEBHOOK_URL` stay when the merchant moves
 * to `WEBHOOKS`: they go to the endpoint with that address, else to the first.
 */
function receivers(settings: Settings) {
  const endpoints = endpointsOf(settings)
  const first = endpoints.find(({ url }) => url === settings.WEBHOOK_URL) ?? endpoints[0]
  const channelIn = ({ id }: WebhookEndpoint): Channel => (settings.WEBHOOKS ? channelTo(id) : 'webhook')
  const receiverOf = (by: Channel) => {
    const { endpoint: id } = partsOf(by)
    return id === undefined ? first : endpoints.find((one) => one.id === id)
  }
  return { endpoints, channelIn, receiverOf }
}
