import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import { orderToken } from '../../../credentials/order-tokens.ts'
import {
  ask,
  bearer,
  config,
  EDGE,
  merchant,
  opened,
  refusalOf,
  SHOP,
  scriptedOrders,
} from '../../testing/edge.ts'

const id = 'A'.repeat(32)

const paid = {
  id,
  reference: 'cart-7',
  intent: 'sale',
  amount: '12.50',
  currency: 'EUR',
  description: 'A tin of tea',
  status: 'approved',
  captured: '12.50',
  returned: '0.00',
  attempts: [],
}

const path = `/v1/orders/${id}/receipt`

const ordersWith = (status: string) => scriptedOrders({ snapshot: { order: { ...paid, status } } })

const viewer = async () => bearer(await orderToken(config, { id, scope: 'view' }, Date.now()))

/** Checks a receipt with WebCrypto alone, by the key that the edge gives to anybody. */
async function saidBy(receipt: string) {
  const { keys } = await (await ask('/.well-known/jwks.json')).json<{
    keys: (JsonWebKey & { kid: string })[]
  }>()
  const [head = '', payload = '', signature = ''] = receipt.split('.')
  const { kid } = JSON.parse(decoded(head))
  const jwk = keys.find((key) => key.kid === kid)
  if (!jwk) throw new Error('the key is not among those of the edge')
  const key = await crypto.subtle.importKey('jwk', jwk, { name: 'Ed25519' }, false, ['verify'])
  const signed = new TextEncoder().encode(`${head}.${payload}`)
  expect(await crypto.subtle.verify('Ed25519', key, bytesOf(signature), signed)).toBe(true)
  return JSON.parse(decoded(payload))
}

const bytesOf = (text: string) =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (character) =>
    character.charCodeAt(0),
  )

const decoded = (text: string) => new TextDecoder().decode(bytesOf(text))

describe('GET /v1/orders/{id}/receipt', () => {
  it('answers the page that may look at a paid order', async () => {
    const { ORDERS } = ordersWith('approved')

    const response = await ask(path, { headers: { ...(await viewer()), Origin: SHOP } }, { ORDERS })

    const { receipt } = await response.json<{ receipt: string }>()
    expect(response.headers.get('Cache-Control')).toBe('no-store')
    expect(await saidBy(receipt)).toMatchObject({ iss: EDGE, sub: id, amount: '12.50', status: 'approved' })
  })

  it('answers a merchant key that reads', async () => {
    const { ORDERS } = ordersWith('partially-returned')

    const response = await ask(path, { headers: bearer(env.TEST_READ_KEY) }, { ORDERS })

    const { receipt } = await response.json<{ receipt: string }>()
    expect(await saidBy(receipt)).toMatchObject({ sub: id, status: 'partially-returned' })
  })

  it.each(['open', 'redirect', 'processing', 'declined', 'unknown', 'cancelled', 'expired'])(
    'gives none of an order that is %s',
    async (status) => {
      const { ORDERS } = ordersWith(status)

      expect(await refusalOf(await ask(path, { headers: merchant() }, { ORDERS }))).toBe(
        '409 order-not-settled',
      )
    },
  )

  it('gives none of a real order that nobody paid', async () => {
    const { order, token } = await opened()

    const response = await ask(`/v1/orders/${order.id}/receipt`, { headers: bearer(token) })

    expect(await refusalOf(response)).toBe('409 order-not-settled')
  })

  it('knows no order that was never opened', async () => {
    expect(await refusalOf(await ask(path, { headers: merchant() }))).toBe('404 not-found')
  })

  it.each([
    ['nobody', async () => ({})],
    ['the token of another order', async () => bearer((await opened()).token)],
  ])('gives none to %s', async (_, headers) => {
    const { asked, ORDERS } = ordersWith('approved')
    const sent = await headers()

    expect(await refusalOf(await ask(path, { headers: sent }, { ORDERS }))).toBe('401 token-invalid')
    expect(asked).toEqual([])
  })
})

describe('GET /.well-known/jwks.json', () => {
  it('is open to any page, for an hour', async () => {
    const response = await ask('/.well-known/jwks.json', { headers: { Origin: 'https://files.example' } })

    expect(response.headers.get('Access-Control-Allow-Origin')).toBe('*')
    expect(response.headers.get('Cache-Control')).toBe('public, max-age=3600')
    expect(response.headers.get('Content-Type')).toMatch(/^application\/json/)
  })

  it('holds the keys in force and nothing secret', async () => {
    const text = await (await ask('/.well-known/jwks.json')).text()

    expect(JSON.parse(text).keys.length).toBe(2)
    expect(text).not.toMatch(/"d"/)
  })
})
