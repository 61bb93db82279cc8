/** What happened to an order between two looks at it, under the names of the webhooks. Pure. */
import type { MerchantOrderView } from '../shared/order-view.ts'

/** An event, shaped as the body of a webhook. */
export interface OrderEvent {
  /** The same whenever it is seen again. */
  readonly id: string
  readonly body: {
    readonly type: string
    /** ISO 8601. */
    readonly timestamp: string
    readonly data: { readonly order: MerchantOrderView; readonly followUp?: number }
  }
}

/** Statuses that webhooks tell of. The others are steps on the way. */
const NEWS: readonly string[] = [
  ...(['approved', 'declined', 'filtered', 'error', 'unknown', 'cancelled', 'expired'] as const),
  ...(['captured', 'voided', 'returned', 'partially-returned', 'charged-back'] as const),
]

/** How a follow-up ends. One that is `unknown` may still end otherwise. */
export const SETTLED: readonly string[] = [
  'approved',
  'declined',
  'error',
  'filtered',
  'cancelled',
  'expired',
]

/** What was known of an order before. */
export interface Before {
  /** Absent for an order that is new. */
  readonly status?: string
  /** Numbers of follow-ups that are known to have ended. */
  readonly settled: ReadonlySet<number>
}

/** @returns The events since then, oldest first. */
export function eventsOf({ status, settled }: Before, order: MerchantOrderView): OrderEvent[] {
  const { id, updatedAt: timestamp } = order
  const ended = settledIn(order).filter((number) => !settled.has(number))
  const followUps = ended.map((followUp) => ({
    id: `${id}.follow-up.${followUp}`,
    body: { type: 'follow-up.settled', timestamp, data: { order, followUp } },
  }))
  const isNews = order.status !== status && NEWS.includes(order.status)
  const change = {
    id: `${id}.${order.seq}`,
    body: { type: `order.${order.status}`, timestamp, data: { order } },
  }
  return [...followUps, ...(isNews ? [change] : [])]
}

/** Numbers of the follow-ups that have ended. */
export const settledIn = ({ followUps }: Pick<MerchantOrderView, 'followUps'>): readonly number[] =>
  followUps.filter((one) => SETTLED.includes(one.status)).map(({ number }) => number)
