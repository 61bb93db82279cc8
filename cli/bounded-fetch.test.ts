import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { answerText, boundedFetch, jsonOf, textOf } from './bounded-fetch.ts'

let origin: string
let asked: string[]
let answer: (reply: ServerResponse, path: string) => void

const server = createServer((request, reply) => {
  asked.push(request.url ?? '')
  answer(reply, request.url ?? '')
})

beforeAll(async () => {
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})

beforeEach(() => {
  asked = []
})

afterAll(() => {
  server.closeAllConnections()
  server.close()
})

const failureOf = async (...given: Parameters<typeof boundedFetch>) => {
  const reply = await boundedFetch(...given)
  return reply.ok ? 'answered' : reply.reason
}

describe('a request of the command line', () => {
  it('reads an answer as text and as JSON', async () => {
    answer = (reply) => reply.writeHead(201, { 'X-Kept': 'yes' }).end('{"a":1}')

    const reply = await boundedFetch(origin)

    const value = reply.ok ? reply.value : expect.fail(reply.reason.text)
    expect([value.status, value.ok, value.headers.get('X-Kept')]).toEqual([201, true, 'yes'])
    expect([textOf(value), jsonOf(value)]).toEqual(['{"a":1}', { a: 1 }])
  })

  it.each<[string, (reply: ServerResponse) => void]>([
    ['never answers', () => {}],
    ['never ends its answer', (reply) => void reply.writeHead(200).write('a')],
  ])('ends by its deadline where the server %s', async (_, hang) => {
    answer = hang

    expect(await failureOf(origin, { deadlineMs: 50 })).toEqual({
      code: 'timeout',
      text: 'does not answer within 0.05 s',
    })
  })

  it('reads no more than its limit of an answer without end', async () => {
    const closed = new Promise<void>((resolve) => {
      answer = (reply) => {
        const more = () =>
          void (reply.write('x'.repeat(4096)) ? setImmediate(more) : reply.once('drain', more))
        reply.on('close', resolve)
        more()
      }
    })

    expect(await failureOf(origin, { maxBytes: 10_000 })).toMatchObject({ code: 'too-large' })
    await closed
  })

  it('follows no redirect with what it carries', async () => {
    answer = (reply) => reply.writeHead(307, { Location: '/elsewhere' }).end()

    const reply = await boundedFetch(`${origin}/hooks`, { method: 'POST', body: 'an order' })

    const value = reply.ok ? reply.value : expect.fail(reply.reason.text)
    expect(answerText(value)).toBe('answers 307 and leads to /elsewhere')
    expect(asked).toEqual(['/hooks'])
  })

  it('ends at once when it is interrupted', async () => {
    const ended = new AbortController()
    answer = () => ended.abort()

    expect(await failureOf(origin, { signal: ended.signal })).toMatchObject({ code: 'interrupted' })
  })

  it('names why a server cannot be reached, and not the address', async () => {
    expect(await failureOf('http://127.0.0.1:9/?key=secret')).toEqual({
      code: 'unreachable',
      text: expect.stringMatching(/^cannot be reached( \([A-Z_]+\))?$/),
    })
  })
})
