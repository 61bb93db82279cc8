import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { followedFetch, mayLead } from './followed-fetch.ts'

let origin: string

/** Path → where it leads. */
const REDIRECTS: Readonly<Record<string, string>> = {
  '/page': '/once',
  '/once': '/moved',
  '/ring': '/ring',
  '/file': 'file:///etc/hostname',
  '/data': 'data:text/javascript,1',
}

const server = createServer(({ url = '' }, reply) => {
  const location = REDIRECTS[url]
  reply.writeHead(location === undefined ? 200 : 302, location === undefined ? {} : { Location: location })
  reply.end(url)
})

beforeAll(async () => {
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})

afterAll(() => void server.close())

describe('a redirect of a page', () => {
  it('is followed, and the answer says which address gave it', async () => {
    expect(await followedFetch(`${origin}/page`)).toMatchObject({
      ok: true,
      value: { status: 200, address: `${origin}/moved` },
    })
  })

  it.each([
    ['into a ring', '/ring', 'leads on more than 5 times'],
    ['to a file', '/file', 'leads to file:///etc/hostname, which the check does not read'],
    ['to data', '/data', 'leads to data:text/javascript,1, which the check does not read'],
  ])('is not followed %s', async (_, path, text) => {
    expect(await followedFetch(origin + path)).toEqual({ ok: false, reason: { code: 'unreachable', text } })
  })

  it.each([
    ['https://shop.example/', 'https://www.shop.example/', true],
    ['http://127.0.0.1:8789/', 'http://pay.localhost:8787/', true],
    ['http://127.0.0.1:8789/', 'https://pay.example.com/', true],
    ['https://shop.example/', 'http://169.254.169.254/', false],
    ['https://shop.example/', 'http://localhost:8787/', false],
    ['https://shop.example/', 'ftp://shop.example/', false],
  ])('from %s to %s: %s', (from, to, expected) => {
    expect(mayLead(from, new URL(to))).toBe(expected)
  })
})
