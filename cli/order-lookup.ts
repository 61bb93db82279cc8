/** Finds orders of an edge by what a person knows of them. */
import type { ListedOrder, OrderDetails } from '../packages/server/src/server.ts'
import { referenceIn } from '../shared/order-names.ts'
import { CommandError } from './command.ts'
import type { EdgeClient } from './edge-client.ts'

/** A reference as the edge takes it; so nothing else gets into an address. */
const NAME = /^[A-Za-z0-9_-]{1,100}$/

/**
 * The entries of a reference, or of a name at the gateway that begins with it: none before the first attempt. The edge finds
 * references that begin alike too; a refund must not go to one of those.
 */
export async function listedUnder({ listOrders }: EdgeClient, name: string): Promise<readonly ListedOrder[]> {
  const reference = referenceIn(name)
  if (!NAME.test(reference)) return []
  const { orders } = await listOrders({ reference })
  return orders.filter((one) => one.reference === reference || one.id === reference)
}

/**
 * Reads an order by its id, the merchant's reference, or a name that it has at the gateway. Another shop of the gateway
 * account may use the same reference, so only the whole name of one of the order's attempts finds it.
 *
 * @throws {CommandError} `edge-refused` if there is none.
 */
export async function findOrder(client: EdgeClient, name: string): Promise<OrderDetails> {
  if (name === '') throw new CommandError('usage', ['the order’s id or reference is empty'])
  const [listed] = await listedUnder(client, name)
  const order = await client.getOrder(listed?.id ?? name)
  if (name.includes('.') && !order.attempts.some(({ clientOrderId }) => clientOrderId === name))
    throw new CommandError('edge-refused', [
      `not-found: ${order.reference} is an order of this edge, but none of its attempts is named ${name}`,
    ])
  return order
}
