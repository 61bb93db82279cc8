import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, it } from 'vitest'
import { startProxy } from './delaying-proxy.ts'

it('delivers everything, later in each direction', async () => {
  const server = createServer((request, response) => request.pipe(response))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const proxy = await startProxy((server.address() as AddressInfo).port, 40)
  const body = 'many words '.repeat(50_000)

  const startedAt = performance.now()
  const reply = await fetch(`http://127.0.0.1:${proxy.port}/`, { method: 'POST', body })

  expect(await reply.text()).toBe(body)
  expect(performance.now() - startedAt).toBeGreaterThan(79)
  await proxy.stop()
  server.close()
})
