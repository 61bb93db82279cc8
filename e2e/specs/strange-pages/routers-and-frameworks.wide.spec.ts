/** The tag beside routers and frameworks that change the page and its history. */

import { describe, expect, it } from 'vitest'
import { onHostedPage, payByCard } from '../../pages/hosted-page.ts'
import { continueToPayment, fillDetails, orderKeyOf, pay, statusText } from '../../pages/shop.ts'
import { CARD_CHARGE, shopOrder } from '../../support/card-order.ts'
import { EMAIL, moneyMoved, shopper } from '../../support/shopper.ts'
import { addresses } from '../../support/stack/stack.ts'
import { page, paidOnce, paysForTheMug, strangePage, withHead } from '../../support/strange-page.ts'
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
    await expect.poll(() => orderKeyOf(tab)).toBeTruthy()

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
    await statusText(tab, /Thank you/)
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

    await statusText(tab, /Thank you/)
    await paidOnce()
  })

  it('that moves the tag without taking it out of the page keeps the bank’s dialog and its page', async () => {
    const tag = `<pay-checkout session="${await shopOrder()}"></pay-checkout>`
    const tab = await visits(await strangePage(({ script }) => page(script, `${tag}<div id="there"></div>`)))
    const bank = await payUntilChallenged(tab)

    await tab.evaluate(`void there.moveBefore(document.querySelector('pay-checkout'), null)`)
    await approve(tab, bank)

    expect(await moneyMoved()).toEqual([CARD_CHARGE])
  })

  it('that redraws the page makes a new tag for the same order', async () => {
    const tab = await visits(
      await strangePage(({ script, tag }) => page(script, `<div id="app">${tag}</div>`)),
    )
    await fillDetails(tab, { email: EMAIL })
    await expect.poll(() => orderKeyOf(tab)).toBeTruthy()
    const before = await orderKeyOf(tab)

    await tab.evaluate('app.innerHTML = app.innerHTML')
    await paysForTheMug(tab)

    expect(await orderKeyOf(tab)).toBe(before)
  })

  it('that sets every attribute again on each key changes nothing', async () => {
    const tab = await visits(
      await withHead(`<script>
        addEventListener('keydown', () => {
          const tag = document.querySelector('pay-checkout')
          for (const { name, value } of [...tag.attributes]) tag.setAttribute(name, value)
        }, true)
      </script>`),
    )

    await paysForTheMug(tab)
  })
})
