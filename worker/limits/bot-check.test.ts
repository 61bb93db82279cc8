import { describe, expect, it } from 'vitest'
import { type CheckOutcome, outcomeOf, type Verdict, verifyCheck } from './bot-check.ts'

const NOW = Date.UTC(2026, 10, 23, 12)
const MINUTE = 60_000

const at = (ageMs: number) => new Date(NOW - ageMs).toISOString()

const config = {
  PUBLIC_URL: 'https://pay.example.com:8443',
  TURNSTILE_URL: 'https://verifier.example.com',
  TURNSTILE_SECRET_KEY: 'a-secret-of-turnstile',
  times: { checkDeadline: 50, checkLife: 5 * MINUTE },
} as Parameters<typeof verifyCheck>[0]

const good: Verdict = {
  success: true,
  'error-codes': [],
  hostname: 'pay.example.com',
  action: 'pay',
  cdata: 'order-1',
  challenge_ts: at(2_000),
}

describe('a verdict', () => {
  it.each<[string, Partial<Verdict>, CheckOutcome]>([
    ['of this page, check, order and minute', {}, 'passed'],
    ['without success', { success: false }, 'failed'],
    ['of a token that was used', { success: false, 'error-codes': ['timeout-or-duplicate'] }, 'failed'],
    ['of a made-up token', { success: false, 'error-codes': ['invalid-input-response'] }, 'failed'],
    ['of another host', { hostname: 'shop.example.com' }, 'failed'],
    ['of a host below ours', { hostname: 'a.pay.example.com' }, 'failed'],
    ['of no host', { hostname: '' }, 'failed'],
    ['of another check', { action: 'login' }, 'failed'],
    ['of no check', { action: '' }, 'failed'],
    ['of another order', { cdata: 'order-2' }, 'failed'],
    ['of no order', { cdata: '' }, 'failed'],
    ['of exactly five minutes ago', { challenge_ts: at(5 * MINUTE) }, 'passed'],
    ['of more than five minutes ago', { challenge_ts: at(5 * MINUTE + 1) }, 'failed'],
    ['of a clock that is a minute ahead', { challenge_ts: at(-MINUTE) }, 'passed'],
    ['of a time to come', { challenge_ts: at(-MINUTE - 1) }, 'failed'],
    ['of no time', { challenge_ts: '' }, 'failed'],
    ['of an unreadable time', { challenge_ts: 'now' }, 'failed'],
    ['about our secret', { success: false, 'error-codes': ['invalid-input-secret'] }, 'unreachable'],
    ['about the verifier itself', { success: false, 'error-codes': ['internal-error'] }, 'unreachable'],
    ['of success with an error of the verifier', { 'error-codes': ['internal-error'] }, 'unreachable'],
  ])('%s', (_, change, outcome) => {
    expect(outcomeOf({ ...good, ...change }, { ...config, orderId: 'order-1', now: NOW })).toBe(outcome)
  })
})

/** A verifier that gives these answers, one after the other, and records what it was asked. */
function verifier(...answers: (object | Error | 'silence')[]) {
  const asked: { url: string; init: RequestInit; body: Record<string, string> }[] = []
  const fetch: typeof globalThis.fetch = async (input, init = {}) => {
    asked.push({ url: String(input), init, body: JSON.parse(String(init.body)) })
    const answer = answers.shift() ?? new Error('not expected')
    if (answer instanceof Error) throw answer
    if (answer !== 'silence') return answer instanceof Response ? answer : Response.json(answer)
    return new Promise((_, reject) => {
      init.signal?.addEventListener('abort', () => reject(new Error('aborted')))
    })
  }
  return { asked, fetch }
}

const claim = { token: 'a-token', orderId: 'order-1', remoteIp: '192.0.2.7' }

describe('verifyCheck', () => {
  it('tells the verifier token, address and secret, and follows no redirect', async () => {
    const { asked, fetch } = verifier(good)

    expect(await verifyCheck(config, claim, { fetch, now: NOW })).toBe('passed')

    expect(asked).toHaveLength(1)
    expect(asked[0]?.url).toBe('https://verifier.example.com/turnstile/v0/siteverify')
    expect(asked[0]?.init).toMatchObject({ method: 'POST', redirect: 'manual' })
    expect(asked[0]?.body).toEqual({
      secret: 'a-secret-of-turnstile',
      response: 'a-token',
      remoteip: '192.0.2.7',
      idempotency_key: expect.stringMatching(/^[0-9a-f-]{36}$/),
    })
  })

  it.each<[string, (object | Error | 'silence')[], CheckOutcome]>([
    ['answers late once', ['silence', good], 'passed'],
    ['cannot be reached once', [new Error('no route'), good], 'passed'],
    ['fails once', [{ success: false, 'error-codes': ['internal-error'] }, good], 'passed'],
    ['answers late twice', ['silence', 'silence'], 'unreachable'],
    ['cannot be reached', [new Error('no route'), new Error('no route')], 'unreachable'],
    ['answers with a page', [new Response('<html>'), new Response('<html>')], 'unreachable'],
    ['answers in another form', [{ ok: true }, { success: 'yes' }], 'unreachable'],
    [
      'redirects',
      [Response.redirect('https://a.example/'), Response.redirect('https://a.example/')],
      'unreachable',
    ],
  ])('gives a verifier that %s a second chance, and no third', async (_, answers, outcome) => {
    const { asked, fetch } = verifier(...answers)

    expect(await verifyCheck(config, claim, { fetch, now: NOW })).toBe(outcome)

    expect(asked).toHaveLength(2)
    expect(asked[1]?.body).toEqual(asked[0]?.body)
  })

  it('asks once about a token that the verifier refuses, with a key of its own', async () => {
    const refused = { success: false, 'error-codes': ['timeout-or-duplicate'] }
    const { asked, fetch } = verifier(refused, refused)

    expect(await verifyCheck(config, claim, { fetch, now: NOW })).toBe('failed')
    expect(await verifyCheck(config, claim, { fetch, now: NOW })).toBe('failed')

    expect(asked).toHaveLength(2)
    expect(asked[1]?.body.idempotency_key).not.toBe(asked[0]?.body.idempotency_key)
  })

  it('admits nobody without keys', async () => {
    const { asked, fetch } = verifier(good)
    const { TURNSTILE_SECRET_KEY: _, ...keyless } = config

    expect(await verifyCheck(keyless as typeof config, claim, { fetch, now: NOW })).toBe('unreachable')

    expect(asked).toEqual([])
  })
})
