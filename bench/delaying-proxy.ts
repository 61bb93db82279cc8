import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** A box between two machines that are far apart. */
export interface DelayingProxy {
  readonly port: number
  readonly stop: () => Promise<void>
}

/**
 * Passes connections on to a port of this machine. Everything arrives later, and in order.
 *
 * @param oneWayMs In each direction.
 */
export async function startProxy(port: number, oneWayMs: number): Promise<DelayingProxy> {
  const sockets = new Set<Socket>()
  const server = createServer((client) => {
    const onward = connect(port, '127.0.0.1')
    for (const [from, to] of [
      [client, onward],
      [onward, client],
    ] as const) {
      sockets.add(from)
      from.setNoDelay()
      from.on('data', (chunk) => setTimeout(() => to.write(chunk), oneWayMs))
      from.on('end', () => setTimeout(() => to.end(), oneWayMs))
      from.on('error', () => to.destroy())
      from.on('close', () => sockets.delete(from))
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    stop: async () => {
      server.close()
      for (const socket of sockets) socket.destroy()
      await once(server, 'close')
    },
  }
}
