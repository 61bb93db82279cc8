import { describe, expect, it } from 'vitest'
import { sendUntilCertain } from './certain.ts'
import type { Request } from './request.ts'
import {
  accepted,
  countingClock,
  foreignProblem,
  page,
  problem,
  type Scripted,
  scriptedEdge,
} from './testing/edge.ts'

const READ: Request = {
  operation: 'getOrder',
  method: 'GET',
  path: '/v1/orders/1',
  headers: {},
  isDeed: false,
}

const DEED: Request = {
  ...{ operation: 'returnOrder', method: 'POST', path: '/v1/orders/1/return', body: '{"amount":"2.50"}' },
  headers: { 'Idempotency-Key': 'returnOrder.1.return-17' },
  isDeed: true,
}

/** Sends to an edge that answers so. @returns How it ended, how many requests arrived, and the pauses between them. */
async function sent(
  request: Request,
  answers: readonly Scripted[],
  changes: { patienceMs?: number; busyPatienceMs?: number } = {},
) {
  const edge = scriptedEdge(...answers)
  const clock = countingClock()
  const sending = { origin: 'https://pay.example.com', bearer: 'pck_1', fetch: edge.fetch, clock }
  const end = await sendUntilCertain(request, {
    ...sending,
    timeoutMs: 50,
    patienceMs: 3000,
    expected: { has: 'id' },
    ...changes,
  }).then(
    () => 'accepted',
    (error: Error & { code: string }) => error.code ?? error.name,
  )
  return { end, received: edge.received, pauses: clock.pauses }
}

const OK = accepted({ id: '1' })
const CUT = new TypeError('fetch failed')

describe('a deed', () => {
  it.each<[string, readonly Scripted[], string, number]>([
    ['is accepted at once', [OK], 'accepted', 1],
    ['is sent again after a broken connection', [CUT, OK], 'accepted', 2],
    ['is sent again after silence', ['silence', OK], 'accepted', 2],
    ['is sent again after a failure of the edge', [problem(500, 'internal'), OK], 'accepted', 2],
    ['is sent again after a proxy’s page, whatever its status', [page(403), page(502), OK], 'accepted', 3],
    ['is sent again after a list that is no answer of the edge', [accepted([]), OK], 'accepted', 2],
    ['is sent again after JSON of a proxy with status 200', [accepted({ status: 'ok' }), OK], 'accepted', 2],
    ['is sent again after a refusal that is not of the edge', [foreignProblem(403), OK], 'accepted', 2],
    ['is sent again after a redirect', [new Response(null, { status: 302 }), OK], 'accepted', 2],
    ['is sent again after half an answer', [new Response('{"id":"1'), OK], 'accepted', 2],
    ['is sent again after 429', [problem(429, 'too-many-requests'), OK], 'accepted', 2],
    [
      'is not sent again after a refusal',
      [problem(409, 'follow-up-in-flight'), OK],
      'follow-up-in-flight',
      1,
    ],
    ['is not sent again after a refusal of its key', [problem(401, 'token-invalid'), OK], 'token-invalid', 1],
    [
      'is refused by a code that this version does not know',
      [problem(422, 'new-code'), OK],
      'unknown-problem',
      1,
    ],
    ['is uncertain when no answer comes', [CUT], 'uncertain', 4],
    ['is uncertain when the edge stays broken', [problem(503, 'payments-paused')], 'uncertain', 4],
    ['is uncertain when the edge turned every try away', [problem(429, 'too-many-requests')], 'uncertain', 4],
    [
      'is uncertain when one of several tries was lost',
      [CUT, problem(429, 'too-many-requests')],
      'uncertain',
      4,
    ],
    [
      'is uncertain when a try is refused after one was lost',
      [CUT, problem(409, 'follow-up-in-flight')],
      'uncertain',
      2,
    ],
    [
      'is uncertain when the key is refused after a try was lost',
      [CUT, problem(401, 'token-invalid')],
      'uncertain',
      2,
    ],
    [
      'is refused by the gateway, also after a lost try',
      [CUT, problem(422, 'gateway-refused')],
      'gateway-refused',
      2,
    ],
    ['is refused for its name, also after a lost try', [CUT, problem(409, 'key-reused')], 'key-reused', 2],
  ])('%s', async (_, answers, end, tries) => {
    const result = await sent(DEED, answers)

    expect(result.end).toBe(end)
    expect(result.received).toHaveLength(tries)
  })

  it('is the very same request each time', async () => {
    const { received } = await sent(DEED, [CUT, page(502), OK])

    expect(received).toHaveLength(3)
    expect(new Set(received.map((one) => JSON.stringify(one))).size).toBe(1)
    expect(received[0]).toMatchObject({
      headers: { Authorization: 'Bearer pck_1', 'Idempotency-Key': 'returnOrder.1.return-17' },
      body: { amount: '2.50' },
    })
  })

  it('waits longer each time, and at least as long as the edge asks', async () => {
    const { pauses } = await sent(DEED, [
      CUT,
      CUT,
      problem(429, 'too-many-requests', { 'Retry-After': '2' }),
      OK,
    ])

    expect(pauses).toEqual([250, 500, 2000])
  })

  it('ends rather than wait beyond its patience', async () => {
    const { end, pauses } = await sent(DEED, [CUT, problem(503, 'unavailable', { 'Retry-After': '60' }), OK])

    expect(end).toBe('uncertain')
    expect(pauses).toEqual([250])
  })
})

