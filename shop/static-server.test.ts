import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type StaticServer, serveFolder } from './static-server.ts'

let folder: string
let port: number
let server: StaticServer

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pay-checkout-served-'))
  await writeFile(join(folder, 'index.html'), '<p>front</p>')
  await writeFile(join(folder, 'secret.pem'), '{}')
  await writeFile(join(folder, 'order.json'), '{"id":"order"}')
  await mkdir(join(folder, 'de'))
  await writeFile(join(folder, 'de/index.html'), '<p>vorn</p>')
  server = await serveFolder(folder, 0)
  port = server.port
})

afterAll(async () => {
  await server.stop()
  await rm(folder, { recursive: true })
})

/** Sends the path as typed: `fetch` would normalize it. */
const ask = (path: string, method = 'GET') =>
  new Promise<{ status: number; type: string; body: string }>((resolve, reject) => {
    const asking = request({ host: '127.0.0.1', port, path, method }, (reply) => {
      let body = ''
      reply.on('data', (chunk) => {
        body += chunk
      })
      reply.on('end', () =>
        resolve({ status: reply.statusCode ?? 0, type: reply.headers['content-type'] ?? '', body }),
      )
    })
    asking.on('error', reject).end()
  })

it('answers a folder with its index.html', async () => {
  expect(await ask('/')).toEqual({ status: 200, type: 'text/html; charset=utf-8', body: '<p>front</p>' })
})

it('ignores the query', async () => {
  expect((await ask('/index.html?a=b')).status).toBe(200)
})

it.each([
  ['a page', '/index', 'text/html; charset=utf-8', '<p>front</p>'],
  ['what a script reads', '/order', 'application/json', '{"id":"order"}'],
])('finds %s by a name without its ending', async (_title, path, type, body) => {
  expect(await ask(path)).toEqual({ status: 200, type, body })
})

it.each([
  ['of its language where there is one', '/index?lang=de', '<p>vorn</p>'],
  ['without one else', '/index?lang=fr', '<p>front</p>'],
  ['without one for what is no language', '/index?lang=../de', '<p>front</p>'],
])('finds a page %s', async (_title, path, body) => {
  expect(await ask(path)).toMatchObject({ status: 200, body })
})

it('tries a route before the files', async () => {
  const greeter = await serveFolder(folder, 0, async ({ url }, response) => {
    if (url === '/hello') response.end('hello')
    return url === '/hello'
  })

  const [mine, page] = await Promise.all(
    ['/hello', '/'].map((path) => fetch(`http://127.0.0.1:${greeter.port}${path}`)),
  )

  expect([await mine?.text(), await page?.text()]).toEqual(['hello', '<p>front</p>'])
  await greeter.stop()
})

it('answers HEAD without a body', async () => {
  expect(await ask('/', 'HEAD')).toMatchObject({ status: 200, body: '' })
})

it.each([
  ['a page that is not there', '/nothing.html'],
  ['a kind of file that the shop has none of', '/secret.pem'],
  ['a way out of the folder', '/../../etc/hosts.html'],
  ['a way out in disguise', '/%2e%2e/%2e%2e/etc/hosts.html'],
  ['a way out with escaped slashes', '/..%2f..%2fetc%2fhosts.html'],
])('answers %s with 404', async (_title, path) => {
  expect((await ask(path)).status).toBe(404)
})

it('takes nothing', async () => {
  expect((await ask('/', 'POST')).status).toBe(405)
})

it('ends more than once', async () => {
  const other = await serveFolder(folder, 0)

  await other.stop()

  await expect(other.stop()).resolves.toBeUndefined()
})
