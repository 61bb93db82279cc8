/** Strange pages where engines differ: how documents are read, what storage and history refuse, moved tags. */
import { expect, it } from 'vitest'
import { onHostedPage, payByCard } from '../../pages/hosted-page.ts'
import { continueToPayment, fillDetails, pay, statusText } from '../../pages/shop.ts'
import { describeShopper } from '../../support/engine-shopper.ts'
import { readLedger } from '../../support/ledger.ts'
import { EMAIL } from '../../support/shopper.ts'
import { page, paidOnce, paysForTheMug, strangePage, withHead } from '../../support/strange-page.ts'

describeShopper((open) => {
  it('pays on a page in quirks mode', async () => {
    const tab = await open(
      await strangePage(
        ({ script, tag }) => `<html lang="en"><title>Mug</title>${script}<main><h1>Mug</h1>${tag}</main>`,
      ),
    )

    await paysForTheMug(tab)
    await tab.close()
  })

  it('pays on a page of XHTML by the link in the tag', async () => {
    const headers = { 'Content-Type': 'application/xhtml+xml' }
    const tab = await open(
      await strangePage(
        ({ script, tag }) => `<?xml version="1.0" encoding="UTF-8"?>
<html xmlns="http://www.w3.org/1999/xhtml" lang="en" xml:lang="en"><head><title>Mug</title>${script}</head>
<body><main><h1>Mug</h1>${tag}</main></body></html>`,
        { headers },
      ),
    )
    await tab.click('pay-checkout a')
    await tab.waitForUrl(/^http:\/\/pay\.localhost/)

    await paysForTheMug(tab)
    await tab.close()
  })

  it.each([
    [
      'a storage that is refused',
      `Object.defineProperty(window, 'localStorage', { get() { throw new DOMException('no', 'SecurityError') } })`,
    ],
    [
      'a history that refuses to be changed',
      `history.replaceState = history.pushState = () => { throw new DOMException('too often', 'SecurityError') }`,
    ],
  ])('pays beside %s', async (_, code) => {
    const tab = await open(await withHead(`<script>${code}</script>`))

    await paysForTheMug(tab)
    await tab.close()
  })

  it('continues in a clone that a framework put in the tag’s place', async () => {
    const tab = await open(await strangePage(({ script, tag }) => page(script, tag)))
    await fillDetails(tab, { email: EMAIL })
    await pay(tab)
    await onHostedPage(tab)
    await tab.back()
    await statusText(tab, /not finished yet/)

    await tab.evaluate(`(() => {
      const tag = document.querySelector('pay-checkout')
      tag.replaceWith(tag.cloneNode(true))
    })()`)
    await continueToPayment(tab)
    await payByCard(tab)

    await statusText(tab, /Thank you/)
    await paidOnce()
    expect((await readLedger()).transactions).toHaveLength(1)
    await tab.close()
  })
})
