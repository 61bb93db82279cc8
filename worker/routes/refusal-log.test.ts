import { env } from 'cloudflare:workers'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { edgeApp } from './app.ts'
import { RefusalLog } from './refusal-log.ts'
import { EDGE, offer, post } from './testing/edge.ts'

const lines: { event: string; code?: string; count?: number }[] = []

beforeEach(() => {
  lines.length = 0
  vi.spyOn(console, 'log').mockImplementation((line) => lines.push(JSON.parse(String(line))))
})

afterEach(() => vi.restoreAllMocks())

describe('RefusalLog', () => {
  it('writes the first of a cause at once, and one line a minute that counts the rest', () => {
    const refusals = new RefusalLog()

    for (const at of [0, 1, 2, 59_999]) refusals.note('a', { code: 'a' }, at)
    expect(lines).toEqual([{ event: 'refused', code: 'a' }])
    refusals.note('a', { code: 'a' }, 60_000)
    refusals.note('a', { code: 'a' }, 200_000)

    expect(lines.slice(1)).toEqual([
      { event: 'refused', code: 'a', count: 4 },
      { event: 'refused', code: 'a' },
    ])
  })

  it('keeps causes apart, and holds no more of them than there can be', () => {
    const refusals = new RefusalLog()

    for (let cause = 0; cause < 501; cause += 1) refusals.note(String(cause), { code: String(cause) }, 0)
    refusals.note('500', {}, 1)
    refusals.note('0', { code: 'again' }, 1)

    expect(lines).toHaveLength(502)
    expect(lines.at(-1)).toEqual({ event: 'refused', code: 'again' })
  })
})

describe('the edge', () => {
  it('writes one line for a thousand refusals of one cause, whatever addresses they name', async () => {
    const edge = edgeApp()

    const asked = Array.from({ length: 1000 }, (_, place) =>
      edge.request(`${EDGE}/v1/orders/${'A'.repeat(28)}${1000 + place}`, {}, env),
    )
    const answers = await Promise.all(asked)
    await edge.request(`${EDGE}/v1/checkout`, { method: 'POST', body: 'x' }, env)

    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([401]))
    expect(lines.map(({ code }) => code)).toEqual(['token-invalid', 'idempotency-key-missing'])
  })

  it('writes one line for each cause that lasts, though it is no fault of the callers', async () => {
    const edge = edgeApp()
    const error = Object.assign(new Error('overloaded'), { overloaded: true })
    const init = post({ offer: await offer() })
    const answered = [
      async () => ({ ok: false, reason: { code: 'payments-paused' } }),
      () => Promise.reject(error),
    ].flatMap((open) => [1, 2, 3].map(() => ({ ...env, ORDERS: { getByName: () => ({ open }) } })))

    const statuses: number[] = []
    for (const bindings of answered)
      statuses.push((await edge.request(`${EDGE}/v1/checkout`, init, bindings)).status)

    expect(new Set(statuses)).toEqual(new Set([503]))
    expect(lines.map(({ code }) => code)).toEqual(['payments-paused', 'unavailable'])
  })

  it('writes each unforeseen failure', async () => {
    const edge = edgeApp()
    const open = () => Promise.reject(new Error('unforeseen'))
    const init = post({ offer: await offer() })

    for (const _ of [1, 2])
      await edge.request(`${EDGE}/v1/checkout`, init, { ...env, ORDERS: { getByName: () => ({ open }) } })

    expect(lines.map(({ code }) => code)).toEqual(['internal', 'internal'])
  })

  it('writes each failure of its own', async () => {
    const edge = edgeApp()
    const broken = { ...env, PAYMENTS: 'maybe' }

    for (const _ of [1, 2]) await edge.request(`${EDGE}/healthz`, {}, { ...broken })

    expect(lines.map(({ code }) => code)).toEqual(['configuration-invalid', 'configuration-invalid'])
  })
})
