import { env } from 'cloudflare:workers'
import { beforeAll, describe, expect, it } from 'vitest'
import type { DeskSessionView } from '../../../../shared/order-list.ts'
import { configOf } from '../../../config/config.ts'
import { verifyAssertion } from '../../../credentials/access-assertion.ts'
import { AccessTeam, accessSetting } from '../../../credentials/testing/access.ts'
import { ask, bearer, EDGE, merchant, opened, post, refusalOf, SHOP } from '../../testing/edge.ts'

const SETTINGS = { DESK: 'on', DESK_ACCESS: accessSetting('desk-session') }

/** What browsers send for the desk's own page. */
const OWN = { Origin: EDGE, 'Sec-Fetch-Site': 'same-origin' }

let team: AccessTeam

beforeAll(async () => {
  team = await AccessTeam.named('desk-session')
  const config = configOf({ ...env, ...SETTINGS })
  if (!config.DESK_ACCESS) throw new TypeError('the setting is missing')
  // The isolate keeps the keys, so that no test reaches for the network.
  const token = await assertion()
  await verifyAssertion(config, config.DESK_ACCESS, { token, now: Date.now(), fetch: team.fetch })
})

const assertion = (changes: object = {}) => team.signed(team.claims(Date.now(), changes))

const start = async (
  headers: Record<string, string> = OWN,
  changes: object = {},
  settings: object = SETTINGS,
) =>
  ask(
    '/desk/session',
    { method: 'POST', headers: { 'Cf-Access-Jwt-Assertion': await assertion(changes), ...headers } },
    settings,
  )

const keyOf = async (email = 'ann@shop.example') =>
  (await (await start(OWN, { email })).json<DeskSessionView>()).key

describe('POST /desk/session', () => {
  it('answers a person of the setting with a key, which no cache keeps and no other page reads', async () => {
    const response = await start()

    expect(await response.json()).toEqual({
      key: expect.stringMatching(/^pcd_/),
      name: 'ann@shop.example',
      scopes: ['read', 'charge', 'refund'],
      expiresAt: expect.stringMatching(/^2\d{3}-.*Z$/),
    })
    expect(response.headers.get('Cache-Control')).toBe('no-store')
    expect(response.headers.has('Access-Control-Allow-Origin')).toBe(false)
    expect(response.headers.has('Set-Cookie')).toBe(false)
  })

  it.each<[string, Record<string, string>]>([
    ['of the shop', { ...OWN, Origin: SHOP }],
    ['of a stranger', { Origin: 'https://evil.example', 'Sec-Fetch-Site': 'cross-site' }],
    ['without an origin', { 'Sec-Fetch-Site': 'same-origin' }],
    ['without a site', { Origin: EDGE }],
    ['of another host of the site', { ...OWN, 'Sec-Fetch-Site': 'same-site' }],
    ['in a sandbox', { ...OWN, Origin: 'null' }],
    ['that a person typed into the address bar', { ...OWN, 'Sec-Fetch-Site': 'none' }],
  ])('refuses a page %s', async (_, headers) => {
    expect(await refusalOf(await start(headers))).toBe('403 origin-not-allowed')
  })

  it('refuses a request without an assertion, whatever key or cookie it has', async () => {
    const headers = { ...OWN, ...merchant(), Cookie: `CF_Authorization=${await assertion()}` }

    expect(await refusalOf(await ask('/desk/session', { method: 'POST', headers }, SETTINGS))).toBe(
      '401 token-invalid',
    )
  })

  it('refuses somebody who is not in the setting, and a service', async () => {
    expect(await refusalOf(await start(OWN, { email: 'eve@shop.example' }))).toBe('403 scope-missing')
    expect(await refusalOf(await start(OWN, { common_name: 'a.access', sub: '', email: undefined }))).toBe(
      '401 token-invalid',
    )
  })

  it.each<[string, object]>([
    ['without the setting', { DESK: 'on' }],
    ['without a desk', { ...SETTINGS, DESK: 'off' }],
  ])('is not there %s', async (_, settings) => {
    expect(await refusalOf(await start(OWN, {}, settings))).toBe('404 not-found')
  })

  it('is limited by network', async () => {
    const limited = { ...SETTINGS, LIMITS: '{}', RATE_ADDRESS: { limit: async () => ({ success: false }) } }

    expect(await refusalOf(await start(OWN, {}, limited))).toBe('429 too-many-requests')
  })
})

describe('the key of a person', () => {
  it('is a key of the merchant with its own scopes', async () => {
    const headers = bearer(await keyOf('bob@staff.example'))

    expect(await (await ask('/v1/merchant-key', { headers }, SETTINGS)).json()).toEqual({
      name: 'bob@staff.example',
      scopes: ['read'],
    })
    expect((await ask('/v1/orders', { headers }, SETTINGS)).status).toBe(200)
  })

  it('is no look of a shopper: where a product is read, it needs the scope for it', async () => {
    const headers = bearer(await keyOf('bob@staff.example'))

    expect(await refusalOf(await ask('/v1/products/mug', { headers }, SETTINGS))).toBe('403 scope-missing')
  })

  it('is refused on a page of the shop', async () => {
    const headers = { ...bearer(await keyOf()), Origin: SHOP }

    expect(await refusalOf(await ask('/v1/merchant-key', { headers }, SETTINGS))).toBe(
      '403 origin-not-allowed',
    )
  })

  it('is the only thing that acts: no other route reads what Access says', async () => {
    const { order } = await opened()
    const headers = { ...OWN, 'Cf-Access-Jwt-Assertion': await assertion() }
    const routes = [
      '/v1/merchant-key',
      '/v1/orders',
      '/v1/order-sums?day=2026-11-23',
      `/v1/orders/${order.id}`,
    ]

    for (const path of routes)
      expect(await refusalOf(await ask(path, { headers }, SETTINGS))).toBe('401 token-invalid')
    for (const command of ['return', 'cancel', 'erase'])
      expect(
        await refusalOf(await ask(`/v1/orders/${order.id}/${command}`, post({}, headers), SETTINGS)),
      ).toBe('401 token-invalid')
  })

  it('names the person in the history of an order', async () => {
    const { order } = await opened()
    const headers = bearer(await keyOf())
    await ask(`/v1/orders/${order.id}/cancel`, post({}, headers), SETTINGS)

    const details = await (await ask(`/v1/orders/${order.id}`, { headers }, SETTINGS)).json<{
      history: { kind: string; by?: string }[]
    }>()

    expect(details.history).toContainEqual(
      expect.objectContaining({ kind: 'order-cancelled', by: 'ann@shop.example' }),
    )
  })

  it('ends where the person is taken out of the setting', async () => {
    const headers = bearer(await keyOf())
    const people = { 'bob@shop.example': ['read'] }
    const without = { ...SETTINGS, DESK_ACCESS: accessSetting('desk-session', { people }) }

    expect(await refusalOf(await ask('/v1/merchant-key', { headers }, without))).toBe('401 token-invalid')
  })
})
