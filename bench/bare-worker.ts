/** Workers that do less than the edge, and so show what the platform takes by itself. */
import { convertV4MiniflareOptions, Miniflare } from 'miniflare'
import { ROOT } from '../scripts/root.ts'
import { bundled } from './bundled.ts'

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

  fetch() {
    const { 0: client, 1: server } = new WebSocketPair()
    this.ctx.acceptWebSocket(server)
    server.send('{}')
    return new Response(null, { status: 101, webSocket: client })
  }

  alarm() {}
}

export default {
  async fetch(request, env) {
    const { pathname } = new URL(request.url)
    if (pathname === '/null') return new Response('{}')
    if (pathname === '/list') {
      await env.LIST.prepare('INSERT INTO orders VALUES (?)').bind(crypto.randomUUID()).run()
      return new Response('{}')
    }
    if (pathname === '/signer') return new Response(await (await forward(env.GATEWAY_URL)).text())
    const object = env.ROWS.getByName(crypto.randomUUID())
    return pathname === '/live' ? object.fetch(request) : new Response(await object.order())
  },
}`

/** The Worker that runs. */
export interface BareWorker {
  readonly url: string
  readonly stop: () => Promise<void>
}

/**
 * Starts a Worker with `/null`, which does nothing; `/signer`, which signs and forwards; `/row`, which does so in a new
 * object with one row and one alarm; `/list`, which writes one row into a D1 database; and `/live`, a socket to a new object.
 */
export async function startBare(gateway: string): Promise<BareWorker> {
  const { script } = await bundled(BARE, { isWorker: true })
  const worker = new Miniflare(
    convertV4MiniflareOptions({
      host: '127.0.0.1',
      workers: [
        {
          name: 'bare',
          compatibilityDate: '2026-10-01',
          modules: [{ type: 'ESModule', path: 'bare.js', contents: script }],
          bindings: { GATEWAY_URL: gateway },
          durableObjects: { ROWS: { className: 'OneRow', useSQLite: true } },
          d1Databases: ['LIST'],
        },
      ],
    }),
  )
  const list = await worker.getD1Database('LIST')
  await list.exec('CREATE TABLE orders (id TEXT PRIMARY KEY)')
  return { url: (await worker.ready).origin, stop: () => worker.dispose() }
}
