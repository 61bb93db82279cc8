import { describe, expect, it } from 'vitest'
import { type ThreeDsPage, threeDsUrl } from '../config/signed-urls.ts'
import { type ApiOperation, partsOf } from './api-operation.ts'
import { OPERATIONS } from './operation-list.ts'
import { isOwnHost, isServedEverywhere } from './own-host.ts'
import { ask, config, merchant, post, problemOf, scriptedOrders } from './testing/edge.ts'

const OTHER = 'https://pay-checkout.somebody.workers.dev'

const operations: ApiOperation[] = Object.values(OPERATIONS)

describe('a host name that is not the edge’s own', () => {
  it.each(operations.filter((row) => !isServedEverywhere(partsOf(row).path)).map(({ route }) => [route]))(
    'does not answer %s',
    async (route) => {
      const [method = '', path = ''] = route.split(' ')
      const { asked, ORDERS } = scriptedOrders({})
      const init = method === 'GET' ? { headers: merchant() } : post({}, merchant())

      const refused = await ask(OTHER + path.replace(/\{\w+\}/g, 'A'.repeat(32)), init, { ORDERS })

      expect(await problemOf(refused)).toMatchObject({
        status: 421,
        code: 'host-not-served',
        detail: 'This edge is at https://pay.example.com.',
      })
      expect(asked).toEqual([])
    },
  )

  it('does not answer what is not there either', async () => {
    expect((await ask(`${OTHER}/nothing`)).status).toBe(421)
  })

  it('still hears the gateway, the shopper who returns and the bank, by the key in the path', async () => {
    const whose = { orderId: 'A'.repeat(32), attempt: 1 }
    const { asked, ORDERS } = scriptedOrders({
      receiveNotice: { returnUrl: 'https://shop.example.com/' },
      openStep: {},
    })
    const paths = ['callback', 'return'].map((name) => `/${name}/${whose.orderId}/wrong-key`)
    const step = new URL(await threeDsUrl(config, 'step' satisfies ThreeDsPage, whose)).pathname

    const unknown = await Promise.all(paths.map((path) => ask(OTHER + path, {}, { ORDERS })))
    const known = await ask(OTHER + step, {}, { ORDERS })

    expect(unknown.map(({ status }) => status)).toEqual([404, 404])
    expect(known.status).toBe(303)
    expect(asked.map(([, method]) => method)).toEqual(['openStep'])
  })

  it('says whether the settings are right', async () => {
    expect((await ask(`${OTHER}/healthz`)).status).toBe(200)
  })
})

describe('isOwnHost', () => {
  const real = { PUBLIC_URL: 'https://pay.example.com', GATEWAY_URL: 'https://gate.example.com/paynet' }
  const local = { PUBLIC_URL: 'http://pay.localhost:8787', GATEWAY_URL: 'http://127.0.0.1:8788' }

  it.each([
    ['its own address', 'https://pay.example.com/pay', real, true],
    ['its own address before the change to https', 'http://pay.example.com/pay', real, true],
    ['another name', 'https://pay.workers.dev/pay', real, false],
    ['another port', 'https://pay.example.com:8443/pay', real, false],
    ['this machine, with the gateway elsewhere', 'http://127.0.0.1:8787/pay', real, false],
    ['its own name on this machine', 'http://pay.localhost:8787/pay', local, true],
    ['the machine itself, with the gateway on it', 'http://127.0.0.1:8787/pay', local, true],
    ['another name of this machine', 'http://localhost:8787/pay', local, true],
    ['a name on the web, with the gateway on this machine', 'https://pay.example.com/pay', local, false],
  ])('judges %s', (_, url, settings, expected) => {
    expect(isOwnHost(url, settings)).toBe(expected)
  })
})
