import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { extname, join } from 'node:path'

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
}

/** A running server of files. */
export interface StaticServer {
  readonly stop: () => Promise<void>
}

/**
 * Serves a folder on this machine only, for the demo shop. A path that ends with a slash means its `index.html`.
 *
 * @throws {Error} With code `EADDRINUSE` if the port is taken.
 */
export async function serveFolder(folder: string, port: number): Promise<StaticServer> {
  const server = createServer((request, response) => void answer(folder, request, response))
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  return {
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
  // The parser resolves every `..`, and what it leaves encoded stays within one name.
  const { pathname } = URL.parse(request.url ?? '/', 'http://localhost') ?? {}
  if (!pathname) return response.writeHead(400).end()
  const path = pathname.endsWith('/') ? `${pathname}index.html` : pathname
  const type = TYPES[extname(path)]
  const body = type && (await readFile(join(folder, path)).catch(() => undefined))
  if (!type || body === undefined)
    return response.writeHead(404, { 'content-type': 'text/plain' }).end('not here\n')
  // Pages are built again while they are looked at.
  response.writeHead(200, { 'content-type': type, 'cache-control': 'no-cache' })
  return response.end(request.method === 'HEAD' ? undefined : body)
}
