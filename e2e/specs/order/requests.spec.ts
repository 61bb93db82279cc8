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
import { ABANDONED_PAGE, CARD_PAGE, FOLLOWING, PAID_PAGES } from '../../support/order-requests.ts'
import { EMAIL, MUG, shopper } from '../../support/shopper.ts'
import { addresses, sell } from '../../support/stack/stack.ts'

const { visits } = shopper()

/** The platform serves static files for nothing. */
const IS_FILE = /\.(?:js|json|css|svg)$/

/** Counts the requests of a tab, by method and route. */
async function requestsOf(tab: Tab): Promise<Map<string, number>> {
  const counts = new Map<string, number>()
  const note = (method: string, url: string) => {
    const { origin, pathname } = new URL(url.replace(/^ws/, 'http'))
    if (origin !== addresses().edge || IS_FILE.test(pathname)) return
    const [, first = '', ...rest] = pathname.split('/')
    // Identifiers and keys are long.
    const route = [first, ...rest.map((part) => (part.length > 20 ? '*' : part))].join('/')
    const name = `${method} /${route}`
    counts.set(name, (counts.get(name) ?? 0) + 1)
  }
  const page = chromiumPage(tab)
  page.on('request', (request) => note(request.method(), request.url()))
  page.on('websocket', (socket) => note('GET', socket.url()))
  // Playwright keeps to itself what the browser asks before a request to another origin.
  const session = await page.context().newCDPSession(page)
  session.on('Network.requestWillBeSent', ({ request }) => {
    if (request.method === 'OPTIONS') note('OPTIONS', request.url)
  })
  await session.send('Network.enable')
  return counts
}

const withoutFollowing = (counts: ReadonlyMap<string, number>) =>
  Object.fromEntries([...counts].filter(([name]) => !FOLLOWING.includes(name)).sort())

/** Opens a page, all of whose requests count. */
async function counted(page: string): Promise<{ tab: Tab; counts: Map<string, number> }> {
  const tab = await visits(`${addresses().shop}/terms.html`)
  const counts = await requestsOf(tab)
  await tab.goto(page)
  return { tab, counts }
}

it('an order that is paid on the hosted page makes seven requests, and follows on the page after it alone', async () => {
  const { tab, counts } = await counted(await sell({ offer: MUG }))

  await pay(tab, { email: EMAIL })
  await payByCard(tab)
  await statusText(tab, /Thank you/)

  expect(withoutFollowing(counts)).toEqual(PAID_PAGES)
  expect(counts.get('GET /v1/orders/*/live') ?? 0).toBeLessThanOrEqual(1)
})

it('an order that is left at the hosted page makes five requests, and does not follow', async () => {
  const { tab, counts } = await counted(await sell({ offer: MUG }))

  await pay(tab, { email: EMAIL })
  await onHostedPage(tab)

  expect(withoutFollowing(counts)).toEqual(ABANDONED_PAGE)
  expect(FOLLOWING.filter((name) => counts.has(name))).toEqual([])
})

it('an order that is paid by card in the page makes three requests besides looks', async () => {
  const { tab, counts } = await counted((await cardPage()).url)

  await payWithCard(tab)
  await statusText(tab, /Thank you/)

  expect(withoutFollowing(counts)).toEqual(CARD_PAGE)
})

it('a challenge adds the frame of the step and the bank’s answer', async () => {
  const { tab, counts } = await counted((await cardPage()).url)

  await payWithCard(tab, { number: '4000000000002008' })
  await confirmAtBank(await bankInFrame(tab))
  await statusText(tab, /Thank you/)

  expect(withoutFollowing(counts)).toEqual({
    ...CARD_PAGE,
    ...{ 'GET /frames/challenge/*/*': 1, 'POST /three-ds/*/*/cres': 1 },
  })
})
