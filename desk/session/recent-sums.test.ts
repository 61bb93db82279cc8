import { expect, it } from 'vitest'
import type { OrderSum } from '../../shared/order-list.ts'
import { dayIn } from '../texts/formats.ts'
import { totals } from './recent-sums.ts'

const sum = (changes: Partial<OrderSum> = {}): OrderSum => ({
  ...{
    currency: 'EUR',
    test: false,
    orders: 1,
    paid: 1,
    needsAttention: 0,
    taken: '10.10',
    refunded: '0.20',
  },
  ...{ chargedBack: '0.00', net: '9.90', held: '0.00', paidOut: '0.00', statuses: { approved: 1 } },
  ...changes,
})

it('adds exactly, keeps currencies and the sandbox apart, and puts the one with the most orders first', () => {
  const added = totals([
    sum({ currency: 'JPY', taken: '500', orders: 9 }),
    ...Array.from({ length: 3 }, () => sum({ taken: '0.10' })),
    sum({ test: true, statuses: { declined: 2 } }),
  ])

  expect(added.map(({ currency, test, orders, taken }) => [currency, test, orders, taken])).toEqual([
    ['JPY', false, 9, '500'],
    ['EUR', false, 3, '0.30'],
    ['EUR', true, 1, '10.10'],
  ])
  expect(added.map(({ statuses }) => statuses)).toEqual([{ approved: 1 }, { approved: 3 }, { declined: 2 }])
})

it.each([
  ['Europe/Berlin', '2026-11-23'],
  ['America/Los_Angeles', '2026-11-22'],
  ['Asia/Kolkata', '2026-11-23'],
])('knows which day it is in %s', (zone, day) => {
  expect(dayIn(zone, Date.UTC(2026, 10, 22, 23, 30))).toBe(day)
})
