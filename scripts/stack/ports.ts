import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type Server } from 'node:net'

/** Ports of the three servers of a stack. */
export interface Ports {
  readonly shop: number
  readonly edge: number
  readonly sandbox: number
}

/** The ports that the documents name. */
export const DEFAULT_PORTS: Ports = { shop: 5173, edge: 8787, sandbox: 8788 }

/** Three ports in a row. */
export const portsFrom = (base: number): Ports => ({ shop: base, edge: base + 1, sandbox: base + 2 })

/** No browser blocks these ports, and no system gives them to outgoing connections, as it might while a server restarts. */
const LOWEST = 20_000
const HIGHEST = 32_000

/** Finds three free ports in a row. Another program may take one before it is used. */
export async function freePorts(): Promise<Ports> {
  const rows = randomInt((HIGHEST - LOWEST) / 3)
  const ports = portsFrom(LOWEST + rows * 3)
  return (await takenPort(ports)) === undefined ? ports : freePorts()
}

/**
 * The first port that another program listens on, if any.
 *
 * Tries both loopback addresses: a browser resolves `shop.localhost` to either, and would otherwise show what another
 * program serves on the other one.
 */
export async function takenPort(ports: Ports): Promise<number | undefined> {
  for (const port of [ports.shop, ports.edge, ports.sandbox]) {
    for (const host of ['127.0.0.1', '::1']) if (await isTaken(port, host)) return port
  }
  return undefined
}

async function isTaken(port: number, host: string): Promise<boolean> {
  try {
    await close(await listen(port, host))
    return false
  } catch (error) {
    // A machine without IPv6 has no such address, so no program listens there.
    return (error as NodeJS.ErrnoException).code === 'EADDRINUSE'
  }
}

async function listen(port: number, host: string): Promise<Server> {
  const server = createServer().listen(port, host)
  await once(server, 'listening')
  return server
}

async function close(server: Server) {
  server.close()
  await once(server, 'close')
}