describe('a client that sends once', () => {
  const BUSY = problem(429, 'too-many-requests', { 'Retry-After': '30' })
  const once = { patienceMs: 0, busyPatienceMs: 60_000 }

  it('still waits for an edge that is busy', async () => {
    const { end, pauses } = await sent(DEED, [BUSY, OK], once)

    expect([end, pauses]).toEqual(['accepted', [30_000]])
  })

  it.each<[string, readonly Scripted[]]>([
    ['after a broken connection', [CUT]],
    ['after a failure of the edge', [problem(503, 'unavailable')]],
  ])('does not send again %s', async (_, answers) => {
    const { end, received } = await sent(DEED, answers, once)

    expect([end, received.length]).toEqual(['uncertain', 1])
  })

  it('ends where the edge is busy for too long', async () => {
    const { end, received } = await sent(DEED, [BUSY], { ...once, busyPatienceMs: 20_000 })

    expect([end, received.length]).toEqual(['uncertain', 1])
  })
})

describe('an error without an answer of the edge', () => {
  it.each<[string, Request, Scripted, number | undefined]>([
    ['that of a proxy', DEED, page(403), 403],
    ['that of a failure', READ, problem(503, 'unavailable'), 503],
    ['none where none came', READ, CUT, undefined],
  ])('has the status of the last one: %s', async (_, request, answer, status) => {
    const edge = scriptedEdge(answer)
    const sending = {
      ...{ origin: 'https://pay.example.com', timeoutMs: 50, patienceMs: 0 },
      ...{ fetch: edge.fetch, expected: {} },
    }

    const error = await sendUntilCertain(request, { ...sending, clock: countingClock() }).catch(
      (thrown: unknown) => thrown,
    )

    expect((error as { status?: number }).status).toBe(status)
  })
})

describe('a read', () => {
  it.each<[string, readonly Scripted[], string, number]>([
    ['is sent again after a broken connection', [CUT, OK], 'accepted', 2],
    ['is refused, also after a broken connection', [CUT, problem(404, 'not-found')], 'not-found', 2],
    ['finds the edge unreachable', [CUT], 'unreachable', 4],
    ['finds an edge that stays broken unreachable', [problem(503, 'unavailable')], 'unreachable', 4],
  ])('%s', async (_, answers, end, tries) => {
    const result = await sent(READ, answers)

    expect(result.end).toBe(end)
    expect(result.received).toHaveLength(tries)
  })
})

describe('a caller who ends the call', () => {
  /** Sends, and ends the call once the edge has the first request. */
  async function ended(request: Request, answer: Scripted = 'silence') {
    const controller = new AbortController()
    const edge = scriptedEdge(answer)
    const fetch: typeof edge.fetch = (...given) => {
      const answer = edge.fetch(...given)
      controller.abort()
      return answer
    }
    const { signal } = controller
    const sending = { origin: 'https://pay.example.com', timeoutMs: 50, patienceMs: 3000, expected: {} }
    const sentUntil = sendUntilCertain(request, { ...sending, fetch, signal, clock: countingClock() })
    return sentUntil.then(
      () => 'accepted',
      (error: Error & { code: string }) => error.name,
    )
  }

  it('hears that a deed under way is uncertain', async () => {
    expect(await ended(DEED)).toBe('UncertainError')
  })

  it('gets the reason back for a read', async () => {
    expect(await ended(READ)).toBe('AbortError')
  })

  it('hears that a deed is uncertain that the edge turned away', async () => {
    expect(await ended(DEED, problem(429, 'too-many-requests'))).toBe('UncertainError')
  })

  it('gets the reason back for a deed that was never sent', async () => {
    const edge = scriptedEdge(OK)
    const signal = AbortSignal.abort()
    const sending = {
      origin: 'https://pay.example.com',
      timeoutMs: 50,
      patienceMs: 3000,
      signal,
      expected: {},
    }

    await expect(
      sendUntilCertain(DEED, { ...sending, fetch: edge.fetch, clock: countingClock() }),
    ).rejects.toThrow('aborted')
    expect(edge.received).toEqual([])
  })
})
