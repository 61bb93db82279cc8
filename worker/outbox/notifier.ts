/** Tells a merchant what happened, in the ways that the settings name. */
import type { Config } from '../config/config.ts'
import { isWorthMail, type MailBinding, sendMail } from './mail.ts'
import type { Pending } from './notification-queue.ts'
import type { Channel, Telling, Told } from './notifications.ts'
import { postWebhook } from './webhook.ts'

/** What an order needs in order to tell. Keeps nothing: what is still to be told is the order's own. */
export interface Notifier {
  /** The ways in which a telling has to go out; none where the merchant named none. */
  readonly channelsOf: (telling: Pick<Telling, 'type'>) => readonly Channel[]
  /** Tries once, within a deadline. Never throws. */
  readonly tell: (pending: Pending) => Promise<Told>
}

type Settings = Pick<Config, 'WEBHOOK_URL' | 'WEBHOOK_SECRET' | 'NOTIFY_EMAIL' | 'PUBLIC_URL' | 'times'>

/** How messages leave. Tests put their own in. */
export interface Ways extends Partial<MailBinding> {
  readonly fetcher: typeof fetch
  /** Milliseconds since the epoch. */
  readonly clock?: () => number
}

/** Makes a notifier. Settings that were taken away since something was queued make it fail until they are back. */
export function notifier(settings: Settings, { fetcher, NOTIFY, clock = Date.now }: Ways): Notifier {
  const { WEBHOOK_URL: url, WEBHOOK_SECRET: secret, NOTIFY_EMAIL: to, PUBLIC_URL: publicUrl } = settings
  const deadlineMs = settings.times.webhookDeadline
  const tellBy: { readonly [By in Channel]: (telling: Telling) => Promise<Told> } = {
    webhook: async (telling) =>
      url && secret ? postWebhook(telling, { url, secret, deadlineMs, fetcher }, clock()) : OFF,
    mail: async (telling) =>
      to && NOTIFY ? sendMail(telling, { to, publicUrl, deadlineMs, binding: NOTIFY }) : OFF,
  }
  return {
    channelsOf: (telling) => [
      ...(url ? (['webhook'] as const) : []),
      ...(to && isWorthMail(telling) ? (['mail'] as const) : []),
    ],
    tell: (pending) => tellBy[pending.by](pending),
  }
}

const OFF: Told = { failed: 'off' }
