/** The tag in browsers with a wrong clock, a refused storage, odd windows or changed built-in objects. */
import { describe, expect, it } from 'vitest'
import { chromiumPage } from '../../engines/chromium.ts'
import { payByCard } from '../../pages/hosted-page.ts'
import { fillDetails, orderOf, pay, payLabel, statusText, tagText } from '../../pages/shop.ts'
import { clockOff, DAY_MS } from '../../support/browser-disturbances.ts'
import { readLedger } from '../../support/ledger.ts'
import { EMAIL, moneyMoved, operationsSent, shopper } from '../../support/shopper.ts'
import {
  MUG_CHARGE,
  mug,
  page,
  paidOnce,
  payAndReturn,
  paysForTheMug,
  strangePage,
  withHead,
} from '../../support/strange-page.ts'

const { visits } = shopper()

describe('a clock', () => {
  it('that is two days ahead of the edge’s changes nothing', async () => {
    const tab = await visits(await withHead(clockOff(2 * DAY_MS)))

    await paysForTheMug(tab)
  })
})

describe('a history', () => {
  it('that refuses to be changed, as Safari’s does after a hundred changes, lets the shopper pay', async () => {
    const tab = await visits(
      await withHead(`<script>
        history.replaceState = history.pushState = () => { throw new DOMException('too often', 'SecurityError') }
      </script>`),
    )

    await paysForTheMug(tab)
  })
})

describe('a storage', () => {
  it('that is full lets the shopper pay', async () => {
    const tab = await visits(
      await withHead(
        `<script>Storage.prototype.setItem = () => { throw new DOMException('full', 'QuotaExceededError') }</script>`,
      ),
    )

    await paysForTheMug(tab)
  })
})

describe('built-in objects', () => {
  it('with enumerable additions of a page’s own change nothing', async () => {
    const tab = await visits(
      await withHead(`<script>
        const extended = [Object, Array, String, Function, Promise, Element].map(({ prototype }) => prototype)
        for (const prototype of extended) prototype.extended = function () { return this }
      </script>`),
    )

    await paysForTheMug(tab)

    // The search for barriers at the end cannot run with them.
    await tab.evaluate('extended.forEach((prototype) => delete prototype.extended)')
  })
})

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
    await statusText(tab, /approved/)
    await paidOnce('charge 8.00 EUR')
  })
})

describe('an offer', () => {
  it('that the page changes before the click is paid at the new price', async () => {
    const tab = await visits(await strangePage(({ script, tag }) => page(script, tag)))
    await payLabel(tab, /12\.50/)
    await tab.type('pay-checkout #email', EMAIL)
    await expect.poll(() => orderOf(tab)).toBeTruthy()

    const dearer = await mug({ item: `dearer-${process.pid}`, amount: '14.00' })
    await tab.evaluate(`void (document.querySelector('pay-checkout').offer = ${JSON.stringify(dearer)})`)
    await payLabel(tab, /14\.00/)
    await payAndReturn(tab)

    await paidOnce('charge 14.00 EUR')
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

describe('at 400 %', () => {
  it('the shopper reaches everything without scrolling sideways', async () => {
    const tab = await visits(await withHead(''), { width: 320, height: 256 })

    await paysForTheMug(tab)

    expect(await tab.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true)
  })
})

describe('on paper', () => {
  it('the payment is as it is on the screen, and the tag’s button prints', async () => {
    const tab = await visits(await withHead('<script>printed = 0; print = () => { printed += 1 }</script>'))
    await paysForTheMug(tab)

    await tab.click('pay-checkout [part=actions] button')
    expect(await tab.evaluate('printed')).toBe(1)
    await chromiumPage(tab).emulateMedia({ media: 'print' })

    await tagText(tab, /12\.50/)
    expect(await moneyMoved()).toEqual([MUG_CHARGE])
  })
})
