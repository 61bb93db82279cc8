import { describe, expect, it } from 'vitest'
import { ORDER_PHASES, type OrderStatus } from '../../../shared/order-status.ts'
import type { OrderView } from '../../../shared/order-view.ts'
import { access, at, type Change, CLAIMS, SELLING, view } from '../../testing/tag-table.ts'
import type { Claims } from '../offer.ts'
import { isUsedUp, makesRoom } from './earlier-purchase.ts'

const paid = (change: Partial<OrderView> = {}) =>
  view(
    { status: 'approved', captured: '12.50', currency: 'EUR', act: 'order', transactions: [], ...change },
    1,
  )

/** A tag that has found the order, and not seen it yet. */
const looking = (change: Change = {}) =>
  at({ ...SELLING, access: access({ isEarlier: true }), view: undefined, ...change })

const claims = (change: Partial<Claims>): Claims => ({ ...CLAIMS, ...change })

const line = { item: 'mug', description: 'A mug', amount: '12.50' }

describe('a purchase makes room for the next one', () => {
  it('where an earlier visit saw it paid', () => expect(makesRoom(looking(), paid())).toBe(true))

  it.each<[string, Change, Partial<OrderView>]>([
    ['on the visit that paid it', { access: access() }, {}],
    ['that the tag already shows', { view: paid() }, {}],
    ['in a tag that sells nothing', { claims: undefined }, {}],
    [
      'whose product is sold out',
      {
        goods: { product: 'mug' },
        error: { code: 'product-unavailable', recoverable: false, supportId: '' },
      },
      {},
    ],
    ['beside a charge by mistake', {}, { transactions: [{ surplus: true }] as never }],
    ['of which nothing was charged yet', {}, { captured: '0.00' }],
    ['in another currency', {}, { currency: 'USD' }],
    ['that was an invoice', {}, { act: 'invoice' }],
    ['of the only unit', { claims: claims({ limit: 1 }) }, {}],
  ])('but not one %s', (_, change, order) => {
    expect(makesRoom(looking(change), paid(order))).toBe(false)
  })

  it('and no order does that is under way, uncertain, over or given back', () => {
    const making = (Object.keys(ORDER_PHASES) as OrderStatus[]).filter((status) =>
      makesRoom(looking(), paid({ status })),
    )
    expect(making).toEqual(['approved', 'captured'])
  })
})

describe('nothing is left to buy', () => {
  it.each<[string, boolean, Partial<OrderView>, Partial<Claims> | undefined]>([
    ['of an invoice that is paid', true, { act: 'invoice' }, {}],
    ['of an invoice, as its offer alone says', true, { act: undefined as never }, { act: 'invoice' }],
    ['of an invoice that was paid back: it is due again', false, { act: 'invoice', status: 'returned' }, {}],
    ['of one unit', true, {}, { limit: 1 }],
    ['of two units: one', false, {}, { limit: 2 }],
    [
      'of three pieces once three are bought',
      true,
      { lines: [{ ...line, quantity: 3 }] },
      { limit: 3, quantity: { min: 1, max: 3 } },
    ],
    [
      'of three pieces that are sold by two, once two are bought',
      true,
      { lines: [{ ...line, quantity: 2 }] },
      { limit: 3, quantity: { min: 2, max: 3 } },
    ],
    [
      'of three pieces once one is bought: two',
      false,
      { lines: [{ ...line, quantity: 1 }] },
      { limit: 3, quantity: { min: 1, max: 3 } },
    ],
    ['of an offer without a limit: all', false, {}, {}],
    ['of one unit that was declined: the unit', false, { status: 'declined' }, { limit: 1 }],
    ['of what the tag does not know: it may be there', false, {}, undefined],
  ])('%s: %s', (_, isOver, order, change) => {
    expect(isUsedUp(paid(order), change && claims(change))).toBe(isOver)
  })
})
