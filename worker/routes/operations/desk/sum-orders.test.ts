import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import { putOrder } from '../../../outbox/order-entries.ts'
import { entryWith } from '../../../outbox/testing/listed-order.ts'
import { ask, bearer, problemOf, refusalOf } from '../../testing/edge.ts'

const sums = (query: string, key = env.TEST_READ_KEY) =>
  ask(`/v1/order-sums${query}`, { headers: bearer(key) })

const at = (text: string) => Date.parse(text)

describe('GET /v1/order-sums', () => {
  it('adds up the orders of a day, from midnight to midnight UTC', async () => {
    const paid = { status: 'approved', captured: '12.50' } as const
    const starts = [
      '2026-03-01T23:59:59.999Z',
      '2026-03-02T00:00:00.000Z',
      '2026-03-02T23:59:59.999Z',
      '2026-03-03T00:00:00.000Z',
    ]
    for (const [index, start] of starts.entries())
      await putOrder(env.ORDER_INDEX, entryWith(index, { ...paid, startedAt: at(start) }))

    expect(await (await sums('?day=2026-03-02')).json()).toEqual({
      day: '2026-03-02',
      from: '2026-03-02T00:00:00.000Z',
      to: '2026-03-03T00:00:00.000Z',
      sums: [
        {
          currency: 'EUR',
          test: true,
          orders: 2,
          paid: 2,
          needsAttention: 0,
          taken: '25.00',
          refunded: '0.00',
          chargedBack: '0.00',
          net: '25.00',
          held: '0.00',
          paidOut: '0.00',
          statuses: { approved: 2 },
        },
      ],
    })
  })

  it('has no sums of a day without orders', async () => {
    expect(await (await sums('?day=2020-02-29')).json()).toMatchObject({ sums: [] })
  })

  it('tells how many orders it left out', async () => {
    await putOrder(env.ORDER_INDEX, entryWith(9, { startedAt: at('2026-04-01T12:00:00Z') }))
    await env.ORDER_INDEX.prepare('UPDATE order_index SET captured = NULL').run()

    expect(await (await sums('?day=2026-04-01')).json()).toMatchObject({ incomplete: 1 })
  })

  it.each(['', '?day=', '?day=today', '?day=2026-13-01', '?day=2026-02-29', '?day=2026-3-1'])(
    'refuses "%s"',
    async (query) => {
      expect(await problemOf(await sums(query))).toMatchObject({ code: 'query-malformed', fields: ['day'] })
    },
  )

  it('refuses a key that may not read', async () => {
    expect(await refusalOf(await sums('?day=2026-03-02', env.TEST_CHARGE_KEY))).toBe('403 scope-missing')
  })
})
