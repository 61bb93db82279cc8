import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type StaticServer, serveFolder } from '../static-server.ts'
import { galleryRoute } from './gallery-route.ts'

const ORIGIN = 'http://shop.localhost:5173'

let folder: string
let server: StaticServer

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pay-checkout-gallery-route-'))
  await mkdir(join(folder, 'gallery/v1'), { recursive: true })
  await writeFile(join(folder, 'gallery/v1/settings.json'), '{"test":true}')
  server = await serveFolder(folder, 0, galleryRoute(ORIGIN))
})

afterAll(async () => {
  await server.stop()
  await rm(folder, { recursive: true })
})

const ask = (path: string, method = 'POST') =>
  fetch(`http://127.0.0.1:${server.port}/gallery${path}`, { method })

describe('the edge of a state', () => {
  it('refuses as the state says', async () => {
    const reply = await ask('/as/refused-paused/v1/orders/refused-paused/pay')

    expect(reply.status).toBe(503)
    expect(await reply.json()).toMatchObject({ status: 503, code: 'payments-paused' })
  })

  it('says how long to wait', async () => {
    const reply = await ask('/as/working-long/v1/orders/working-long/pay')

    expect([reply.status, reply.headers.get('retry-after')]).toEqual([429, '30'])
  })

  it('has no product that is hidden, and says what another one costs now', async () => {
    const hidden = await ask('/as/product-hidden/v1/products/product-hidden', 'GET')
    const changed = await ask('/as/refused-price/v1/checkout')

    expect([hidden.status, await hidden.json()]).toMatchObject([404, { code: 'product-unavailable' }])
    expect(await changed.json()).toMatchObject({ code: 'price-changed', products: [{ amount: '14.00' }] })
  })

  it('leads to the page of a step', async () => {
    const reply = await ask('/as/leaving/v1/orders/leaving/pay')

    expect(await reply.json()).toMatchObject({
      ...{ id: 'leaving', status: 'redirect' },
      action: { type: 'redirect', url: `${ORIGIN}/gallery/steps/slow.html` },
    })
  })

  it('has the files of the edge that all states share', async () => {
    const reply = await ask('/as/refused-paused/v1/settings', 'GET')

    expect(await reply.json()).toEqual({ test: true })
  })
})

it('leaves a browser where it is that asks for the slow page', async () => {
  expect((await ask('/steps/slow.html', 'GET')).status).toBe(204)
})

it.each(['/v1/orders/open/pay', '/as/no-state/v1/checkout'])('answers no request to %s', async (path) => {
  expect((await ask(path)).status).toBe(405)
})
