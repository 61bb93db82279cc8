import { once } from 'node:events'
import { request as ask, createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Duplex } from 'node:stream'
import { addresses } from './stack.ts'

/** A box between browser and edge that lets requests pass, opens sockets, and delivers nothing that comes over them. */
export interface SocketBox {
  /** Its origin, which a tag takes for the edge. */
  readonly origin: string
  /** How many sockets it opened. */
  readonly opened: () => number
  readonly close: () => void
}

/** Starts the box on a free port. */
export async function startSocketBox(): Promise<SocketBox> {
  let opened = 0
  const server = createServer((request, reply) => {
    const onward = toEdge(request, (answer) => {
      reply.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(reply)
    })
    onward.on('error', () => reply.destroy())
    request.pipe(onward)
  })
  server.on('upgrade', (request, socket: Duplex) => {
    const onward = toEdge(request)
    onward.on('upgrade', (answer: IncomingMessage, edge: Duplex) => {
      opened += 1
      socket.write(`HTTP/1.1 101 Switching Protocols\r\n${headerLines(answer)}\r\n\r\n`)
      // What the edge says is read and goes no further.
      edge.resume()
      for (const [one, other] of [
        [socket, edge],
        [edge, socket],
      ] as const) {
        one.on('close', () => other.destroy())
        one.on('error', () => other.destroy())
      }
    })
    onward.on('error', () => socket.destroy())
    onward.end()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const close = () => {
    server.close()
    server.closeAllConnections()
  }
  const { port } = server.address() as AddressInfo
  return { origin: `http://box.localhost:${port}`, opened: () => opened, close }
}

/** The same request to the edge, under the edge's own name. */
function toEdge(
  { url = '/', method = 'GET', headers }: IncomingMessage,
  heard?: (answer: IncomingMessage) => void,
) {
  const { edge, local } = addresses()
  return ask(local.edge + url, { method, headers: { ...headers, host: new URL(edge).host } }, heard)
}

const headerLines = ({ rawHeaders }: IncomingMessage) =>
  rawHeaders
    .map((text, index) => (index % 2 ? `${text}\r\n` : `${text}: `))
    .join('')
    .trimEnd()
