import { expect, it } from 'vitest'
import { meanOf, monthOf, priceOf, usedSince } from './monthly-cost.ts'

const order = {
  ...{ requests: 8, calls: 7, alarms: 3, messages: 20, rowsRead: 1_000, rowsWritten: 15 },
  ...{ activeMs: 1_000, cpuMs: 10 },
}

it('a million orders cost what the list says of everything they use', () => {
  // Requests 2.40, object requests 1.65, rows 15.00 and 1.00, CPU 0.20, memory 1.60.
  expect(priceOf(order)).toBeCloseTo(21.85)
})

it('a month within what the plan includes costs the plan', () => {
  expect(monthOf([order], 1_000)).toBe(5)
})

it('a month beyond what the plan includes costs the rest too', () => {
  // A million orders: 11 − 1 million object requests; all else is included.
  expect(monthOf([order], 1_000_000)).toBeCloseTo(5 + 10 * 0.15)
  expect(monthOf([order, order], 1_000_000)).toBeGreaterThan(monthOf([order], 1_000_000))
})

it('an order used what was counted after it and not before, and several use their mean', () => {
  const later = { ...order, requests: 19, rowsWritten: 31 }

  const used = usedSince(order, later)

  expect(used).toMatchObject({ requests: 11, rowsWritten: 16, alarms: 0 })
  expect(meanOf([used, order])).toMatchObject({ requests: 9.5, rowsWritten: 15.5, cpuMs: 5 })
})
