import { afterEach, describe, expect, it } from 'vitest'
import { cdp, page } from 'vitest/browser'
import { contrastOf } from '../../widget/testing/contrast.ts'
import { exampleOrder } from '../testing/example-orders.ts'
import { exampleProduct } from '../testing/fake-catalogue.ts'
import { Desk, FakeBrowser } from '../testing/harness.ts'

let desk: Desk
afterEach(async () => {
  desk.close()
  document.documentElement.style.colorScheme = ''
  await setTouch(false)
})

/** Of a screen that is touched, the pointer is coarse. */
const setTouch = (enabled: boolean) => cdp().send('Emulation.setTouchEmulationEnabled', { enabled })

/** One order of each mood of its mark, and products that are sold, sold out and hidden. */
async function fullDesk(hash: string) {
  const browser = new FakeBrowser()
  for (const status of ['approved', 'declined', 'processing', 'unknown', 'voided'] as const)
    browser.edge.add(exampleOrder({ status, description: `A mug that is ${status}` }))
  browser.edge.catalogue.add(exampleProduct({ id: 'gone', units: 3, sold: 3 }))
  browser.edge.catalogue.add(exampleProduct({ id: 'hidden', shown: false }))
  desk = await Desk.signedIn(browser, hash)
}

const heightsOf = (selector: string) =>
  desk.all(selector).map((one) => Math.round(one.getBoundingClientRect().height))

describe.each(['light', 'dark'])('on a %s page', (scheme) => {
  it.each([
    ['#/orders', 'A mug that is voided', 5],
    ['#/products', 'Sold out', 3],
  ])('the marks of %s can be read', async (hash, words, least) => {
    document.documentElement.style.colorScheme = scheme
    await fullDesk(hash)
    await desk.reads(words)

    const tones = desk.all('tbody .pill').map((pill) => {
      const { color, backgroundColor } = getComputedStyle(pill)
      return [color, backgroundColor] as const
    })
    expect(new Set(tones.map(String)).size).toBeGreaterThanOrEqual(least)
    for (const [words, ground] of tones) expect(contrastOf(words, ground)).toBeGreaterThanOrEqual(4.5)
  })
})

it.each([
  ['#/orders', 'A mug that is voided', 37],
  ['#/products', 'Sold out', 40],
])('with a mouse a row of %s is one line, and no target is lower than 24 px', async (hash, words, most) => {
  await page.viewport(1280, 900)
  await fullDesk(hash)
  await desk.reads(words)

  const rows = heightsOf('tbody tr')
  expect(Math.min(...rows)).toBeGreaterThanOrEqual(36)
  expect(Math.max(...rows)).toBeLessThanOrEqual(most)
  expect(Math.min(...heightsOf('button:not(.skip), .chip, nav a, input, select'))).toBeGreaterThanOrEqual(24)
})

it.each([
  ['#/orders', 'A mug that is voided'],
  ['#/products', 'Sold out'],
])(
  'with fingers the targets of %s are 44 px high, and letters of fields so large that nothing zooms',
  async (hash, words) => {
    await page.viewport(390, 844)
    await setTouch(true)
    await fullDesk(hash)
    await desk.reads(words)

    expect(
      Math.min(...heightsOf('button:not(.skip), .chip, nav a, input[type=search]')),
    ).toBeGreaterThanOrEqual(44)
    for (const field of desk.all('input, select')) expect(getComputedStyle(field).fontSize).toBe('16px')
  },
)
