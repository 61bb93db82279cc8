/** Many cards fail, at the edge or for one offer: who still pays by card. */
import { describe, expect, it } from 'vitest'
import { cartOf } from './testing/limited-offers.ts'
import {
  cardsFail,
  ends,
  limited,
  limitedGateway,
  passes,
  sessionAt,
  shopperAt,
  shortly,
  tries,
} from './testing/limits.ts'
import { change, product, productTerms } from './testing/products.ts'

const SECOND = 1000

limitedGateway()

describe('under attack', () => {
  it('offers take no card, hosted pages stay, and cards are back when it is over', async () => {
    await cardsFail(120)

    expect(await shortly(await shopperAt('203.0.113.1'))).toBe('method-off')
    expect(await shortly(await shopperAt('203.0.113.1'), 'hosted')).toBe('ok')
    passes(11 * 60 * SECOND)
    expect(await shortly(await shopperAt('198.51.100.1'))).toBe('ok')
  })

  it('sessions of the merchant’s server still take cards', async () => {
    await cardsFail(120)

    expect(await shortly(await sessionAt('203.0.113.1'))).toBe('ok')
  })

  it.each([
    ['on', 120, 'ok'],
    ['off', 0, 'method-off'],
  ])('a setting pins it %s', async (cardsForOffers, failures, answer) => {
    limited({ cardsForOffers })
    if (failures) await cardsFail(failures)

    expect(await shortly(await shopperAt('203.0.113.1'))).toBe(answer)
  })

  it('one offer takes no card while too many fail for it, and others do', async () => {
    limited({ failuresPerOffer: 3 })
    const offer = crypto.randomUUID()
    for (let at = 0; at < 3; at += 1) {
      const shopper = await shopperAt(`10.0.${at}.1`, { offer })
      await tries(shopper)
      await ends(shopper, 'declined')
    }

    await expect
      .poll(async () => {
        passes(1)
        return shortly(await shopperAt('203.0.113.1', { offer }))
      })
      .toBe('method-off')
    expect(await shortly(await shopperAt('203.0.113.1'))).toBe('ok')
  })

  it('a card that fails for a product counts for it, whatever version is sold', async () => {
    limited({ failuresPerOffer: 1 })
    const sold = await product()
    const shopper = await shopperAt('10.0.0.1', productTerms(sold))
    await tries(shopper)
    await ends(shopper, 'declined')
    const renamed = productTerms(await change(sold.id, { name: 'Cup' }))

    await expect
      .poll(async () => {
        passes(1)
        return shortly(await shopperAt('203.0.113.1', renamed))
      })
      .toBe('method-off')
  })

  it.each([0, 1, 2])('a card that fails for a cart counts for each of its offers: line %s', async (at) => {
    limited({ failuresPerOffer: 1 })
    const offers = [0, 1, 2].map(() => ({ offer: crypto.randomUUID() }))
    const shopper = await shopperAt('10.0.0.1', cartOf(...offers.map((one) => [one] as const)))
    await tries(shopper)
    await ends(shopper, 'declined')

    await expect
      .poll(async () => {
        passes(1)
        return shortly(await shopperAt('203.0.113.1', offers[at]))
      })
      .toBe('method-off')
    expect(await shortly(await shopperAt('203.0.113.1'))).toBe('ok')
  })
})
