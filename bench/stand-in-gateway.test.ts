import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type StandInGateway, startGateway } from './stand-in-gateway.ts'

let gateway: StandInGateway
let edge: string
const callbacks: { path: string; fields: Record<string, string> }[] = []

const server = createServer(async (request, response) => {
  let body = ''
  for await (const chunk of request) body += chunk
  callbacks.push({ path: request.url ?? '', fields: Object.fromEntries(new URLSearchParams(body)) })
  response.end()
})

beforeAll(async () => {
  gateway = await startGateway('key')
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  edge = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})

afterAll(async () => {
  await gateway?.stop()
  server.close()
})

const sent = async (path: string, fields: Record<string, string>) => {
  const reply = await fetch(gateway.url + path, { method: 'POST', body: new URLSearchParams(fields) })
  return Object.fromEntries(new URLSearchParams(await reply.text()))
}

it('takes a payment, calls back with a genuine control when it is settled, and then reports the outcome', async () => {
  const opened = await sent('/api/v2/sale-form/1001', {
    ...{ client_orderid: 'order-1', amount: '12.50', currency: 'EUR' },
    server_callback_url: 'http://pay.localhost/callback/order-1/a-key',
  })
  const orderid = opened['paynet-order-id'] ?? ''
  const asks = () => sent('/api/v2/status/1001', { orderid })
  expect(opened['redirect-url']).toBe(`${gateway.url}/form`)
  expect(await asks()).toMatchObject({ status: 'processing', amount: '12.50' })

  await gateway.settle('order-1', edge)

  const control = createHash('sha1').update(`approved${orderid}order-1key`).digest('hex')
  expect(callbacks).toMatchObject([
    { path: '/callback/order-1/a-key', fields: { status: 'approved', orderid, control } },
  ])
  expect(await asks()).toMatchObject({ status: 'approved', 'merchant-order-id': 'order-1' })
})

it('settles no payment that it does not know', async () => {
  await expect(gateway.settle('order-2', edge)).rejects.toThrow('no payment of order-2')
})
