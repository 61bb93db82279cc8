import { afterEach, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { exampleOrder } from '../testing/example-orders.ts'
import { exampleProduct } from '../testing/fake-catalogue.ts'
import { Desk, FakeBrowser } from '../testing/harness.ts'

let desk: Desk
afterEach(() => desk.close())

const LONG = 'Heather mug with a name that is as long as names of products are in some shops'

/** A desk of a shop with many orders and products. */
async function busyDesk(hash: string) {
  const browser = new FakeBrowser()
  for (let at = 0; at < 1_000; at++)
    browser.edge.add(exampleOrder({ id: `order-${at}`, reference: `2026-${at}` }))
  for (let at = 0; at < 60; at++)
    browser.edge.catalogue.add(exampleProduct({ id: `mug-${at}`, name: `${LONG} ${at}` }))
  desk = await Desk.signedIn(browser, hash)
}

it.each([
  ['#/', 'Sums of a day'],
  ['#/orders', '2026-99'],
  ['#/orders/order-1', '2026-1'],
  ['#/products', LONG],
  ['#/products/mug-1', 'Change units'],
  ['#/new-product', 'Make the product'],
  ['#/import-products', 'File in CSV'],
])('at 320 px the page %s of a shop with 1,000 orders needs no sideways scrolling', async (hash, words) => {
  await page.viewport(320, 800)

  await busyDesk(hash)

  await desk.reads(words)
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(320)
})

it.each([
  ['#/orders', '2026-99'],
  ['#/products', LONG],
])('the table of the page %s stays one for screen readers where its rows are cards', async (hash, words) => {
  await busyDesk(hash)

  await desk.reads(words)
  expect(desk.all('table')).not.toEqual([])
  expect(desk.partsWithoutRole).toEqual([])
})
