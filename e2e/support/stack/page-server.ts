import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A page with headers of its own. */
export interface ServedPage {
  /** Begins with a slash. A path without a query serves every query. */
  readonly path: string
  readonly body: string
  readonly headers?: Readonly<Record<string, string>>
}

/** A server of pages that tests write. */
export interface PageServer {
  readonly port: number
  /** Serves a page from now on, under every host name. */
  readonly put: (page: ServedPage) => void
  readonly stop: () => void
}

/** Starts it on a free port. */
export async function startPageServer(): Promise<PageServer> {
  const pages = new Map<string, ServedPage>()
  const server = createServer((request, reply) => {
    const { url = '' } = request
    const page = pages.get(url) ?? pages.get(url.split('?', 1)[0] ?? '')
    reply.writeHead(page ? 200 : 404, { 'Content-Type': 'text/html; charset=utf-8', ...page?.headers })
    reply.end(page?.body ?? '')
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  // A stack that does not start must end the run, although this server still listens.
  server.unref()
  const { port } = server.address() as AddressInfo
  const stop = () => {
    server.close()
    server.closeAllConnections()
  }
  return { port, put: (page) => void pages.set(page.path, page), stop }
}
