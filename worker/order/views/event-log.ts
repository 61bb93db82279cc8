/** The log of an order's events, for people: the order decides nothing from it. */
import type { OrderStatus } from '../../../shared/order-status.ts'
import type { Channel, Delivery } from '../../outbox/notifications.ts'
import type { OrderEvent } from '../model/events.ts'

/** How many events are kept: the first ones, and the last. */
export const MAX_LOG = 60

/** One event in the log. */
export interface LogLine {
  /** The version of the row's shape that wrote it. */
  readonly version: number
  /** Milliseconds since the epoch. */
  readonly at: number
  readonly event: OrderEvent
  /** The order's status after it. An older version did not keep it. */
  readonly status?: OrderStatus
  /** The notifications that the change made. */
  readonly notified?: readonly LoggedNotification[]
  /** Lines before it were dropped. */
  readonly isAfterGap?: true
}

/** A notification, without the order that it carries. */
export interface LoggedNotification {
  readonly id: string
  readonly type: string
  readonly channels: readonly Channel[]
  /** Channel → when it was delivered, in milliseconds since the epoch. */
  readonly deliveredAt?: Partial<Readonly<Record<Channel, number>>>
  /** Channel → the HTTP status of the receiver's answer. An older version did not keep it. */
  readonly answered?: Partial<Readonly<Record<Channel, number>>>
}

/** A delivery, and when it ended, in milliseconds since the epoch. */
export interface TimedDelivery {
  readonly at: number
  readonly outcome: Delivery
}

/** Every line is small and of a known shape, so a bounded number of them is a bounded size. */
export function bounded(log: readonly LogLine[]): readonly LogLine[] {
  if (log.length <= MAX_LOG) return log
  const [next, ...last] = log.slice(-MAX_LOG / 2)
  return [...log.slice(0, MAX_LOG / 2), ...(next ? [{ ...next, isAfterGap: true as const }] : []), ...last]
}

/** Notes when a notification was delivered. Returns the very same log if it has no such notification. */
export function withDelivery(
  log: readonly LogLine[],
  { id, by }: { readonly id: string; readonly by: Channel },
  { at, outcome }: TimedDelivery,
): readonly LogLine[] {
  const index = log.findLastIndex(({ notified = [] }) => notified.some((one) => one.id === id))
  const line = log[index]
  if (!line?.notified) return log
  const notified = line.notified.map((one) =>
    one.id === id
      ? {
          ...{ ...one, deliveredAt: { ...one.deliveredAt, [by]: at } },
          ...(typeof outcome === 'object' &&
            'arrived' in outcome && { answered: { ...one.answered, [by]: outcome.arrived } }),
        }
      : one,
  )
  return log.with(index, { ...line, notified })
}
