/** The tag in foreign documents and beside foreign scripts. */
import { describe, expect, it } from 'vitest'
import { chromiumPage } from '../../engines/chromium.ts'
import { onHostedPage, payByCard } from '../../pages/hosted-page.ts'
import { continueToPayment, fillDetails, orderOf, pay, payLabel, statusText } from '../../pages/shop.ts'
import { CARD_CHARGE, shopOrder } from '../../support/card-order.ts'
import { EMAIL, moneyMoved, shopper } from '../../support/shopper.ts'
import { addresses } from '../../support/stack/stack.ts'
import {
  MUG_CHARGE,
  mug,
  page,
  paidOnce,
  paysForTheMug,
  strangePage,
  untilAtShop,
  withHead,
} from '../../support/strange-page.ts'
import { approve, payUntilChallenged } from '../../support/three-ds-flows.ts'

const { visits } = shopper()

describe('a router', () => {
  /** Draws a view for each path below the page's own, and keeps its own state in each history entry. */
  const ROUTER = `<script>
    const draw = () => { document.title = 'Mug ' + (history.state?.view ?? 'start') }
    const go = (view) => { history.pushState({ view, scroll: 7 }, '', '?view=' + view); draw() }
    addEventListener('popstate', draw)
    addEventListener('DOMContentLoaded', () => go('cart'))
  </script>`

  it('keeps its own entries of the history beside a payment', async () => {
    const url = await withHead(ROUTER)
    const tab = await visits(url)
    await fillDetails(tab, { email: EMAIL })
    await expect.poll(() => orderOf(tab)).toBeTruthy()

    expect(await tab.evaluate('history.state')).toMatchObject({ view: 'cart', scroll: 7 })
    await tab.evaluate('go("checkout")')
    await tab.back()

    expect(await tab.evaluate('[document.title, history.state.scroll]')).toEqual(['Mug cart', 7])
    await pay(tab)
    await onHostedPage(tab)
    await tab.back()
    expect(await tab.evaluate('history.state')).toMatchObject({ view: 'cart', scroll: 7 })
    await continueToPayment(tab)
    await payByCard(tab)
    await statusText(tab, /approved/)
    await paidOnce()
  })
})

