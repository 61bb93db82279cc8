/** Properties of several orders of limited offers and their counters, however their messages cross, and whichever object dies. */
import fc from 'fast-check'
import { describe, expect, inject, it } from 'vitest'
import { LIMIT_WORK, OPEN, Shop, type Shopper } from '../testing/offer-shop.ts'

fc.configureGlobal({ seed: inject('propertySeed'), numRuns: inject('propertyRuns') })

type Step = (shop: Shop) => void

const who = fc.nat({ max: 2 })
const which = fc.constantFrom(1, 1, 2, 3)

const of = (act: (shopper: Shopper) => void) =>
  who.map((index) => ({ shoppers }: Shop) => {
    const shopper = shoppers[index]
    if (shopper) act(shopper)
  })

const words = fc.constantFrom('form', 'form', 'lost', 'approved', 'approved', 'declined', 'unknown', 'back')

/** Single steps, which may cross with any other. */
const small: fc.Arbitrary<Step> = fc.oneof(
  of((one) => one.begin('pay')),
  fc.tuple(who, fc.constantFrom('renew' as const, ...LIMIT_WORK)).map(
    ([index, kind]) =>
      ({ shoppers }: Shop) =>
        shoppers[index]?.begin(kind),
  ),
  of((one) => one.arrive()),
  of((one) => one.hear()),
  fc.tuple(who, which, words).map(
    ([index, attempt, word]) =>
      ({ shoppers }: Shop) =>
        shoppers[index]?.reports(attempt, word),
  ),
  of((one) => one.die()),
  fc.constant((shop: Shop) => shop.die()),
  fc.constantFrom(1, 16, 31).map((minutes) => (shop: Shop) => {
    shop.now += minutes * 60_000
  }),
)

/** Several steps at once, so that orders get far. */
const large: fc.Arbitrary<Step> = fc.oneof(
  of((one) => {
    one.exchanges('pay')
    one.reports(one.state.attempts.length, 'form')
  }),
  of((one) => {
    one.reports(one.state.attempts.length, 'approved')
    one.exchanges('confirm-units')
    one.exchanges('settle-units')
  }),
  of((one) => one.exchanges('renew')),
  fc.constant((shop: Shop) => {
    shop.now += 61 * 60_000
    for (const one of shop.shoppers) one.exchanges('release-units')
  }),
)

const rare: fc.Arbitrary<Step> = fc.oneof(
  of((one) => one.note({ type: 'cancelled' })),
  of((one) => one.note({ type: 'expired' })),
)

const step = fc.oneof(
  { weight: 12, arbitrary: small },
  { weight: 8, arbitrary: large },
  { weight: 1, arbitrary: rare },
)

/** One offer, or two of which an order may want both. */
const lives = fc.constantFrom(1, 2).chain((offers) => {
  const wish = fc.array(offers === 1 ? fc.constantFrom(1, 1, 2) : fc.constantFrom(0, 1, 1, 2), {
    minLength: offers,
    maxLength: offers,
  })
  return fc.record({
    limits: fc.array(fc.constantFrom(1, 2, 3), { minLength: offers, maxLength: offers }),
    units: fc.array(
      wish.filter((units) => units.some((count) => count > 0)),
      { minLength: 3, maxLength: 3 },
    ),
    steps: fc.array(step, { maxLength: 60, size: 'max' }),
  })
})

/** Checks the shop after every step of every history, and returns how it ended. */
function always(look: (shop: Shop) => void, end: (shop: Shop) => void = () => {}) {
  fc.assert(
    fc.property(lives, ({ limits, units, steps }) => {
      const shop = new Shop(limits, units)
      for (const one of steps) {
        one(shop)
        look(shop)
      }
      end(shop)
    }),
  )
}

const unitsOf = (shoppers: readonly Shopper[], offer: string) =>
  shoppers.reduce((sum, shopper) => sum + shopper.unitsOf(offer), 0)

const paid = ({ shoppers }: Shop) => shoppers.filter(({ state }) => state.payment !== undefined)

