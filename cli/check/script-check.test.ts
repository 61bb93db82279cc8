import { createHash } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { elementsIn } from '../checkout-tags.ts'
import { scriptFindings } from './script-check.ts'

const SCRIPT = 'export {}'

let origin: string
let asked: number

const server = createServer((_, reply) => {
  asked += 1
  reply.writeHead(200, { 'Content-Type': 'text/javascript' }).end(SCRIPT)
})

beforeAll(async () => {
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})

beforeEach(() => {
  asked = 0
})

afterAll(() => void server.close())

const digest = (algorithm: string, text = SCRIPT) =>
  `${algorithm}-${createHash(algorithm).update(text).digest('base64')}`

interface Place {
  readonly page?: string
  readonly edge?: string
  readonly src?: string
  readonly integrity?: string
}

async function codesOf({ page = origin, edge = origin, src, integrity }: Place) {
  const attributes = integrity === undefined ? '' : ` integrity="${integrity}"`
  const html = `<script type="module" src="${src ?? `${origin}/v/1/pay-checkout.js`}"${attributes}></script>`
  const found = await scriptFindings(
    { name: page, origin: page, html, policyHeader: '' },
    elementsIn(html),
    edge,
  )
  return found.map(({ code }) => code)
}

describe('the integrity of a script', () => {
  it.each([
    ['one right digest', () => digest('sha384'), 'integrity'],
    [
      'a right one beside a wrong one of its algorithm',
      () => `${digest('sha384', 'x')} ${digest('sha384')}`,
      'integrity',
    ],
    [
      'a right one beside a wrong weaker one',
      () => `${digest('sha256', 'x')} ${digest('sha512')}`,
      'integrity',
    ],
    ['a right one with options', () => `${digest('sha384')}?ct=js`, 'integrity'],
    [
      'a right one in the letters of addresses',
      () => digest('sha384').replaceAll('+', '-').replaceAll('/', '_'),
      'integrity',
    ],
    [
      'a right one beside a wrong stronger one',
      () => `${digest('sha256')} ${digest('sha512', 'x')}`,
      'integrity-wrong',
    ],
    ['one wrong digest', () => digest('sha384', 'x'), 'integrity-wrong'],
    ['an algorithm that no browser knows', () => digest('sha1'), 'integrity-empty'],
    ['nothing', () => '', 'integrity-empty'],
    ['a word', () => 'sha384', 'integrity-empty'],
  ])('with %s is judged as by a browser', async (_, integrity, code) => {
    expect(await codesOf({ integrity: integrity() })).toEqual([code])
  })
})

describe('the address of a script', () => {
  it('of a private network is not asked where a page of the web names it', async () => {
    const found = await codesOf({ page: 'https://shop.example', edge: 'https://pay.example.com' })

    expect({ found, asked }).toEqual({ found: ['script-unreachable'], asked: 0 })
  })

  it.each([
    ['a page of a private network names it', { edge: 'https://pay.example.com' }],
    ['it is that of the edge', { page: 'https://shop.example' }],
  ])('of a private network is asked where %s', async (_, place) => {
    const found = await codesOf(place)

    expect({ found, asked }).toEqual({ found: ['script'], asked: 1 })
  })

  it.each([
    'data:text/javascript,1/pay-checkout.js',
    'file:///etc/pay-checkout.js',
    'ftp://a/pay-checkout.js',
  ])('is no other than one of the web: %s', async (src) => {
    const found = await codesOf({ src })

    expect({ found, asked }).toEqual({ found: ['script-missing'], asked: 0 })
  })
})
