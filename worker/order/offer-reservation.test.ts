/** What an order makes of its counter's answers, and of what happens while it waits for one. */
import { env } from 'cloudflare:workers'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { configOf } from '../config/config.ts'
import { TIMES } from '../config/times.ts'
import type { Exchange } from './gateway-session.ts'
import type { OrderEvent } from './model/events.ts'
import { needsAttention } from './model/needs-attention.ts'
import type { Scarcity, Wanted } from './offer-counter.ts'
import type { OfferLimit } from './offer-limit.ts'
import { OfferPieces } from './offer-reservation.ts'
import type { OrderRecord } from './record.ts'
import { acceptedAs, attempted, NOW, orderWith, reported, through } from './testing/examples.ts'

const IP = '203.0.113.9'
const LAPSED = orderWith(
  { limit: 3 },
  ...([{ type: 'limit-wanted' }, { ...attempted('key-1'), isHeld: true }] as OrderEvent[]),
  ...([acceptedAs('42'), { type: 'limit-given-up' }, { type: 'limit-released' }] as OrderEvent[]),
)

/** An order whose counter answers as a test says. */
function lapsed(answer: (wanted: Wanted) => Promise<Scarcity | undefined>) {
  const record = {
    state: LAPSED,
    note(event: OrderEvent) {
      record.state = through(record.state, event)
      return record.state
    },
  }
  const counter = { reserve: answer } as unknown as DurableObjectStub<OfferLimit>
  const pieces = new OfferPieces({
    record: record as Pick<OrderRecord, 'state' | 'note'> as OrderRecord,
    reach: { exchange: () => undefined as never as Exchange, reached: async () => {}, times: () => TIMES },
    counters: { getByName: () => counter } as unknown as DurableObjectNamespace<OfferLimit>,
    config: () => configOf(env),
  })
  return { record, pieces }
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: NOW })
})

afterEach(() => {
  vi.useRealTimers()
})

describe('an approval that comes while going on waits for the counter', () => {
  it.each<[string, Scarcity | undefined, number | undefined]>([
    ['is kept though the address reserves elsewhere', undefined, 1],
    ['goes back where too little is left', 'offer-limit', undefined],
  ])('%s', async (_, own, payment) => {
    const { record, pieces } = lapsed(async ({ source }) => {
      if (source === undefined) return own
      record.note(reported('approved'))
      return own ?? 'address-limit'
    })

    expect(await pieces.renew(IP)).toBe(own ?? 'address-limit')
    expect(record.state).toMatchObject({ claim: { attempt: 1 }, reversals: [] })
    await pieces.claim()

    expect(record.state.payment).toBe(payment)
    expect(record.state).not.toHaveProperty('claim')
    expect(record.state.reversals).toHaveLength(payment ? 0 : 1)
  })
})

describe('an approval that the counter does not answer', () => {
  const waits = async (...ms: number[]) => {
    let isSilent = true
    const { record, pieces } = lapsed(() =>
      isSilent ? Promise.reject(new Error('away')) : Promise.resolve(undefined),
    )
    record.note(reported('approved'))
    for (const after of ms) {
      vi.setSystemTime(NOW + after)
      await expect(pieces.claim()).rejects.toThrow('away')
    }
    isSilent = false
    return { record, pieces }
  }

  it('needs nobody at first', async () => {
    const { record } = await waits(0, 59_000)

    expect(needsAttention(record.state)).toBe(false)
  })

  it('needs a person after a minute, until it is decided', async () => {
    const { record, pieces } = await waits(0, 61_000, 120_000)

    expect(needsAttention(record.state)).toBe(true)
    await pieces.claim()
    expect(record.state.payment).toBe(1)
    expect(needsAttention(record.state)).toBe(false)
  })
})
