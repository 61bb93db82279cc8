import { runInDurableObject } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { answerWith, setWith } from '../../testing/edge.ts'
import type { Order } from '../order.ts'
import { lasting, orderOf, serverTerms } from '../testing/orders.ts'
import { startOver } from '../testing/platform.ts'
import { ScriptedGateway } from '../testing/scripted-gateway.ts'

let gateway: ScriptedGateway

beforeEach(() => {
  gateway = new ScriptedGateway()
  answerWith(gateway.fetch)
  setWith(lasting({ orderExpires: 50 }))
})

afterEach(startOver)

/** What the object of an order still holds. */
const leftOf = (id: string) =>
  runInDurableObject(orderOf(id), async (_: Order, { storage }) => ({
    rows: [...storage.kv.list()],
    alarm: await storage.getAlarm(),
  }))

const listed = async (id: string) => {
  const tables = ['order_index', 'order_ids'].map((table) =>
    env.ORDER_INDEX.prepare(`SELECT id FROM ${table} WHERE id = ?`).bind(id),
  )
  return (await env.ORDER_INDEX.batch(tables)).flatMap(({ results }) => results)
}

describe('an order that nobody tried to pay', () => {
  it.each([
    ['left', async () => {}],
    ['read', (id: string) => orderOf(id).snapshot()],
    ['cancelled', (id: string) => orderOf(id).cancel()],
  ])(
    'and that was %s leaves no row, no alarm and no entry behind, and never asked the gateway',
    async (_, act) => {
      const terms = serverTerms({ methods: ['hosted'], expiresAt: Date.now() + 50 })
      await orderOf(terms.id).open(terms, { email: 'ann@example.com', name: 'Ann Example' })
      await act(terms.id)

      await expect.poll(() => leftOf(terms.id)).toEqual({ rows: [], alarm: null })

      expect(await listed(terms.id)).toEqual([])
      expect(gateway.received).toEqual([])
    },
  )
})
