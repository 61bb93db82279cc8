/** What a shopper sees while the tag loads, and that nothing jumps once it has loaded. */
import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { Tab } from '../../browser.ts'
import { chromiumPage } from '../../engines/chromium.ts'
import { onHostedPage, payByCard } from '../../pages/hosted-page.ts'
import { pay, payLabel, statusText } from '../../pages/shop.ts'
import { shopOrder } from '../../support/card-order.ts'
import { jumpsAt, measureShift, offeredBy, shiftOf } from '../../support/layout-shift.ts'
import { EMAIL, MUG, shopper } from '../../support/shopper.ts'
import { addresses, sell, serve, served } from '../../support/stack/stack.ts'

const { leaves, visits } = shopper()

/** The style rule of the snippet. */
const RULE = 'pay-checkout:not(:defined) { display: block; min-block-size: 20rem }'

/** The same, where the page knows that the session's order takes a card in the page. */
const RULE_FOR_CARDS = `${RULE} pay-checkout[session] { min-block-size: 52rem }`

/** The same, where the page knows that the offer has several ways to pay. */
const RULE_FOR_WAYS = 'pay-checkout { display: block; min-block-size: 40rem }'

const pageOf = (tag: string, rule: string) => `<!doctype html><html lang="en"><meta charset="utf-8">
<meta name="viewport" content="width=device-width"><title>Teapot</title><style>${rule}</style>
<script type="module" src="${addresses().edge}/pay-checkout.js"></script>
<main><h1>Teapot</h1>${tag}<p>${'Below the tag there is more to read. '.repeat(40)}</p></main></html>`

async function measured(
  tag: string,
  width: number,
  rule = RULE,
  prepare: (tab: Tab) => Promise<unknown> = async () => {},
): Promise<Tab> {
  const path = `/arriving-${randomUUID()}.html`
  await serve({ path, body: pageOf(tag, rule) })
  const tab = await visits('index', { width })
  await measureShift(tab)
  await prepare(tab)
  await tab.goto(served().shop + path)
  return tab
}

/** One page for each thing that a script changes after the first paint; `layout-shift.wide.spec.ts` loads every page. */
describe('nothing jumps while the script comes late', () => {
  const sizes = { visits, leaves, widths: [390, 1280] }
  const shop = (page: string) => async () => `${addresses().shop}/${page}`

  it.each<[string, () => Promise<string>]>([
    ['a product that fits a cart', shop('mug.html')],
    ['an empty cart', shop('cart.html')],
    ['the page after a payment', shop('thanks.html')],
    ['a session with every way to pay', shop('counter/every')],
    ['a session that pays out', shop('counter/payout')],
    ['the edge’s page without an offer', async () => `${addresses().edge}/pay`],
    ['the edge’s page with an offer', () => offeredBy('mug')],
  ])('on %s', async (_, address) => {
    expect(await jumpsAt({ ...sizes, address: await address() })).toEqual({})
  })
})

describe('a tag with a session', () => {
  it.each([320, 768, 1280])('moves nothing on its page when its order comes, at %i px', async (width) => {
    const tab = await measured(
      `<pay-checkout session="${await shopOrder({ methods: ['hosted'], returnUrl: served().shop })}"></pay-checkout>`,
      width,
    )

    await payLabel(tab, /20/)

    expect(await shiftOf(tab)).toBeLessThan(0.005)
  })

  it.each([320, 390, 768, 1280])(
    'that takes a card moves nothing on a page that gives it the room, at %i px',
    async (width) => {
      const order = { methods: ['card', 'hosted'], returnUrl: served().shop, cardRefs: [] } as const
      const session = await shopOrder(order)
      const tab = await measured(`<pay-checkout session="${session}"></pay-checkout>`, width, RULE_FOR_CARDS)

      await payLabel(tab, /20/)
      await chromiumPage(tab).locator('pay-checkout iframe:not([height="0"])').waitFor()

      expect(await shiftOf(tab)).toBeLessThan(0.005)
    },
  )
})

/** The edge's settings come once the browser has painted the tag without them. */
const holdSettings = (tab: Tab) =>
  chromiumPage(tab).route('**/v1/settings', async (route) => {
    await tab.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))')
    await route.continue()
  })

describe('a tag with an offer that names no ways to pay', () => {
  it.each([390, 1280])('moves nothing when the edge’s come, at %i px', async (width) => {
    const { methods: _, ...claims } = MUG
    const plain = await visits(
      await sell({ offer: { ...claims, origins: [served().shop, addresses().shop] } }),
    )
    const offer = await plain.evaluate<string>('document.querySelector("pay-checkout").offer')

    const tag = `<pay-checkout offer="${offer}"></pay-checkout>`
    const tab = await measured(tag, width, RULE_FOR_WAYS, holdSettings)

    await tab.text('pay-checkout [part=ways]', /Other ways to pay/)
    expect(await shiftOf(tab)).toBeLessThan(0.005)
  })
})

