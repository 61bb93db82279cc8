/** Refuses to look for orders in another jurisdiction than the one where they are. */
import { errorText } from '../config/error-text.ts'
import { objectNamed } from '../config/jurisdiction.ts'
import { log } from '../config/log.ts'
import { withTimeout } from '../deadline.ts'
import type { Refusal } from '../domain/refusal.ts'
import type { Order } from '../order/order.ts'
import { jurisdictionOfOrders, settleJurisdiction } from '../outbox/jurisdiction-marker.ts'
import { type ApiOperation, partsOf } from './api-operation.ts'
import type { EdgeContext } from './context.ts'
import { requestIdOf } from './support-id.ts'

/** Finds an order's object. The caller has checked what authorizes the request. */
export const orderOf = (c: EdgeContext, id: string): DurableObjectStub<Order> =>
  objectNamed(c.env.ORDERS, id, c.get('config'))

/** Settings → the marker that this isolate has read. It never changes once it is written. */
const known = new WeakMap<object, string>()

/** The database is asked no longer than this, and not again for a while after it failed. */
const DEADLINE_MS = 2_000
const PAUSE_MS = 10_000

/** Settings → when the database last failed, in milliseconds since the epoch. */
const failedAt = new WeakMap<object, number>()

/** What decides, of an operation. */
type Placed = Pick<ApiOperation, 'opensOrders' | 'route'>

/**
 * Decides whether an operation may look for orders. In another jurisdiction every order would be missing: a callback
 * would find nothing, and a reference would charge again.
 *
 * The isolate reads the marker once. If that fails, orders that exist are found all the same; a new one only where the
 * settings name no jurisdiction, as almost all do, so that payments go on while the database is down.
 *
 * The first order of all settles the marker for good, so a stranger must not get here with an operation that opens one.
 *
 * @returns Why not; `undefined` if it may.
 */
export async function placeRefusal(c: EdgeContext, operation: Placed): Promise<Refusal | undefined> {
  if (!operation.opensOrders && !findsOrders(operation)) return undefined
  const config = c.get('config')
  const isOpening = operation.opensOrders === true
  const isPaused = !known.has(config) && Date.now() - (failedAt.get(config) ?? 0) < PAUSE_MS
  if (isPaused) return unread(c, isOpening, 'the database failed just now')
  try {
    const marker = known.get(config) ?? (await withTimeout(DEADLINE_MS, readMarker(c, isOpening)))
    return marker === undefined || marker === config.JURISDICTION
      ? undefined
      : { code: 'jurisdiction-changed', why: `orders are in ${marker}` }
  } catch (error) {
    failedAt.set(config, Date.now())
    log('jurisdiction-unread', { supportId: requestIdOf(c), why: errorText(error) })
    return unread(c, isOpening, 'the database failed')
  }
}

const unread = (c: EdgeContext, isOpening: boolean, why: string): Refusal | undefined =>
  isOpening && c.get('config').JURISDICTION !== 'none' ? { code: 'unavailable', why } : undefined

/** Whether an operation looks for orders that exist. */
export const findsOrders = (operation: Placed) => partsOf(operation).path.includes('{id}')

async function readMarker(c: EdgeContext, isOpening: boolean): Promise<string | undefined> {
  const config = c.get('config')
  const found = await jurisdictionOfOrders(c.env.ORDER_INDEX)
  const marker =
    found ?? (isOpening ? await settleJurisdiction(c.env.ORDER_INDEX, config.JURISDICTION) : undefined)
  if (marker !== undefined) known.set(config, marker)
  return marker
}
