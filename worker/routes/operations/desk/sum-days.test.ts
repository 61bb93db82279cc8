import { env } from 'cloudflare:workers'
import { beforeAll, describe, expect, it } from 'vitest'
import type { DailySums } from '../../../../shared/order-list.ts'
import { putOrder } from '../../../outbox/order-entries.ts'
import { entryWith } from '../../../outbox/testing/listed-order.ts'
import { ask, bearer, problemOf, refusalOf } from '../../testing/edge.ts'

const days = (query: string, key = env.TEST_READ_KEY) =>
  ask(`/v1/order-sums/days${query}`, { headers: bearer(key) })

const paid = { status: 'approved', captured: '12.50' } as const

const STARTS = [
  '2026-03-27T23:00:00.000Z',
  '2026-03-28T22:59:59.999Z',
  '2026-03-28T23:00:00.000Z',
  '2026-03-29T21:59:59.999Z',
  '2026-03-29T22:00:00.000Z',
]

beforeAll(async () => {
  for (const [index, start] of STARTS.entries())
    await putOrder(env.ORDER_INDEX, entryWith(index, { ...paid, startedAt: Date.parse(start) }))
})

const orders = ({ days: all }: DailySums) =>
  all.map(({ day, from, sums }) => [day, from, sums[0]?.orders ?? 0])

describe('GET /v1/order-sums/days', () => {
  it('has each day of a zone, also that of 23 hours', async () => {
    const answer = await (await days('?from=2026-03-28&to=2026-03-30&zone=Europe/Berlin')).json<DailySums>()

    expect(answer.zone).toBe('Europe/Berlin')
    expect(orders(answer)).toEqual([
      ['2026-03-28', '2026-03-27T23:00:00.000Z', 2],
      ['2026-03-29', '2026-03-28T23:00:00.000Z', 2],
      ['2026-03-30', '2026-03-29T22:00:00.000Z', 1],
    ])
    expect(answer.days[2]).toMatchObject({
      to: '2026-03-30T22:00:00.000Z',
      sums: [{ currency: 'EUR', taken: '12.50' }],
    })
  })

  it('has days of UTC where no zone is named, also such without orders', async () => {
    expect(orders(await (await days('?from=2026-03-27&to=2026-03-31')).json())).toEqual([
      ['2026-03-27', '2026-03-27T00:00:00.000Z', 1],
      ['2026-03-28', '2026-03-28T00:00:00.000Z', 2],
      ['2026-03-29', '2026-03-29T00:00:00.000Z', 2],
      ['2026-03-30', '2026-03-30T00:00:00.000Z', 0],
      ['2026-03-31', '2026-03-31T00:00:00.000Z', 0],
    ])
  })

  it('takes an offset for a zone', async () => {
    const answer = await (await days('?from=2026-03-28&to=2026-03-28&zone=%2B05:30')).json<DailySums>()

    expect(orders(answer)).toEqual([['2026-03-28', '2026-03-27T18:30:00.000Z', 1]])
  })

  it.each([
    ['', 'from'],
    ['?from=2026-03-28', 'to'],
    ['?from=2026-03-28&to=yesterday', 'to'],
    ['?from=2026-03-28&to=2026-03-27', 'to'],
    ['?from=2026-03-01&to=2026-05-02', 'to'],
    ['?from=2026-03-28&to=2026-03-28&zone=Europe/Atlantis', 'zone'],
    ['?from=2026-03-28&to=2026-03-28&zone=%00', 'zone'],
    ['?from=0000-00-00&to=2026-03-28', 'from'],
  ])('refuses "%s"', async (query, field) => {
    expect(await problemOf(await days(query))).toMatchObject({
      code: 'query-malformed',
      fields: expect.arrayContaining([field]),
    })
  })

  it('refuses a key that may not read', async () => {
    expect(await refusalOf(await days('?from=2026-03-28&to=2026-03-28', env.TEST_CHARGE_KEY))).toBe(
      '403 scope-missing',
    )
  })
})