describe('a router in the fragment', () => {
  /** Draws the view of a route, and "not found" for every other fragment. */
  const router = (tag: string) => `<p id="view" role="status"></p>${tag}<script>
    const draw = () => {
      const [route] = location.hash.slice(1).split('?')
      view.textContent = { '': 'start', '/cart': 'cart', '/thanks': 'thanks' }[route] ?? 'not found'
    }
    addEventListener('hashchange', draw)
    draw()
  </script>`

  it('that knows queries is joined by one, and shows its route to the shopper who paid', async () => {
    const url = await strangePage(({ script, tag }) => page(script, router(tag)), {
      attributes: 'return-join="?"',
    })
    const tab = await visits(`${url}#/cart`)
    await tab.text('#view', /cart/)

    await paysForTheMug(tab)

    expect(await tab.text('#view')).toBe('cart')
    expect(await tab.url()).toMatch(/#\/cart\??$/)
  })

  it('never meets an order where the shopper comes back to a page without one', async () => {
    const { edge } = addresses()
    const thanks = await strangePage(({ script }) =>
      page(script, `<pay-checkout edge="${edge}"></pay-checkout>`),
    )
    const url = await strangePage(({ script, tag }) => page(script, router(tag)), {
      attributes: `return-url="${thanks}"`,
    })
    const tab = await visits(`${url}#/cart`)

    await paysForTheMug(tab)

    expect(await tab.url()).toBe(thanks)
  })
})

describe('a framework', () => {
  it('that puts a clone in the tag’s place while the order waits lets the shopper go on', async () => {
    const tab = await visits(await strangePage(({ script, tag }) => page(script, tag)))
    await pay(tab, { email: EMAIL })
    await onHostedPage(tab)
    await tab.back()
    await statusText(tab, /not finished yet/)

    await tab.evaluate(`(() => {
      const tag = document.querySelector('pay-checkout')
      tag.replaceWith(tag.cloneNode(true))
    })()`)
    await statusText(tab, /not finished yet/)
    await continueToPayment(tab)
    await payByCard(tab)

    await statusText(tab, /approved/)
    await paidOnce()
  })
})

describe('a document', () => {
  it('in quirks mode is paid on', async () => {
    const tab = await visits(
      await strangePage(
        ({ script, tag }) =>
          `<html lang="en"><title>Mug</title>${script}<main><h1>Mug</h1><table><tr><td>${tag}</table></main>`,
      ),
    )
    expect(await tab.evaluate('document.compatMode')).toBe('BackCompat')

    await paysForTheMug(tab)
  })

  it('of XHTML, where Chromium loads no module, is paid on by the link in the tag', async () => {
    const headers = { 'Content-Type': 'application/xhtml+xml' }
    const tab = await visits(
      await strangePage(
        ({ script, tag }) => `<?xml version="1.0" encoding="UTF-8"?>
<html xmlns="http://www.w3.org/1999/xhtml" lang="en" xml:lang="en"><head><title>Mug</title>${script}</head>
<body><main><h1>Mug</h1>${tag}</main></body></html>`,
        { headers },
      ),
    )
    expect(await tab.evaluate('document instanceof XMLDocument')).toBe(true)

    await tab.click('pay-checkout a')
    await tab.waitForUrl(/^http:\/\/pay\.localhost/)

    await paysForTheMug(tab)
  })

  it('with another base is the base of a relative return-url, as of every link', async () => {
    const { edge } = addresses()
    const thanks = await strangePage(({ script }) =>
      page(script, `<pay-checkout edge="${edge}"></pay-checkout>`),
    )
    const base = thanks.replace(/[^/]*$/, 'deep/in/')
    const relative = `../../${thanks.split('/').at(-1)}`
    const tab = await visits(
      await strangePage(({ script, tag }) => page(script, tag, `<base href="${base}">`), {
        attributes: `return-url="${relative}"`,
      }),
    )

    await paysForTheMug(tab)

    expect(await tab.url()).toBe(thanks)
  })

  it('that holds the tag in a closed root is paid on by keyboard', async () => {
    const tab = await visits(
      await strangePage(({ script, offer }) =>
        page(
          script,
          `<shop-box></shop-box><script>
            const root = document.querySelector('shop-box').attachShadow({ mode: 'closed' })
            root.innerHTML = '<pay-checkout offer="${offer}"></pay-checkout>'
            tag = root.firstChild
          </script>`,
        ),
      ),
    )
    const { keyboard } = chromiumPage(tab)
    const focused = `tag.shadowRoot?.activeElement?.id`

    await expect.poll(() => tab.evaluate(`(tag.focus(), ${focused})`)).toBe('email')
    await keyboard.type(EMAIL)
    await keyboard.press('Enter')
    await payByCard(tab)

    await expect.poll(() => tab.evaluate('tag.order?.status')).toBe('approved')
    await paidOnce()
  })
})

describe('a page’s own', () => {
  it('dialog holds the tag and is left open while the shopper pays', async () => {
    const tab = await visits(
      await strangePage(({ script, tag }) =>
        page(
          script,
          `<button onclick="basket.showModal()" id="buy">Buy</button><dialog id="basket" aria-label="Basket">${tag}</dialog>`,
        ),
      ),
    )
    await tab.click('#buy')

    await pay(tab, { email: EMAIL })
    await payByCard(tab)

    // By then it is another page, and its dialog is closed.
    await untilAtShop(tab)
    await tab.click('#buy')
    await statusText(tab, /approved/)
    await paidOnce()
  })
})

describe('the bank’s dialog', () => {
  it('rises above the page’s own, which is closed and opened again', async () => {
    const tag = `<pay-checkout session="${await shopOrder()}"></pay-checkout>`
    const tab = await visits(
      await strangePage(({ script }) =>
        page(script, `<dialog id="basket" aria-label="Basket">${tag}</dialog>`),
      ),
    )
    await tab.evaluate('basket.showModal()')
    const bank = await payUntilChallenged(tab)

    await tab.evaluate('(basket.close(), basket.showModal())')
    await approve(tab, bank)

    expect(await moneyMoved()).toEqual([CARD_CHARGE])
  })
})

describe('several tags', () => {
  it('of two offers on one page are paid one after the other, each once', async () => {
    const cup = await mug({ item: 'cup', description: 'Cup', amount: '3.00' })
    const url = await strangePage(({ script, tag }) =>
      page(script, `${tag}<pay-checkout id="cup" offer="${cup}"></pay-checkout>`),
    )
    const tab = await visits(url)
    const [first, second] = ['pay-checkout:not(#cup)', 'pay-checkout#cup']

    await pay(tab, { email: EMAIL }, second)
    await payByCard(tab)
    await statusText(tab, /approved/, second)
    await payLabel(tab, /12\.50/, first)
    await pay(tab, { email: EMAIL }, first)
    await payByCard(tab)

    await statusText(tab, /approved/, first)
    expect(await moneyMoved()).toEqual(['charge 3.00 EUR', MUG_CHARGE])
  })
})

describe('a form', () => {
  it('that requires the payment takes nothing before it is paid, and the order with it afterwards', async () => {
    const form = (tag: string) => `<form onsubmit="event.preventDefault(); sent = [...new FormData(this)]">
      ${tag}<button id="order">Order</button></form><script>sent = null</script>`
    const tab = await visits(
      await strangePage(({ script, tag }) => page(script, form(tag)), {
        attributes: 'name="payment" required',
      }),
    )
    await payLabel(tab)
    await tab.click('#order')
    expect(await tab.evaluate('sent')).toBeNull()

    await paysForTheMug(tab)
    await tab.click('#order')

    expect(await tab.evaluate('sent')).toEqual([['payment', (await orderOf(tab))?.id]])
  })
})
