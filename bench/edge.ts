/** The edge's own time, beside Workers that do less, over connections that are used one after the other. */
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { convertV4MiniflareOptions, Miniflare } from 'miniflare'
import { signOffer } from '../cli/sign-offer.ts'
import { builtWidget } from '../scripts/build.ts'
import { ROOT } from '../scripts/root.ts'
import { startStack } from '../scripts/stack/stack.ts'
import type { CheckoutReply } from '../shared/http-bodies.ts'
import type { OrderView } from '../shared/order-view.ts'
import { alternate, timed } from './alternate.ts'
import { bundled } from './bundled.ts'
import type { PartResult, Row } from './part.ts'

const ROUNDS = 7
/** So many shoppers are one sample, however many come at once. */
const SHOPPERS = 64
const CONNECTIONS = [1, 8, 32]

/** Workers that show what the platform takes by itself. */
const BARE = `
import { DurableObject } from 'cloudflare:workers'
import { hmacSha1Signer } from '${ROOT}/worker/signing/hmac-sha1.ts'

const sign = hmacSha1Signer({ consumerKey: 'shop', consumerSecret: 'secret' })

async function forward(gateway) {
  const body = Array.from({ length: 20 }, (_, place) => ['field_' + place, 'value ' + place])
  const url = gateway + '/api/v2/sale-form/1001'
  const headers = { Authorization: await sign({ method: 'POST', url, body }) }
  return fetch(url, { method: 'POST', headers, body: new URLSearchParams(body) })
}

export class OneRow extends DurableObject {
  async order() {
    this.ctx.storage.kv.put('order', { status: 'sending' })
    await this.ctx.storage.setAlarm(Date.now() + 3_600_000)
    const reply = await forward(this.env.GATEWAY_URL)
    return reply.text()
  }

  alarm() {}
}

export default {
  async fetch(request, env) {
    const { pathname } = new URL(request.url)
    if (pathname === '/null') return new Response('{}')
    if (pathname === '/signer') return new Response(await (await forward(env.GATEWAY_URL)).text())
    return new Response(await env.ROWS.getByName(crypto.randomUUID()).order())
  },
}`

/** A gateway that answers every form at once: its time is not the edge's. */
async function startGateway() {
  let count = 0
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    count += 1
    const order = new URLSearchParams(body).get('client_orderid') ?? ''
    const reply = {
      ...{ type: 'async-form-response', 'serial-number': randomUUID(), 'merchant-order-id': order },
      ...{ 'paynet-order-id': String(count), 'redirect-url': 'http://127.0.0.1/form' },
    }
    response.writeHead(200, { 'Content-Type': 'text/html' }).end(new URLSearchParams(reply).toString())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: async () => {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}

async function startBare(gateway: string): Promise<{ url: string; stop: () => Promise<void> }> {
  const worker = new Miniflare(
    convertV4MiniflareOptions({
      host: '127.0.0.1',
      workers: [
        {
          name: 'bare',
          compatibilityDate: '2026-10-01',
          modules: [
            { type: 'ESModule', path: 'bare.js', contents: (await bundled(BARE, { isWorker: true })).script },
          ],
          bindings: { GATEWAY_URL: gateway },
          durableObjects: { ROWS: { className: 'OneRow', useSQLite: true } },
        },
      ],
    }),
  )
  return { url: (await worker.ready).origin, stop: () => worker.dispose() }
}

/** The time until a shopper has what is asked for, in milliseconds, and the CPU time of the edge's process. */
export async function edge(): Promise<readonly PartResult[]> {
  const failure = await builtWidget()
  if (failure) throw new Error(failure)
  const gateway = await startGateway()
  const [bare, stack] = await Promise.all([
    startBare(gateway.url),
    startStack({ edge: { GATEWAY_URL: gateway.url, CHECKOUT_METHODS: '["hosted"]' } }),
  ])
  const { local } = stack.addresses
  const offer = await signOffer(
    {
      ...{
        aud: stack.addresses.edge,
        iat: seconds(),
        exp: seconds() + 3600,
        item: 'mug',
        description: 'A mug',
      },
      ...{ currency: 'EUR', intent: 'sale', amount: '12.50', collect: ['email'] },
    },
    stack.offerKey,
  )
  const sides = {
    'a Worker that signs and forwards': () => get(`${bare.url}/signer`),
    'pay-checkout: offer to hosted address': () => toHostedAddress(local.edge, offer),
    'an object with one row and one alarm, signs and forwards': () => get(`${bare.url}/row`),
    'pay-checkout: settings': () => get(`${local.edge}/v1/settings`),
    'a Worker that does nothing': () => get(`${bare.url}/null`),
  }
  try {
    const rows: Row[] = []
    for (const connections of CONNECTIONS) {
      const measured = await alternate(
        Object.entries(sides).map(([name, act]) => ({ name, sample: () => perShopper(act, connections) })),
        ROUNDS,
      )
      rows.push(...measured.map((one) => ({ connections, ...one })))
    }
    return [
      {
        title: 'The edge beside bare Workers, milliseconds per shopper',
        rows,
        notes: [
          `${ROUNDS} samples of ${SHOPPERS} shoppers each, in turn; state is in the machine's folder for temporary files. The gateway answers at once.`,
          'A ratio is beside a Worker that signs and forwards without storing anything.',
        ],
      },
    ]
  } finally {
    await Promise.all([bare.stop(), stack.stop()])
    await gateway.stop()
  }
}

const seconds = () => Math.floor(Date.now() / 1000)

/** @returns Milliseconds from first to last, per shopper, times the connections: the time that one shopper waits. */
async function perShopper(act: () => Promise<unknown>, connections: number): Promise<number> {
  let left = SHOPPERS
  const connection = async () => {
    while (left > 0) {
      left -= 1
      await act()
    }
  }
  const whole = await timed(() => Promise.all(Array.from({ length: connections }, connection)))
  return (whole * connections) / SHOPPERS
}

async function get(url: string): Promise<void> {
  const reply = await fetch(url)
  if (!reply.ok) throw new Error(`${url}: ${reply.status} ${await reply.text()}`)
  await reply.text()
}

/** As a page does it: opens the order and pays; the answer has the address, or the next look at the order has it. */
async function toHostedAddress(edgeUrl: string, offer: string): Promise<void> {
  const { order, token } = await posted<CheckoutReply>(`${edgeUrl}/v1/checkout`, {}, { offer })
  const headers = { Authorization: `Bearer ${token}` }
  const customer = { email: `${order.id}@example.com` }
  const pay = { method: 'hosted', presentation: 'redirect', customer }
  let view = await posted<OrderView>(`${edgeUrl}/v1/orders/${order.id}/pay`, headers, pay)
  while (!view.action) {
    const reply = await fetch(`${edgeUrl}/v1/orders/${order.id}`, { headers })
    view = (await reply.json()) as OrderView
  }
}

async function posted<Body>(
  url: string,
  headers: Readonly<Record<string, string>>,
  body: object,
): Promise<Body> {
  const reply = await fetch(url, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'Idempotency-Key': randomUUID(), ...headers },
    body: JSON.stringify(body),
  })
  if (!reply.ok) throw new Error(`${url}: ${reply.status} ${await reply.text()}`)
  return (await reply.json()) as Body
}
