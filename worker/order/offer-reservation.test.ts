/** An order and its counter's answers, and events that come while it waits for one. */
import { env } from 'cloudflare:workers'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { configOf } from '../config/config.ts'
import { TIMES } from '../config/durations.ts'
import type { OrderContext } from './context.ts'
import type { OrderEvent } from './model/events.ts'
import { needsAttention } from './model/needs-attention.ts'
import { Mutex } from './mutex.ts'
import type { OfferLimit } from './offer-limit.ts'
import { confirmUnits, renewReservation } from './offer-reservation.ts'
import { orderViews } from './order-views.ts'
import { acceptedAs, attempted, NOW, orderWith, reported, through } from './testing/examples.ts'
import type { Scarcity, UnitsRequest } from './unit-counter.ts'

const IP = '203.0.113.9'
const LAPSED = orderWith(
  { limit: 3 },
  ...([{ type: 'limit-wanted' }, { ...attempted('key-1'), isHeld: true }] as OrderEvent[]),
  ...([acceptedAs('42'), { type: 'limit-given-up' }, { type: 'limit-released' }] as OrderEvent[]),
)

/** An order with a scripted counter. */
function lapsed(answer: (request: UnitsRequest) => Promise<Scarcity | undefined>) {
  const record = {
    state: LAPSED,
    begin: () => undefined,
    apply(event: OrderEvent) {
      record.state = through(record.state, event)
      return record.state
    },
  }
  const counter = { reserve: answer } as unknown as DurableObjectStub<OfferLimit>
  const config = () => configOf(env)
  const views = orderViews({
    config,
    messages: () => ({}),
    payer: () => ({ customer: {}, ip: '' }),
    note: () => '',
    history: () => ({ log: [], queue: [] }),
  })
  const context = {
    record: Object.assign(record, { views, storage: {} }),
    mutexes: { attempts: new Mutex() },
    counterOf: () => counter,
    config,
    times: () => TIMES,
    reached: async () => {},
  } as unknown as OrderContext
  return { record, context }
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
    const { record, context } = lapsed(async ({ source }) => {
      if (source === undefined) return own
      record.apply(reported('approved'))
      return own ?? 'address-limit'
    })

    const code = own ?? 'address-limit'
    expect(await renewReservation(context, IP)).toMatchObject({ ok: false, reason: { code } })
    expect(record.state).toMatchObject({ waitingApproval: { attempt: 1 }, duplicateRefunds: [] })
    await confirmUnits(context)

    expect(record.state.payment).toBe(payment)
    expect(record.state).not.toHaveProperty('waitingApproval')
    expect(record.state.duplicateRefunds).toHaveLength(payment ? 0 : 1)
  })
})

describe('an approval that the counter does not answer', () => {
  const waits = async (...ms: number[]) => {
    let isSilent = true
    const { record, context } = lapsed(() =>
      isSilent ? Promise.reject(new Error('away')) : Promise.resolve(undefined),
    )
    record.apply(reported('approved'))
    for (const after of ms) {
      vi.setSystemTime(NOW + after)
      await expect(confirmUnits(context)).rejects.toThrow('away')
    }
    isSilent = false
    return { record, context }
  }

  it('needs no person at first', async () => {
    const { record } = await waits(0, 59_000)

    expect(needsAttention(record.state)).toBe(false)
  })

  it('needs a person after a minute, until it is decided', async () => {
    const { record, context } = await waits(0, 61_000, 120_000)

    expect(needsAttention(record.state)).toBe(true)
    await confirmUnits(context)
    expect(record.state.payment).toBe(1)
    expect(needsAttention(record.state)).toBe(false)
  })
})