describe('however orders of limited offers and their counters cross', () => {
  it('no more units are paid than there are, and no more counted', () => {
    always((shop) => {
      for (const { offer, limit, sold, reserved } of shop.counted) {
        expect(unitsOf(paid(shop), offer)).toBeLessThanOrEqual(limit)
        expect(sold + reserved).toBeLessThanOrEqual(limit)
      }
    })
  })

  it('units that are paid, or held for sure, are counted', () => {
    always((shop) => {
      for (const { offer, sold, orders } of shop.counted) {
        const uncounted = shop.shoppers.filter(
          (one) =>
            one.unitsOf(offer) > 0 && one.state.holdsUnits === true && !orders.includes(one.state.terms.id),
        )
        expect(uncounted.filter(({ state }) => state.payment === undefined)).toEqual([])
        expect(unitsOf(uncounted, offer)).toBe(sold)
      }
    })
  })

  it('an approval is either the payment, or waits for the counter, or goes back', () => {
    always(({ shoppers }) => {
      for (const { state } of shoppers)
        for (const { number, status, gatewayId } of state.attempts) {
          const fates = [
            state.payment === number,
            state.waitingApproval?.attempt === number,
            state.duplicateRefunds.some((one) => one.gatewayId === gatewayId),
          ]
          if (status === 'approved') expect(fates.filter(Boolean)).toHaveLength(1)
        }
    })
  })

  it('a decision stays: a payment is never given back, and an approval that goes back never becomes the payment', () => {
    const fates = new Map<string, string>()
    fc.assert(
      fc.property(lives, ({ limits, units, steps }) => {
        fates.clear()
        const shop = new Shop(limits, units)
        for (const one of steps) {
          one(shop)
          for (const { state } of shop.shoppers)
            for (const { number, gatewayId = '' } of state.attempts) {
              const isBack = state.duplicateRefunds.some((refund) => refund.gatewayId === gatewayId)
              const fate = state.payment === number ? 'paid' : isBack ? 'back' : undefined
              if (fate) expect(fates.get(gatewayId) ?? fate).toBe(fate)
              if (fate) fates.set(gatewayId, fate)
            }
        }
      }),
    )
  })

  it('nothing waits for ever: in the end the counter has the units that are paid or under way, and no more', () => {
    always(
      () => {},
      (shop) => {
        shop.settleDown()
        // Units that were reserved just now lapse as well.
        shop.now += 24 * 60 * 60_000
        shop.settleDown()
        const underWay = shop.shoppers.filter(({ state }) =>
          state.attempts.some(({ status }) => OPEN.includes(status)),
        )

        expect(shop.shoppers.filter(({ state }) => state.waitingApproval)).toEqual([])
        for (const { offer, sold, orders } of shop.counted) {
          expect(sold).toBe(unitsOf(paid(shop), offer))
          expect(underWay.map(({ state }) => state.terms.id)).toEqual(expect.arrayContaining([...orders]))
        }
      },
    )
  })

  it('an order that is forgotten holds nothing', () => {
    always((shop) => {
      const forgotten = shop.shoppers.filter((one) => one.isForgotten && !one.exchange)
      for (const { orders } of shop.counted)
        expect(orders.filter((id) => forgotten.some(({ state }) => state.terms.id === id))).toEqual([])
    })
  })

  it('histories reach every case: paid, sold out, refused at one address, lapsed, kept late, given back late', () => {
    const reached = new Set<string>()
    always(
      () => {},
      ({ answers }) => {
        for (const one of answers) reached.add(one)
      },
    )

    expect([...reached].toSorted()).toEqual(
      expect.arrayContaining([
        'confirm-units offer-limit',
        'confirm-units offer-reserved',
        'confirm-units yes',
        'forgotten',
        'pay address-limit',
        'pay offer-limit',
        'pay offer-reserved',
        'pay quantity-unavailable',
        'pay yes',
        'release-units yes',
        'settle-units yes',
      ]),
    )
  })
})
