/** Finds orders of an edge by what a person knows of them. */
import type { OrderDetails } from '../shared/order-history.ts'
import { referenceIn } from '../shared/order-names.ts'
import type { OrderStatus } from '../shared/order-status.ts'
import type { Intent, MerchantOrderView } from '../shared/order-view.ts'
import { CommandError } from './command.ts'
import { accepted, type EdgeClient } from './edge-client.ts'

/** An entry of the list of orders. */
export interface ListedOrder {
  readonly id: string
  readonly reference: string
  readonly intent: Intent
  readonly amount: string
  readonly currency: string
  /** As in the order. An edge of an older version does not say. */
  readonly captured?: string
  readonly returned?: string
  /** What banks took back by chargebacks, besides `returned`. */
  readonly chargedBack?: string
  readonly description: string
  readonly status: OrderStatus
  readonly needsAttention: boolean
  /** Why it does. An edge of an older version does not say. */
  readonly attention?: readonly string[]
  /** ISO 8601. */
  readonly startedAt: string
  /** Grows with every change. */
  readonly seq: number
}

/** An order as a merchant key reads it: who ordered only with the scope `personal`, and until it is erased. */
export type ShownOrder = MerchantOrderView & Pick<OrderDetails, 'customer'>

/** A page of the list. */
export interface OrderList {
  readonly orders: readonly ListedOrder[]
  readonly cursor?: string
}

/** A reference as the edge takes it; so nothing else gets into an address. */
const NAME = /^[A-Za-z0-9_-]{1,100}$/

/**
 * The entries of a reference, or of a name at the gateway that begins with it: none before the first attempt. The edge finds
 * references that begin alike too; a refund must not go to one of those.
 */
export async function listedUnder({ ask }: EdgeClient, name: string): Promise<readonly ListedOrder[]> {
  const reference = referenceIn(name)
  if (!NAME.test(reference)) return []
  const { orders } = accepted<OrderList>(await ask(`/v1/orders?reference=${reference}`))
  return orders.filter((one) => one.reference === reference || one.id === reference)
}

/**
 * Reads an order by its id, the merchant's reference, or a name that it has at the gateway. Another shop of the gateway
 * account may use the same reference, so only the whole name of one of the order's attempts finds it.
 *
 * @throws {CommandError} `edge-refused` if there is none.
 */
export async function findOrder(client: EdgeClient, name: string): Promise<ShownOrder> {
  const [listed] = await listedUnder(client, name)
  const order = await readOrder(client, listed?.id ?? name)
  if (name.includes('.') && !order.attempts.some(({ clientOrderId }) => clientOrderId === name))
    throw new CommandError('edge-refused', [
      `not-found: ${order.reference} is an order of this edge, but none of its attempts is named ${name}`,
    ])
  return order
}

/** Reads an order by its id. */
export const readOrder = async ({ ask }: EdgeClient, id: string): Promise<ShownOrder> =>
  accepted(await ask(`/v1/orders/${encodeURIComponent(id)}`))

/** All orders of a time, page by page. */
export async function* listedBetween(
  { ask }: EdgeClient,
  from: string,
  to: string,
): AsyncGenerator<ListedOrder> {
  let cursor: string | undefined
  do {
    const query = new URLSearchParams({ from, to, limit: '100', ...(cursor !== undefined && { cursor }) })
    const page = accepted<OrderList>(await ask(`/v1/orders?${query}`))
    yield* page.orders
    cursor = page.cursor
  } while (cursor !== undefined)
}
