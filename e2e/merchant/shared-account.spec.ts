/** Two edges on one gateway account, as a shop and its staging have them: the same references, prices and seconds. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  type MerchantClient,
  type MerchantOrder,
  merchantClient,
  shopperClient,
} from '../../packages/server/src/server.ts'
import { makeSecrets } from '../../scripts/stack/secrets.ts'
import { type Stack, startStack } from '../../scripts/stack/stack.ts'
import { isOf, readLedger, setFaults } from '../support/ledger.ts'
import { BROWSER, CARD, CUSTOMER } from '../support/merchant/cards.ts'
import { newReference } from '../support/merchant/server.ts'
import { addresses, lasting, secrets } from '../support/stack/stack.ts'

/** One of the two edges, and its merchant's server. */
interface Edge {
  readonly url: string
  readonly pay: MerchantClient
}

/** Nothing is sent again, so that no failure of the edge is overlooked. */
const ONCE = { patienceMs: 0 }

const edgeAt = (url: string, key: string): Edge => ({ url, pay: merchantClient({ edge: url, key, ...ONCE }) })

let second: Stack
let edges: readonly [Edge, Edge]

beforeAll(async () => {
  const { login, controlKey, gatewayKeys, merchantKey } = secrets()
  const own = { ...(await makeSecrets()), login, controlKey, gatewayKeys }
  second = await startStack({
    secrets: own,
    edge: { GATEWAY_URL: addresses().local.gateway, CHECKOUT_METHODS: '["hosted","card"]', ...lasting({}) },
  })
  edges = [edgeAt(addresses().local.edge, merchantKey), edgeAt(second.addresses.local.edge, own.merchantKey)]
})

afterAll(() => second.stop())

/** Opens an order for the usual mug, and pays it by card. @returns Its id. */
async function paid({ url, pay }: Edge, reference: string): Promise<string> {
  const { order, token } = await pay.createOrder({
    ...{ reference, intent: 'sale', amount: '12.50', currency: 'EUR', description: 'Mug' },
    ...{ customer: CUSTOMER, methods: ['card'] },
  })
  const page = shopperClient({ edge: url, token, ...ONCE })
  await page.payOrder(order, { id: 'first', method: 'card', card: CARD, browser: BROWSER })
  return order.id
}

const becomes = (edge: Edge, id: string, status: string) =>
  expect.poll(async () => (await edge.pay.getOrder(id)).status).toBe(status)

const refund = ({ pay }: Edge, id: string) => pay.refund(id, { id: 'all', amount: '12.50', currency: 'EUR' })

/** The identifiers of the transactions that an order shows. */
const shown = ({ transactions }: MerchantOrder) => new Set(transactions.map(({ id }) => id))

const movedUnder = async (reference: string) =>
  (await readLedger()).movements.filter(isOf(reference)).map(({ kind, orderId }) => `${kind} ${orderId}`)

describe('two edges of one gateway account', () => {
  it('each show and refund their own money alone, whatever the other sells at the same moment', async () => {
    const references = [newReference(), newReference(), newReference()]

    const orders = await Promise.all(
      references.flatMap((reference) =>
        edges.map(async (edge) => ({ edge, reference, id: await paid(edge, reference) })),
      ),
    )
    for (const { edge, id } of orders) await becomes(edge, id, 'approved')
    const firsts = orders.filter(({ edge }) => edge === edges[0])
    for (const { edge, id } of firsts) await refund(edge, id)
    for (const { edge, id } of firsts) await becomes(edge, id, 'returned')

    for (const reference of references) {
      const [one, other] = await Promise.all(
        orders
          .filter((each) => each.reference === reference)
          .map(({ edge, id }) => edge.pay.refreshOrder(id)),
      )
      if (!one || !other) return expect.fail('an order is missing')
      expect([one.status, other.status]).toEqual(['returned', 'approved'])
      expect([one.needsAttention, other.needsAttention]).toEqual([false, false])
      const [[own], [others]] = [[...shown(one)], [...shown(other)]]
      expect([shown(one).size, shown(other).size, own === others]).toEqual([1, 1, false])
      expect((await movedUnder(reference)).toSorted()).toEqual(
        [`charge ${own}`, `charge ${others}`, `reversal ${own}`].toSorted(),
      )
    }
  })

  it('an order whose charge never arrived is not paid by the other edge’s', async () => {
    const reference = newReference()
    await setFaults({ operation: 'sale', fault: 'drop-request', clientOrderId: reference, times: 1 })

    const lost = await paid(edges[0], reference)
    await expect.poll(async () => (await edges[0].pay.getOrder(lost)).status).toBe('processing')
    await expect
      .poll(async () =>
        (await readLedger()).requests.some((one) => isOf(reference)(one) && one.operation === 'status'),
      )
      .toBe(true)
    const sold = await paid(edges[1], reference)
    await becomes(edges[1], sold, 'approved')

    // The gateway does not know of it.
    await expect(edges[0].pay.refreshOrder(lost)).rejects.toMatchObject({
      refusal: { code: 'gateway-silent' },
    })
    const after = await edges[0].pay.getOrder(lost)
    expect(after).toMatchObject({ transactions: [], captured: '0.00' })
    expect(after.status).not.toBe('approved')
    await expect(refund(edges[0], lost)).rejects.toMatchObject({ code: 'follow-up-impossible' })
    expect((await movedUnder(reference)).map((one) => one.split(' ')[0])).toEqual(['charge'])
  })
})
