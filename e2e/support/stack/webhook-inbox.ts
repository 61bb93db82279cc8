import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

/** A webhook as it came, so that its signature can be checked. */
interface SignedWebhook {
  readonly body: string
  readonly headers: Readonly<Record<string, string>>
}

/** A merchant's receiver of webhooks, which takes all of them. */
export interface WebhookInbox {
  /** What the edge has to be told so that it is heard here. */
  readonly settings: { readonly WEBHOOK_URL: string; readonly WEBHOOK_SECRET: string }
  /** Bodies of all that came, oldest first; grows. */
  readonly bodies: readonly string[]
  /** The same with their headers. */
  readonly messages: readonly SignedWebhook[]
  readonly stop: () => void
}

/** Starts a receiver on a free port. */
export async function startWebhookInbox(): Promise<WebhookInbox> {
  const bodies: string[] = []
  const messages: SignedWebhook[] = []
  const server = createServer(async (request, reply) => {
    const body = await text(request)
    bodies.push(body)
    messages.push({ body, headers: request.headers as Record<string, string> })
    reply.writeHead(204).end()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  // A stack that does not start ends the run, whatever still listens.
  server.unref()
  const { port } = server.address() as AddressInfo
  const WEBHOOK_SECRET = `whsec_${randomBytes(24).toString('base64')}`
  const settings = { WEBHOOK_URL: `http://127.0.0.1:${port}/webhooks`, WEBHOOK_SECRET }
  return { settings, bodies, messages, stop: () => server.close() }
}
