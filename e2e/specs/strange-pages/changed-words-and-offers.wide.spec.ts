/** Words that a translator replaces, and offers that the page changes. */

import { describe, expect, it } from 'vitest'
import { payByCard } from '../../pages/hosted-page.ts'
import { fillDetails, orderKeyOf, pay, payLabel, statusText, tagText } from '../../pages/shop.ts'
import { readLedger } from '../../support/ledger.ts'
import { EMAIL, moneyMoved, operationsSent, shopper } from '../../support/shopper.ts'
import {
  mug,
  page,
  paidOnce,
  payAndReturn,
  paysForTheMug,
  strangePage,
  withHead,
} from '../../support/strange-page.ts'

const { visits } = shopper()

describe('words', () => {
  it('of the page’s own that a translator wraps again change nothing', async () => {
    const tab = await visits(
      await strangePage(({ script, tag }) => page(script, `<p>A mug for your tea.</p>${tag}`)),
    )
    await payLabel(tab, /12\.50/)

    // As browsers translate: each text is wrapped in elements of the translator, and the page names another language.
    await tab.evaluate(`(() => {
      const texts = document.createNodeIterator(document.body, NodeFilter.SHOW_TEXT)
      const found = []
      for (let text; (text = texts.nextNode()); ) if (text.data.trim()) found.push(text)
      for (const text of found) {
        const font = document.createElement('font')
        text.replaceWith(font)
        font.append(text.data.toUpperCase())
      }
      document.documentElement.lang = 'de'
      document.documentElement.className = 'translated-ltr'
    })()`)

    await paysForTheMug(tab)
  })
})

describe('words of the tag', () => {
  it('that a translator replaces in the open root never leave a false price', async () => {
    const url = await strangePage(({ script, tag }) => page(script, tag), {
      claims: { amount: undefined, min: '2.00', max: '20.00' },
    })
    const tab = await visits(url)
    await fillDetails(tab, { email: EMAIL, amount: '2.00' })
    await payLabel(tab, /2\.00/)

    // A translator replaces text nodes with new ones, which no framework knows.
    await tab.evaluate(`(() => {
      const root = document.querySelector('pay-checkout').shadowRoot
      const texts = document.createNodeIterator(root, NodeFilter.SHOW_TEXT)
      const found = []
      for (let text; (text = texts.nextNode()); )
        if (text.data.trim() && !text.parentElement.closest('[translate=no], style')) found.push(text)
      for (const text of found) {
        const font = document.createElement('font')
        text.replaceWith(font)
        font.append(text.data)
      }
    })()`)
    await fillDetails(tab, { amount: '8.00' })

    expect(await payLabel(tab, /8\.00/)).not.toMatch(/2\.00/)
    expect(await tab.text('pay-checkout [part~=price]', /8\.00/)).not.toMatch(/2\.00/)
    await pay(tab)
    await payByCard(tab)
    await statusText(tab, /Thank you/)
    await paidOnce('charge 8.00 EUR')
  })
})

describe('an offer', () => {
  it('that the page changes before the click is paid at the new price', async () => {
    const tab = await visits(await strangePage(({ script, tag }) => page(script, tag)))
    await payLabel(tab, /12\.50/)
    await tab.type('pay-checkout #email', EMAIL)
    await expect.poll(() => orderKeyOf(tab)).toBeTruthy()

    const dearer = await mug({ item: `dearer-${process.pid}`, amount: '14.00' })
    await tab.evaluate(`void (document.querySelector('pay-checkout').offer = ${JSON.stringify(dearer)})`)
    await payLabel(tab, /14\.00/)
    await payAndReturn(tab)

    await paidOnce('charge 14.00 EUR')
  })

  it('that has expired is reported, and the fresh one that the page then gives is paid', async () => {
    const past = Math.floor(Date.now() / 1000) - 60
    const tab = await visits(
      await strangePage(({ script, tag }) => page(script, tag), { claims: { iat: past - 60, exp: past } }),
    )
    await payLabel(tab)
    await tab.click('pay-checkout #email')
    await tagText(tab, /expired/)
    expect(await moneyMoved()).toEqual([])

    const fresh = await mug({ item: `fresh-${process.pid}` })
    await tab.evaluate(`void (document.querySelector('pay-checkout').offer = ${JSON.stringify(fresh)})`)
    await payAndReturn(tab)

    await paidOnce()
  })
})

describe('the price at the click', () => {
  it('is the price that is paid, or nothing is: an offer that changes while the page delays the click ends the attempt', async () => {
    const tab = await visits(
      await withHead(`<script>
        failed = []
        addEventListener('pay-failed', ({ error }) => failed.push(error.code))
        addEventListener('pay-submit', (event) => event.waitUntil(new Promise((resolve) => { goOn = resolve })), { once: true })
      </script>`),
    )
    const dearer = await mug({ item: `changed-${process.pid}`, amount: '99.00' })
    await pay(tab, { email: EMAIL })
    await expect.poll(() => tab.evaluate('typeof goOn')).toBe('function')

    await tab.evaluate(`void (document.querySelector('pay-checkout').offer = ${JSON.stringify(dearer)})`)
    await expect.poll(() => tab.evaluate('failed')).toEqual(['terms-changed'])
    await tab.evaluate('goOn()')

    // The shopper sees the new price before any click on it.
    await payLabel(tab, /99\.00/)
    expect(operationsSent(await readLedger())).toEqual([])
    await payAndReturn(tab)
    await paidOnce('charge 99.00 EUR')
  })
})
