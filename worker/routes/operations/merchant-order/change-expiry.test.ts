import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import {
  ask,
  bearer,
  merchant,
  opened,
  post,
  problemOf,
  refusalOf,
  scriptedOrders,
} from '../../testing/edge.ts'

const id = 'A'.repeat(32)
const KEY = { 'Idempotency-Key': 'the-first-later-end' }

const change = (
  expiresAt: unknown,
  headers: Record<string, string> = { ...merchant(), ...KEY },
  bindings = {},
) => ask(`/v1/orders/${id}/expiry`, post({ expiresAt }, headers), bindings)

describe('POST /v1/orders/{id}/expiry', () => {
  it('has the order move its end, by the time in any zone', async () => {
    const { asked, ORDERS } = scriptedOrders({ changeExpiry: { ok: true, value: { id } } })

    expect((await change('2027-03-01T12:00:00+01:00', undefined, { ORDERS })).status).toBe(200)
    expect(asked).toEqual([
      [
        id,
        'changeExpiry',
        { key: 'the-first-later-end', by: 'shop server', expiresAt: Date.UTC(2027, 2, 1, 11) },
      ],
    ])
  })

  it.each(['2027-03-01', 'tomorrow', 1_800_000_000, '2027-03-01T12:00:00'])('refuses “%s”', async (value) => {
    expect(await problemOf(await change(value))).toMatchObject({
      code: 'body-malformed',
      fields: ['expiresAt'],
    })
  })

  it('needs a key of its own, the scope charge, and a payment request', async () => {
    const { order } = await opened()
    const later = new Date(Date.now() + 86_400_000).toISOString()

    expect(await refusalOf(await change(later, { ...merchant(), 'Idempotency-Key': 'short' }))).toBe(
      '400 idempotency-key-missing',
    )
    expect(await refusalOf(await change(later, { ...bearer(env.TEST_READ_KEY), ...KEY }))).toBe(
      '403 scope-missing',
    )
    expect(await refusalOf(await change(later))).toBe('404 not-found')
    const page = await ask(
      `/v1/orders/${order.id}/expiry`,
      post({ expiresAt: later }, { ...merchant(), ...KEY }),
    )
    expect(await refusalOf(page)).toBe('409 follow-up-impossible')
  })
})
