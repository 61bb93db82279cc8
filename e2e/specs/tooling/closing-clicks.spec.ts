/** Which clicks count in a window that closes, as far as Chromium's driver reports it. */
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Browser, Tab, TabOptions } from '../../browser.ts'
import { launch } from '../../engines/launch.ts'

let browser: Browser
let server: Server
let tab: Tab | undefined

/** A button whose click waits for an answer. */
const PAGE = `<!doctype html><button>Pay</button><script>
document.querySelector('button').addEventListener('click', () => {
  const request = new XMLHttpRequest()
  request.open('POST', '/clicked', false)
  request.send()
})</script>`

beforeAll(async () => {
  browser = await launch('chromium')
  server = createServer((request, reply) => {
    if (request.url === '/clicked') return void tab?.close()
    reply.setHeader('Content-Type', 'text/html').end(PAGE)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
})

afterAll(async () => {
  await browser?.close()
  server?.closeAllConnections()
  server?.close()
})

const open = (options?: TabOptions) =>
  browser.open(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`, options)

it('a click counts whose window closes before it has ended', async () => {
  tab = await open()

  await expect(tab.click('button')).resolves.toBeUndefined()
})

it('a click on a window that has closed fails', async () => {
  tab = await open({ patienceMs: 2_000 })
  await tab.close()

  await expect(tab.click('button')).rejects.toThrow(/closed/)
})
