import { once } from 'node:events'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type BareWorker, startBare } from './bare-worker.ts'
import { get } from './edge-shopper.ts'
import { type StandInGateway, startGateway } from './stand-in-gateway.ts'
import { workerdOf } from './workerd-process.ts'

let gateway: StandInGateway
let bare: BareWorker

beforeAll(async () => {
  gateway = await startGateway('key')
  bare = await startBare(gateway.url)
}, 120_000)

afterAll(async () => {
  await bare?.stop()
  await gateway?.stop()
})

it('does nothing at one address, writes into a database at another, and forwards to the gateway at the others', async () => {
  expect(await get(`${bare.url}/null`)).toBe('{}')
  expect(await get(`${bare.url}/list`)).toBe('{}')
  for (const path of ['signer', 'row'])
    expect(new URLSearchParams(await get(`${bare.url}/${path}`)).get('redirect-url')).toBe(
      `${gateway.url}/form`,
    )
})

it('greets a socket', async () => {
  const socket = new WebSocket(`${bare.url.replace(/^http/, 'ws')}/live`)

  const [{ data }] = await once(socket, 'message')

  expect(data).toBe('{}')
  socket.close()
})

it.runIf(process.platform === 'linux')('runs in a process whose time and memory are known', async () => {
  const { cpuMs, memoryMB } = await workerdOf()
  const before = await cpuMs()

  while ((await cpuMs()) === before) await get(`${bare.url}/row`)

  expect(await memoryMB()).toBeGreaterThan(20)
})

it('knows no runtime of a program that does not run', async () => {
  await expect(workerdOf('a program that nobody started')).rejects.toThrow('no workerd')
})
