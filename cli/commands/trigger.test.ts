import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { main } from '../main.ts'

let gateway: string
let seen: string[]
let answer: { readonly status: number; readonly body?: string }

const server = createServer(async (request, reply) => {
  seen.push(`${request.method} ${request.url} ${await text(request)}`)
  reply.writeHead(answer.status).end(answer.body)
})

beforeAll(async () => {
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  gateway = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})

afterAll(() => void server.close())

beforeEach(() => {
  seen = []
  answer = { status: 204 }
})

async function trigger(...args: string[]) {
  const told: string[] = []
  const code = await main(['trigger', ...args], {
    print: () => undefined,
    tell: (line) => told.push(line),
    now: () => 1_800_000_000,
    env: {},
    interruption: () => new AbortController().signal,
  })
  return { code, told: told.join('\n') }
}

describe('pay-checkout trigger', () => {
  it.each([
    [
      ['outcome', 'cart-1', 'declined'],
      'POST /__sandbox/settle {"clientOrderId":"cart-1","status":"declined"}',
    ],
    [['chargeback', 'cart-1'], 'POST /__sandbox/chargeback {"clientOrderId":"cart-1"}'],
    [
      ['fault', 'duplicate', '--operation', 'callback', '--times', '2'],
      'PUT /__sandbox/faults {"rules":[{"fault":"duplicate","operation":"callback","times":2}]}',
    ],
    [
      ['fault', 'late', '--order', 'cart-', '--delay-ms', '500'],
      'PUT /__sandbox/faults {"rules":[{"fault":"late","operation":"*","delayMs":500,"clientOrderId":"cart-"}]}',
    ],
    [['no-faults'], 'PUT /__sandbox/faults {"rules":[]}'],
    [['settle'], 'POST /__sandbox/settle-batch {}'],
    [['clock', '30d'], 'POST /__sandbox/clock {"advanceMs":2592000000}'],
  ])('%j asks the sandbox for it', async (args, request) => {
    const { code } = await trigger(...args, '--gateway', gateway)

    expect({ code, seen }).toEqual({ code: 0, seen: [request] })
  })

  it('repeats what the sandbox says against it', async () => {
    answer = { status: 409, body: '{"error":"the order is approved"}' }

    const { code, told } = await trigger('outcome', 'cart-1', 'declined', '--gateway', gateway)

    expect(code).toBe(1)
    expect(told).toContain('the order is approved')
  })

  it.each([
    ['an outcome that is none', ['outcome', 'cart-1', 'paid']],
    ['a span without a unit', ['clock', '30']],
    ['a count that is none', ['fault', 'late', '--times', 'twice']],
  ])('asks for nothing with %s', async (_, args) => {
    expect(await trigger(...args, '--gateway', gateway)).toMatchObject({ code: 2 })
    expect(seen).toEqual([])
  })

  it('says that no sandbox runs', async () => {
    expect((await trigger('settle', '--gateway', 'http://127.0.0.1:9')).told).toContain('no-sandbox')
  })
})
