/** The tag in documents that are unusual, and in frames and forms of theirs. */

import { describe, expect, it } from 'vitest'
import { chromiumPage } from '../../engines/chromium.ts'
import { payByCard } from '../../pages/hosted-page.ts'
import { fillDetails, orderOf, pay, payLabel, statusText } from '../../pages/shop.ts'
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
  withHead,
} from '../../support/strange-page.ts'
import { approve, payUntilChallenged } from '../../support/three-ds-flows.ts'

const { visits } = shopper()

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

  it('with another base is the page to which the shopper returns', async () => {
    const url = await withHead('<base href="/somewhere/else/">')
    const tab = await visits(url)

    await paysForTheMug(tab)

    expect(await tab.url()).toBe(url)
  })
})

describe('a frame', () => {
  it('that the page writes itself is paid in by card', async () => {
    const tag = `<pay-checkout session="${await shopOrder()}"></pay-checkout>`
    const tab = await visits(
      await strangePage(({ script }) => {
        const inner = page(script, tag).replaceAll('&', '&amp;').replaceAll('"', '&quot;')
        return page('', `<iframe title="Pay" width="700" height="700" srcdoc="${inner}"></iframe>`)
      }),
    )
    const frame = await tab.frame('iframe')

    await approve(frame, await payUntilChallenged(frame))

    expect(await moneyMoved()).toEqual([CARD_CHARGE])
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
    await statusText(tab, /Thank you/, second)
    await payLabel(tab, /12\.50/, first)
    await pay(tab, { email: EMAIL }, first)
    await payByCard(tab)

    await statusText(tab, /Thank you/, first)
    expect(await moneyMoved()).toEqual(['charge 3.00 EUR', MUG_CHARGE])
  })

  it('of one offer on one page make one order and one form', async () => {
    const tab = await visits(
      await strangePage(({ script, tag }) =>
        page(script, `<div id="one">${tag}</div><div id="two">${tag}</div>`),
      ),
    )
    await fillDetails(tab, { email: EMAIL }, '#one pay-checkout')
    await fillDetails(tab, { email: EMAIL }, '#two pay-checkout')

    await tab.evaluate(`void document.querySelectorAll('pay-checkout').forEach((tag) => tag.submit())`)
    await payByCard(tab)

    await statusText(tab, /Thank you/, '#one pay-checkout')
    await statusText(tab, /Thank you/, '#two pay-checkout')
    await paidOnce()
  })
})
