/** One test alone: only the first sum of a page is written in two steps. */
import { expect, it } from 'vitest'
import { Checkout, offerOf } from '../testing/harness.ts'
import { pricesReady } from './prices.ts'

it('the first sum of a page is there at once in plain text, and in full after the first paint, with nothing moved', async () => {
  const shifts: PerformanceEntry[] = []
  new PerformanceObserver((list) => shifts.push(...list.getEntries())).observe({ type: 'layout-shift' })
  const offer = offerOf({ amount: '1234.50', methods: ['hosted'] })
  const checkout = Checkout.make({ offer, locale: 'en-IE' })
  document.body.append(checkout.element, document.createElement('hr'))

  await checkout.drawn()

  const { height } = checkout.element.getBoundingClientRect()
  expect(checkout.text).toMatch(/^A mug Total EUR.1234\.50 Continue/)

  await pricesReady()
  await checkout.drawn()

  expect(checkout.text).toMatch(/^A mug Total €1,234\.50 Continue/)
  expect(checkout.element.getBoundingClientRect().height).toBe(height)
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
  expect(shifts).toEqual([])
})
