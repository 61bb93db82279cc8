/** What a person reads where no answer of an edge came, by a command that only reads. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { main } from './main.ts'
import { PROBLEM_TYPE, problemDocument } from './testing/edge-answers.ts'

let origin: string
let answer: { readonly status: number; readonly headers?: Record<string, string>; readonly body: string }
let asked: number

const server = createServer((_, reply) => {
  asked += 1
  reply.writeHead(answer.status, answer.headers).end(answer.body)
})

beforeAll(async () => {
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})

afterAll(() => void server.close())

async function list(edge = origin) {
  asked = 0
  const printed: string[] = []
  const code = await main(['orders', 'list', '--edge', edge, '--json'], {
    ...{ print: (line) => printed.push(line), tell: () => {}, now: () => 1_800_000_000 },
    ...{ env: { PAY_MERCHANT_KEY: 'pck_secret' }, interruption: () => new AbortController().signal },
  })
  const { error } = JSON.parse(printed.join())
  return { code, asked, error: `${error.code}: ${error.problems.join()}` }
}

const document = (status: number, code: string, more: Record<string, string> = {}) => ({
  ...{ status, headers: { ...PROBLEM_TYPE, ...more } },
  body: JSON.stringify(problemDocument(status, { code, title: 'The title' })),
})

it.each([
  [
    'another address',
    { status: 301, headers: { Location: 'https://pay.example.com/' }, body: '' },
    'edge-refused: 301: the edge answers 301 and leads to https://pay.example.com/',
  ],
  ['a firewall', { status: 403, body: '<h1>No</h1>' }, 'edge-refused: 403: the edge answers 403'],
  ['a page of a host', { status: 200, body: '<h1>Hello</h1>' }, 'edge-refused: 200: the edge answers 200'],
  ['a refusal', document(403, 'scope-missing'), 'edge-refused: scope-missing: The title'],
  ['a failure', document(503, 'unavailable'), 'edge-refused: unavailable: The title'],
  [
    'an edge that is busy for an hour',
    document(429, 'too-many-requests', { 'Retry-After': '3600' }),
    'edge-refused: too-many-requests: The title',
  ],
])('says at once that it found %s', async (_, given, error) => {
  answer = given

  expect(await list()).toEqual({ code: 1, asked: 1, error })
})

it('says at once that nothing answers', async () => {
  const closed = createServer()
  await new Promise<void>((ready) => closed.listen(0, '127.0.0.1', ready))
  const { port } = closed.address() as AddressInfo
  await new Promise((ready) => closed.close(ready))

  expect(await list(`http://127.0.0.1:${port}`)).toEqual({
    code: 1,
    asked: 0,
    error: `edge-unreachable: http://127.0.0.1:${port} cannot be reached (ECONNREFUSED)`,
  })
})
