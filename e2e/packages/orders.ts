/** Orders of the examples, as the edge and the gateway know them. */
import { expect } from 'vitest'
import { merchantClient } from '../../packages/server/src/server.ts'
import type { Stack } from '../../scripts/stack/stack.ts'
import { isOf, type Ledger } from '../support/ledger.ts'

/** @returns The reference of the one order that the edge has in addition once a shopper has paid. */
export async function referenceAfter(
  { addresses, secrets }: Stack,
  shopping: () => Promise<void>,
): Promise<string> {
  const pay = merchantClient({ edge: addresses.local.edge, key: secrets.merchantKey })
  const before = (await pay.listOrders({})).orders.map(({ id }) => id)
  const added = async () => (await pay.listOrders({})).orders.filter(({ id }) => !before.includes(id))
  await shopping()
  await expect.poll(added).toMatchObject([{ status: 'approved' }])
  const [order] = await added()
  return order?.reference ?? ''
}

/** What moved for an order at the gateway, oldest first: `charge 12.50`. */
export async function movementsOf({ addresses }: Stack, reference: string): Promise<string[]> {
  const reply = await fetch(`${addresses.local.gateway}/__sandbox/ledger`)
  const { movements } = (await reply.json()) as Ledger
  return movements.filter(isOf(reference)).map(({ kind, amount }) => `${kind} ${amount}`)
}
