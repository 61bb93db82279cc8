/** Pages, browsers in apps and blockers that answer `open()` with something else than a new window. */

import { expect, it } from 'vitest'
import { payByCard } from '../../pages/hosted-page.ts'
import { pay, statusText } from '../../pages/shop.ts'
import { EMAIL, shopper } from '../../support/shopper.ts'
import { page, paidOnce, strangePage } from '../../support/strange-page.ts'

const { visits } = shopper()

/** A page that pays in a pop-up, with another `open`. */
const pageThatOpens = (open: string) =>
  strangePage(({ script, tag }) => page(script, tag, `<script>open = ${open}</script>`), {
    attributes: 'presentation="popup"',
  })

it.each([
  ['throws', `() => { throw new TypeError('open is not supported') }`],
  ['returns nothing', '() => undefined'],
  ['returns a stub', '() => ({ closed: false, focus() {}, close() {}, postMessage() {} })'],
  ['returns the page itself', '() => window'],
  [
    'returns a hidden frame',
    `() => document.body.appendChild(Object.assign(document.createElement('iframe'), { title: 'decoy' })).contentWindow`,
  ],
])('a window function that %s leads to the payment page in the same tab', async (_, open) => {
  const url = await pageThatOpens(open)
  const tab = await visits(url)

  await pay(tab, { email: EMAIL })
  await payByCard(tab)

  await statusText(tab, /approved/)
  expect(await tab.url()).toBe(url)
  await paidOnce()
})
