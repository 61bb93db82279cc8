import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { basename, dirname, extname, join } from 'node:path'

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.png': 'image/png',
  '.txt': 'text/plain; charset=utf-8',
}

/** An address without an extension may mean a page, else an answer of the fake edge. */
const BARE: readonly (readonly [ending: string, type: string])[] = [
  ['.html', 'text/html; charset=utf-8'],
  ['.json', 'application/json'],
]

/** A running file server. */
export interface StaticServer {
  readonly port: number
  readonly stop: () => Promise<void>
}

/** Answers a request itself, or resolves to `false` to leave it to the files, perhaps under another address. */
export type Route = (request: IncomingMessage, response: ServerResponse) => Promise<boolean>

/**
 * Serves a folder on this machine only, for the demo shop and the documentation. A path with a slash at the end means its `index.html`; a path
 * without an extension means a page, or JSON for scripts. A page of a language is in a folder of that name beside it, and
 * `?lang=` asks for it.
 *
 * @param port 0 for any port that is free.
 * @param routes Get each request before the files do, one after the other, until one has answered.
 * @throws {Error} With code `EADDRINUSE` if the port is taken.
 */
export async function serveFolder(folder: string, port: number, ...routes: Route[]): Promise<StaticServer> {
  const server = createServer(async (request, response) => {
    for (const route of routes) if (await route(request, response)) return
    await answer(folder, request, response)
  })
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    stop: async () => {
      if (!server.listening) return
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}

async function answer(folder: string, request: IncomingMessage, response: ServerResponse) {
  const isRead = request.method === 'GET' || request.method === 'HEAD'
  if (!isRead) return response.writeHead(405, { allow: 'GET, HEAD' }).end()
  // The parser resolves every `..`, and an encoded slash stays within one name.
  const { pathname, searchParams } = URL.parse(request.url ?? '/', 'http://localhost') ?? {}
  if (!pathname) return response.writeHead(400).end()
  const path = pathname.endsWith('/') ? `${pathname}index.html` : pathname
  const [language = ''] = /^[\w-]+$/.exec(searchParams?.get('lang') ?? '') ?? []
  const inLanguage = join(folder, dirname(path), language, basename(path))
  const file = (await fileAt(inLanguage)) ?? (await fileAt(join(folder, path)))
  if (!file) return response.writeHead(404, { 'content-type': 'text/plain' }).end('not here\n')
  // Pages are built again while browsers show them. The documentation reads the offer of its tag from the demo shop.
  const headers = { 'cache-control': 'no-cache', 'access-control-allow-origin': '*' }
  response.writeHead(200, { 'content-type': file.type, ...headers })
  return response.end(request.method === 'HEAD' ? undefined : file.body)
}

async function fileAt(path: string) {
  const ending = extname(path)
  const type = TYPES[ending]
  const candidates = ending ? (type ? [['', type] as const] : []) : BARE
  for (const [more, type] of candidates) {
    const body = await readFile(path + more).catch(() => undefined)
    if (body) return { type, body }
  }
  return
}
