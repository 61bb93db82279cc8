import { describe, expect, it } from 'vitest'
import { limitVerdict } from './key-limits.ts'

const EUR = { currency: 'EUR', exponent: 2, amountMinor: 10_000 }
const BOTH = { refundUpTo: { EUR: '50.00' }, refundPerDay: { EUR: '80' } }

const FREE = { type: 'free' }
const COUNTS = { type: 'counts', perDayMinor: 8000 }
const beyond = (limit: string) => ({ type: 'beyond', limit })

describe('a key', () => {
  it.each([
    ['without limits is free', undefined, 100_000, FREE],
    ['may give back its most', BOTH, 5000, COUNTS],
    ['may not give back a cent more', BOTH, 5001, beyond('refundUpTo')],
    ['with a limit for one alone is free below it', { refundUpTo: { EUR: '50' } }, 5000, FREE],
    ['with a limit for the day alone is counted', { refundPerDay: { EUR: '80' } }, 8000, COUNTS],
    ['is above the day by one refund', { refundPerDay: { EUR: '80' } }, 8001, beyond('refundPerDay')],
    [
      'may give back nothing in a currency that is not listed',
      { refundUpTo: { USD: '50' } },
      1,
      beyond('refundUpTo'),
    ],
    ['nor in a day', { refundUpTo: { EUR: '50' }, refundPerDay: { USD: '50' } }, 1, beyond('refundPerDay')],
    [
      'may give back nothing by a sum that is none',
      { refundUpTo: { EUR: '50.001' } },
      1,
      beyond('refundUpTo'),
    ],
    [
      'may give back nothing where the limit is nothing',
      { refundUpTo: { EUR: '0' } },
      1,
      beyond('refundUpTo'),
    ],
  ])('%s', (_, limits, amountMinor, verdict) => {
    expect(limitVerdict({ kind: 'return', amountMinor }, EUR, limits)).toEqual(verdict)
  })

  it.each([
    ['return', beyond('refundUpTo')],
    ['void', beyond('refundUpTo')],
    ['payout-pay', beyond('refundUpTo')],
  ] as const)('%s of more than its most', (kind, verdict) => {
    expect(limitVerdict({ kind, amountMinor: 5001 }, EUR, BOTH)).toEqual(verdict)
  })

  it.each([
    ['all of it', 10_000, FREE],
    ['all but its most', 5000, COUNTS],
    ['a cent less', 4999, beyond('refundUpTo')],
    ['a cent of it', 1, beyond('refundUpTo')],
  ])('captures %s, by what is released with that', (_, amountMinor, verdict) => {
    expect(limitVerdict({ kind: 'capture', amountMinor }, EUR, BOTH)).toEqual(verdict)
  })

  it('counts in the decimals of the order', () => {
    const yen = { currency: 'JPY', exponent: 0, amountMinor: 100 }

    expect(limitVerdict({ kind: 'return', amountMinor: 50 }, yen, { refundPerDay: { JPY: '50' } })).toEqual({
      ...{ type: 'counts', perDayMinor: 50 },
    })
  })
})
