/** No page of the demo moves while its scripts come late, and neither does the edge's own. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { jumpsAt, offeredBy } from '../../support/layout-shift.ts'
import { ROOMY_LIMITS } from '../../support/roomy-limits.ts'
import { shopper } from '../../support/shopper.ts'
import { addresses, redeploy } from '../../support/stack/stack.ts'

const { visits, leaves } = shopper()

// The shop's things can be paid for by a card in the page too, which takes limits.
beforeAll(() => redeploy('edge', { LIMITS: JSON.stringify(ROOMY_LIMITS) }))
afterAll(() => redeploy('edge'))

const opening = { visits, leaves, widths: [320, 390, 768, 1280] }

const jumps = (address: string, cart: Readonly<Record<string, number>> = {}) =>
  jumpsAt({ ...opening, address, cart })

describe('nothing jumps', () => {
  it.each([
    ...['index', 'mug', 'plate', 'juice', 'donation', 'hotel', 'subscription', 'invoice'],
    ...['cart', 'thanks', 'de/mug', 'de/cart', 'de/thanks'],
  ])('on the shop’s page %s', async (page) => {
    expect(await jumps(`${addresses().shop}/${page}.html`)).toEqual({})
  })

  it.each([
    ['one thing', { 'mug-heather': 1 }],
    ['three things', { 'mug-heather': 2, 'plate-breakfast': 1, 'juice-apple': 3 }],
  ])('on the cart with %s', async (_, cart) => {
    expect(await jumps(`${addresses().shop}/cart.html`, cart)).toEqual({})
  })

  it.each([
    ...['hosted', 'payment-page', 'card', 'saved-card', 'customer', 'every', 'reserve', 'verify', 'payout'],
    ...['payout-bank', 'payout-card', 'payout-ewallet', 'payout-phone', 'payout-page'],
  ])('at the counter with the session %s', async (ware) => {
    expect(await jumps(`${addresses().shop}/counter/${ware}`)).toEqual({})
  })

  it.each(['mug', 'donation', 'hotel'])('on the edge’s page with the offer of %s', async (page) => {
    expect(await jumps(await offeredBy(page))).toEqual({})
  })

  it.each(['mug', 'donation', 'hotel'])(
    'on the edge’s page with the offer of %s, in a browser that paints before any script has run',
    async (page) => {
      expect(await jumpsAt({ ...opening, address: await offeredBy(page), paintsAtOnce: true })).toEqual({})
    },
  )

  it.each([
    ['without an offer', ''],
    ['with a forged offer', '#offer=not.an.offer'],
  ])('on the edge’s page %s', async (_, fragment) => {
    expect(await jumps(`${addresses().edge}/pay${fragment}`)).toEqual({})
  })
})
