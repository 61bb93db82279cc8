/** Refuses to look for orders in another jurisdiction than the one where they are. */
import { errorText } from '../config/error-text.ts'
import { objectNamed } from '../config/jurisdiction.ts'
import type { Refusal } from '../domain/refusal.ts'
import type { Order } from '../order/order.ts'
import { marker } from '../outbox/marker.ts'
import { type ApiOperation, partsOf } from './api-operation.ts'
import type { EdgeContext } from './context.ts'

/** Finds an order's object. The caller has checked what authorizes the request. */
export const orderOf = (c: EdgeContext, id: string): DurableObjectStub<Order> =>
  objectNamed(c.env.ORDERS, id, c.get('config'))

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
  return refusalFor(c, operation.opensOrders === true)
}

/** Decides whether a request may look for an order that it does not open. Settles nothing. */
export const searchRefusal = (c: EdgeContext): Promise<Refusal | undefined> => refusalFor(c, false)

async function refusalFor(c: EdgeContext, isOpening: boolean): Promise<Refusal | undefined> {
  const config = c.get('config')
  const { kept, settle } = marker(c.env.ORDER_INDEX, 'jurisdiction', config)
  try {
    const place = (await kept()) ?? (isOpening ? await settle(config.JURISDICTION) : undefined)
    return place === undefined || place === config.JURISDICTION
      ? undefined
      : { code: 'jurisdiction-changed', why: `orders are in ${place}` }
  } catch (error) {
    return unread(c, isOpening, errorText(error))
  }
}

const unread = (c: EdgeContext, isOpening: boolean, why: string): Refusal | undefined =>
  isOpening && c.get('config').JURISDICTION !== 'none' ? { code: 'unavailable', why } : undefined

/** Whether an operation looks for orders that exist. */
export const findsOrders = (operation: Placed) => partsOf(operation).path.includes('{id}')
