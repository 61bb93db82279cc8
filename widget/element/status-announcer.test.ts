/** One test alone: only before its first paint a page has sums that are not written in full. */
import { expect, it } from 'vitest'
import { Checkout, offerOf } from '../testing/harness.ts'
import { pricesReady } from './prices.ts'

it('a sum that changes before it is written in full is read out as people write it, once it is', async () => {
  const offer = offerOf({ amount: '2.00', quantity: { min: 1, max: 12 } })
  const checkout = Checkout.make({ offer, locale: 'en-IE', quantity: '2' })
  document.body.append(checkout.element)
  await checkout.drawn()
  const plain = checkout.text

  checkout.element.quantity = '3'
  await checkout.drawn()

  expect([plain, checkout.announced]).toEqual([expect.stringMatching(/EUR.4\.00/), ''])
  await pricesReady()
  await checkout.drawn()
  expect(checkout.announced).not.toMatch(/EUR/)
  checkout.element.quantity = '4'
  await checkout.drawn()
  expect(checkout.announced).toBe('€8.00')
})