/** Where the last of the ways to pay is, below the fields of the card. */
const LAST_WAY = `document.querySelector('pay-checkout').shadowRoot.querySelector('[part=way]:last-of-type').offsetTop`

describe('a tag with fields of a card', () => {
  it.each([
    [390, 'and hosted', {}],
    [1280, 'and hosted', {}],
    [390, 'that may be kept', { cardRefs: [] }],
  ])('has room for them before they come, at %i px, of a card %s', async (width, _, kept) => {
    const order = { methods: ['card', 'hosted'], returnUrl: served().shop, ...kept } as const
    const tab = await measured(`<pay-checkout session="${await shopOrder(order)}"></pay-checkout>`, width)
    const page = chromiumPage(tab)
    let release = () => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    await page.route(/frames\/card\.js/, async (route) => {
      await held
      await route.continue()
    })
    await payLabel(tab, /20/)
    const before = await tab.evaluate<number>(LAST_WAY)
    const shiftBefore = await shiftOf(tab)

    release()
    await page.locator('pay-checkout iframe:not([height="0"])').waitFor()

    expect(await tab.evaluate<number>(LAST_WAY)).toBe(before)
    expect((await shiftOf(tab)) - shiftBefore).toBeLessThan(0.005)
  })
})

describe('a tag on the page that a shopper comes back to', () => {
  it('reserves its place, and reports no failure too early', async () => {
    const tab = await visits('hotel')
    await pay(tab, { email: EMAIL, name: 'Ann Example' })
    await onHostedPage(tab)
    const page = chromiumPage(tab)
    let release = () => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    await page.route(/pay-checkout\.js/, async (route) => {
      await held
      await route.continue()
    })

    const paid = payByCard(tab)
    const fallback = page.locator('pay-checkout > p')
    await fallback.waitFor({ state: 'attached' })

    // Sets the animation's clock by hand, since the machine decides how long the page has been open.
    const shownAt = (ms: number) =>
      fallback.evaluate((element, time) => {
        for (const animation of element.getAnimations()) animation.currentTime = time
        return getComputedStyle(element).visibility
      }, ms)
    // The style sheet may come after the words.
    await expect.poll(() => shownAt(4999)).toBe('hidden')
    // The script never loads, so the page's own words appear in the end.
    expect(await shownAt(5001)).toBe('visible')

    release()
    await paid
    await statusText(tab, /Thank you/)
    expect(await fallback.isVisible()).toBe(false)
  })
})

/** A single-page shop whose router keeps its routes in the fragment, and knows no other addresses. */
const HASH_ROUTER = (
  offer: string,
  attributes: string,
) => `<!doctype html><html lang="en"><meta charset="utf-8"><title>Teapots</title>
<script type="module" src="${addresses().edge}/pay-checkout.js"></script>
<main></main>
<script>
  const routes = {
    '/cart': '<h1>Cart</h1><pay-checkout offer="${offer}" ${attributes}></pay-checkout>',
    '/thanks': '<h1>Thanks</h1><pay-checkout></pay-checkout>',
  }
  visited = JSON.parse(sessionStorage.visited ?? '[]')
  const show = () => {
    const [route] = location.hash.slice(1).split('?')
    sessionStorage.visited = JSON.stringify([...JSON.parse(sessionStorage.visited ?? '[]'), route])
    document.querySelector('main').innerHTML = routes[route] ?? '<h1>Not found</h1>'
  }
  addEventListener('hashchange', show)
  show()
</script></html>`

describe('a page whose routes lie in the fragment', () => {
  it.each([
    ['its own route', 'return-join="?"', '/cart'],
    ['another route', 'return-url="#/thanks" return-join="?"', '/thanks'],
    ['another route, as it says itself', 'return-url="#/thanks?"', '/thanks'],
  ])('brings the shopper back to %s, which shows the payment', async (_, attributes, route) => {
    const path = `/router-${randomUUID()}.html`
    const plain = await visits(
      await sell({
        offer: {
          item: 'pot',
          description: 'Pot',
          currency: 'EUR',
          intent: 'sale',
          amount: '12.50',
          collect: ['email'],
          methods: ['hosted'],
          origins: [served().shop, addresses().shop],
        },
      }),
    )
    const offer = await plain.evaluate<string>('document.querySelector("pay-checkout").offer')
    await serve({ path, body: HASH_ROUTER(offer, attributes) })
    const tab = await visits('index')
    await tab.goto(`${served().shop}${path}#/cart`)
    await pay(tab, { email: EMAIL })

    await payByCard(tab)

    await statusText(tab, /Thank you/)
    expect(new URL(await tab.url()).hash).toBe(`#${route}`)
    expect(await tab.evaluate('JSON.parse(sessionStorage.visited)')).toEqual(['/cart', route])
  })
})
