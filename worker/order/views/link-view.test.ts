import { describe, expect, it } from 'vitest'
import type { OrderView } from '../../../shared/order-view.ts'
import { orderAfter, PAID } from '../testing/examples.ts'
import { linkView } from './link-view.ts'
import { view } from './view.ts'

const paid = view(orderAfter(...PAID), false)

describe('what a bank took back, or a shop gave back', () => {
  it.each([
    ['in part is hidden', { status: 'partially-returned', returned: '5.00' }, ['approved', '0.00']],
    ['by a chargeback is hidden', { status: 'charged-back', returned: '12.50' }, ['approved', '0.00']],
    ['in a currency without decimals', { status: 'partially-returned', returned: '500' }, ['approved', '0']],
    ['as a whole is shown', { status: 'returned', returned: '12.50' }, ['returned', '12.50']],
  ] as const)('%s', (_, change, shown) => {
    const { status, returned } = linkView({ ...paid, ...change } satisfies OrderView)

    expect([status, returned]).toEqual(shown)
  })
})
