/** A merchant's receiver of webhooks, which sometimes fails. */
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { Dice } from './random.ts'
import { Heard } from './webhook-recorder.ts'

/** A receiver that listens. */
export interface Receiver {
  readonly heard: Heard
  /** What the edge has to be told so that it is heard here. */
  readonly settings: Readonly<Record<string, string>>
  readonly stop: () => void
}

/**
 * Starts a receiver on a free port.
 *
 * @param fails How often it answers that it failed, from 0 to 1: each second time it has taken the webhook all the same.
 */
export async function startReceiver(seed: number, fails: number): Promise<Receiver> {
  const secret = `whsec_${randomBytes(24).toString('base64')}`
  const heard = new Heard(secret)
  const dice = new Dice('receiver', seed)
  const server = createServer(async (request, reply) => {
    const header = (name: string) => String(request.headers[`webhook-${name}`] ?? '')
    const webhook = { id: header('id'), timestamp: header('timestamp'), signature: header('signature') }
    const body = await text(request)
    const isFailing = dice.isLucky(fails)
    if (isFailing && dice.isLucky(0.5)) return reply.writeHead(503).end()
    const isGenuine = heard.take({ ...webhook, body })
    return reply.writeHead(isGenuine ? (isFailing ? 500 : 204) : 401).end()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const settings = { WEBHOOK_URL: `http://127.0.0.1:${port}/webhooks`, WEBHOOK_SECRET: secret }
  return { heard, settings, stop: () => server.close() }
}
