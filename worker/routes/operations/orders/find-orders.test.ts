/** How a merchant finds a shopper's order: by the e-mail address, by the card on a day, by the beginning of a reference. */
import { env } from 'cloudflare:workers'
import { beforeEach, describe, expect, it } from 'vitest'
import { configOf } from '../../../config/config.ts'
import { emailDigest } from '../../../config/email-digest.ts'
import { orderIdOfReference } from '../../../credentials/order-id.ts'
import type { OrderEntry } from '../../../outbox/listed-order.ts'
import { putOrder } from '../../../outbox/order-entries.ts'
import { ask, bearer, merchant, problemOf, refusalOf } from '../../testing/edge.ts'

const entry = (number: number, changes: Partial<OrderEntry> = {}): OrderEntry => ({
  ...{ id: `order-${String(number).padStart(3, '0')}`, reference: `INV-${number}`, intent: 'sale' },
  ...{ amount: '12.50', currency: 'EUR', captured: '12.50', returned: '0.00', chargedBack: '0.00' },
  ...{ description: 'Tea', status: 'approved', needsAttention: false, attention: [], test: true },
  ...{ startedAt: Date.UTC(2026, 0, number), updatedAt: Date.UTC(2026, 0, number, 1), seq: 3 },
  ...changes,
})

interface List {
  readonly orders: { readonly reference: string }[]
}

const referencesIn = async (response: Response) => {
  expect(response.status).toBe(200)
  return (await response.json<List>()).orders.map(({ reference }) => reference)
}

const reader = () => bearer(env.TEST_READ_KEY)

const list = (query: string, headers = merchant(), bindings = {}) =>
  ask(`/v1/orders${query}`, { headers }, bindings)

beforeEach(async () => {
  const shopper = await emailDigest(configOf(env).SEARCH_KEY ?? '', 'ada@example.com')
  const exact = await orderIdOfReference('INV-1')
  const entries = [
    entry(1, { id: exact, shopper, lastFour: '1111' }),
    entry(2, { lastFour: '4242' }),
    entry(12, { shopper, lastFour: '1111' }),
    entry(3, { reference: 'order-of-another-kind' }),
  ]
  for (const one of entries) await putOrder(env.ORDER_INDEX, one)
})

describe('GET /v1/orders by an e-mail address', () => {
  it.each(['ada@example.com', 'Ada@Example.com', '%20ada@example.com'])(
    'finds what %s paid',
    async (email) => {
      expect(await referencesIn(await list(`?email=${email}`))).toEqual(['INV-12', 'INV-1'])
    },
  )

  it('goes together with other filters, also in the file', async () => {
    expect(await referencesIn(await list('?email=ada@example.com&day=2026-01-12'))).toEqual(['INV-12'])
    const file = await ask('/v1/orders.csv?email=ada@example.com', { headers: merchant() })
    expect((await file.text()).split('\r\n')).toHaveLength(4)
  })

  it('finds nothing of anybody else', async () => {
    expect(await referencesIn(await list('?email=bob@example.com'))).toEqual([])
  })

  it.each(['/v1/orders', '/v1/orders.csv'])('is refused to a key without the scope: %s', async (path) => {
    const answer = await ask(`${path}?email=ada@example.com`, { headers: reader() })

    expect(await refusalOf(answer)).toBe('403 scope-missing')
  })

  it('is off without SEARCH_KEY, and the problem says so', async () => {
    const answer = await list('?email=ada@example.com', merchant(), { SEARCH_KEY: undefined })

    const { status, code, title } = await problemOf(answer)
    expect([status, code]).toEqual([409, 'search-off'])
    expect(title).toMatch(/SEARCH_KEY/)
  })

  it.each(['ada', 'ada@', `${'a'.repeat(60)}@example.com`])(
    'refuses %s, which is no address',
    async (email) => {
      expect(await refusalOf(await list(`?email=${email}`))).toBe('400 query-malformed')
    },
  )
})

describe('GET /v1/orders by the end of a card', () => {
  it('finds the orders of a day that it paid, with the scope read', async () => {
    expect(await referencesIn(await list('?lastFour=1111&day=2026-01-01', reader()))).toEqual(['INV-1'])
    expect(await referencesIn(await list('?lastFour=1111&day=2026-01-02', reader()))).toEqual([])
  })

  it.each(['?lastFour=1111', '?lastFour=111&day=2026-01-01', '?lastFour=11a1&day=2026-01-01'])(
    'refuses %s',
    async (query) => {
      expect(await refusalOf(await list(query))).toBe('400 query-malformed')
    },
  )
})

describe('GET /v1/orders by a reference', () => {
  it('finds all that begin with it, the very one first', async () => {
    expect(await referencesIn(await list('?reference=INV-1', reader()))).toEqual(['INV-1', 'INV-12'])
    expect(await referencesIn(await list('?reference=INV-', reader()))).toEqual(['INV-12', 'INV-2', 'INV-1'])
    expect(await referencesIn(await list('?reference=INV-9', reader()))).toEqual([])
  })
})
