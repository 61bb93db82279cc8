/** For whoever looks at an order, once or live. Writes nothing. */

import type { LiveMessage } from '../../shared/messages.ts'
import { isMoving } from '../../shared/order-status.ts'
import type { MerchantOrderView, OrderView } from '../../shared/order-view.ts'
import type { Times } from '../config/times.ts'
import { type Listener, type Viewer, welcome } from './live.ts'
import { untoldPlaces } from './model/cards.ts'
import type { OrderRecord } from './record.ts'

/** An order as it is seen, and when to look again where it may soon look different. */
export interface Glance {
  readonly order: OrderView | MerchantOrderView
  readonly retryAfterSeconds?: number
}

/** Shows the order; `undefined` if it was never opened. */
export function glance(record: OrderRecord, who: Viewer, times: () => Times): Glance | undefined {
  const { state } = record
  if (!state) return undefined
  const order = record.viewFor(who, state)
  const retryAfterSeconds = Math.ceil(times().activeEvery / 1000)
  const mayTellOfCards = order.status === 'open' && untoldPlaces(state).length > 0
  return isMoving(order.status) || mayTellOfCards ? { order, retryAfterSeconds } : { order }
}

/**
 * Takes a live socket: a greeting, then every change as a whole view, from `?after=` on.
 *
 * @param address What the route asks, which checked the token: `scope` and `until` say how far that reaches.
 * @param now Milliseconds since the epoch.
 */
export function follow(ctx: DurableObjectState, record: OrderRecord, address: URL, now: number): Response {
  const { state } = record
  if (!state) return new Response(null, { status: 404 })
  const { searchParams } = address
  const who = viewerOf(searchParams.get('scope'))
  const listener: Listener = { who, since: now, until: Number(searchParams.get('until')) }
  const { seq } = state
  const isBehind = seq > Number(searchParams.get('after') ?? 0)
  const greeting = isBehind ? record.message(who, state) : JSON.stringify({ seq } satisfies LiveMessage)
  return welcome(ctx, listener, greeting)
}

/** Whoever is not known to may do more only looks. */
const viewerOf = (scope: string | null): Viewer => (scope === 'merchant' || scope === 'pay' ? scope : 'view')
