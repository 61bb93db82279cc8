/** The requests that the pages of one order make to the edge: each is billed. */
import { expect, it } from 'vitest'
import type { Tab } from '../../browser.ts'
import { chromiumPage } from '../../engines/chromium.ts'
import { bankInFrame } from '../../pages/bank-dialog.ts'
import { confirmAtBank } from '../../pages/bank-page.ts'
import { payWithCard } from '../../pages/card-form.ts'
import { onHostedPage, payByCard } from '../../pages/hosted-page.ts'
import { pay, statusText } from '../../pages/shop.ts'
import { cardPage } from '../../support/card-page.ts'
import { EMAIL, MUG, shopper } from '../../support/shopper.ts'
import { addresses, sell } from '../../support/stack/stack.ts'

const { visits } = shopper()

/** The platform serves static files for nothing. */
const IS_FILE = /\.(?:js|json|css|svg)$/

/** Counts the requests of a tab, by method and route. */
function requestsOf(tab: Tab): Map<string, number> {
  const counts = new Map<string, number>()
  chromiumPage(tab).on('request', (request) => {
    const { origin, pathname } = new URL(request.url())
    if (origin !== addresses().edge || IS_FILE.test(pathname)) return
    const [, first = '', ...rest] = pathname.split('/')
    // Identifiers and keys are long.
    const route = [first, ...rest.map((part) => (part.length > 20 ? '*' : part))].join('/')
    const name = `${request.method()} /${route}`
    counts.set(name, (counts.get(name) ?? 0) + 1)
  })
  return counts
}

/** A look at the order repeats while no socket tells of it, and the tag may close a step's frame before it says that it is done. */
const BY_CHANCE = ['GET /v1/orders/*', 'GET /frames/done']

const without = (counts: ReadonlyMap<string, number>) =>
  Object.fromEntries([...counts].filter(([name]) => !BY_CHANCE.includes(name)).sort())

/** Opens a page, all of whose requests count. */
async function counted(page: string): Promise<{ tab: Tab; counts: Map<string, number> }> {
  const tab = await visits(`${addresses().shop}/terms.html`)
  const counts = requestsOf(tab)
  await tab.goto(page)
  return { tab, counts }
}

/** The requests of an order until its shopper is at the gateway's page. */
const OPENED = { 'POST /v1/checkout': 1, 'POST /v1/orders/*/pay': 1 }

it('an order that is paid on the hosted page makes five requests besides looks: the page after it reads the settings too', async () => {
  const { tab, counts } = await counted(await sell({ offer: MUG }))

  await pay(tab, { email: EMAIL })
  await payByCard(tab)
  await statusText(tab, /approved/)

  expect(without(counts)).toEqual({ ...OPENED, 'GET /v1/settings': 2, 'POST /return/*/*': 1 })
})

it('an order that is left at the hosted page makes three requests besides looks', async () => {
  const { tab, counts } = await counted(await sell({ offer: MUG }))

  await pay(tab, { email: EMAIL })
  await onHostedPage(tab)

  expect(without(counts)).toEqual({ ...OPENED, 'GET /v1/settings': 1 })
})

/** The requests of an order that the shop's server opened, and that is paid by a card in the page. */
const BY_CARD = { 'GET /v1/settings': 1, 'GET /frames/card': 1, 'POST /v1/orders/*/pay': 1 }

it('an order that is paid by card in the page makes three requests besides looks', async () => {
  const { tab, counts } = await counted((await cardPage()).url)

  await payWithCard(tab)
  await statusText(tab, /approved/)

  expect(without(counts)).toEqual(BY_CARD)
})

it('a challenge adds the frame of the step and the bank’s answer', async () => {
  const { tab, counts } = await counted((await cardPage()).url)

  await payWithCard(tab, { number: '4000000000002008' })
  await confirmAtBank(await bankInFrame(tab))
  await statusText(tab, /approved/)

  expect(without(counts)).toEqual({
    ...BY_CARD,
    ...{ 'GET /frames/challenge/*/*': 1, 'POST /three-ds/*/*/cres': 1 },
  })
})
