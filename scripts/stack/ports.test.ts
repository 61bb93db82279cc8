import { once } from 'node:events'
import { createServer } from 'node:net'
import { expect, it } from 'vitest'
import { freePorts, portsFrom, takenPort } from './ports.ts'

async function listening(host: string) {
  const server = createServer().listen(0, host)
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  return { port, [Symbol.asyncDispose]: async () => void (await once(server.close(), 'close')) }
}

it('finds three different free ports', async () => {
  const ports = await freePorts()

  expect(new Set(Object.values(ports)).size).toBe(3)
  expect(await takenPort(ports)).toBeUndefined()
})

it('takes three ports in a row from a base', () => {
  expect(portsFrom(6000)).toEqual({ shop: 6000, edge: 6001, sandbox: 6002 })
})

it.each(['127.0.0.1', '::1'])('sees that a port is taken on %s', async (host) => {
  await using other = await listening(host)

  const taken = await takenPort({ ...(await freePorts()), edge: other.port })

  expect(taken).toBe(other.port)
})
