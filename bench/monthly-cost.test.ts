import { expect, it } from 'vitest'
import { monthOf, priceOf } from './monthly-cost.ts'

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
