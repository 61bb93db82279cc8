import { describe, expect, it } from 'vitest'
import { chromiumPage } from '../../engines/chromium.ts'
import { onHostedPage, payByCard } from '../../pages/hosted-page.ts'
import {
  fillDetails,
  orderKeyOf,
  orderOf,
  PRESS_NOW,
  pay,
  payButton,
  payLabel,
  pressSecondary,
  statusText,
  tagText,
} from '../../pages/shop.ts'
import { axeViolations } from '../../support/accessibility/axe.ts'
import { readLedger, untilLedger } from '../../support/ledger.ts'
import { EMAIL, MUG, moneyMoved, operationsSent, shopper } from '../../support/shopper.ts'
import { addresses, sell } from '../../support/stack/stack.ts'

const { visits } = shopper()

/** How many frames, dialogs and links the tag shows. */
const SHOWN_BESIDE =
  'document.querySelector("pay-checkout").shadowRoot.querySelectorAll("iframe, dialog, a").length'

/** Pays on a page of the shop. @returns The order. */
async function paidIn(page: string) {
  const tab = await visits(page)
  await pay(tab, { email: EMAIL })
  await payByCard(tab)
  await statusText(tab, /Thank you/)
  return orderOf(tab)
}

const forms = async () => operationsSent(await readLedger())

describe('before the first intent', () => {
  it('the tag asks the edge for its settings alone, and stores nothing', async () => {
    const tab = await visits(await sell({ offer: MUG }))
    await payLabel(tab)

    const asked = async () => {
      const entries = 'performance.getEntriesByType("resource").map(({ name }) => name)'
      return (await tab.evaluate<string[]>(entries)).filter((name) => name.includes('/v1/'))
    }

    // The browser lists a request once its answer is whole, and a label does not wait for that.
    await expect.poll(asked).toEqual([`${addresses().edge}/v1/settings`])
    expect(await tab.evaluate('localStorage.length')).toBe(0)
    // The edge may still poll for orders of other stories.
    expect(await forms()).toEqual([])
  })
})

describe('a shopper who', () => {
  it('reloads in the middle opens the order by the same key', async () => {
    const tab = await visits(await sell({ offer: MUG }))
    await fillDetails(tab, { email: EMAIL })
    await expect.poll(() => orderKeyOf(tab)).toBeTruthy()
    const before = await orderKeyOf(tab)

    await tab.reload()
    await pay(tab, { email: EMAIL })
    await payByCard(tab)

    await statusText(tab, /Thank you/)
    expect(await orderKeyOf(tab)).toBe(before)
    expect(await moneyMoved()).toEqual(['charge 12.50 EUR'])
  })

  it('reloads the result sees it again and pays nothing more', async () => {
    const tab = await visits(await sell({ offer: MUG }))
    await pay(tab, { email: EMAIL })
    await payByCard(tab)
    await statusText(tab, /Thank you/)

    await tab.reload()

    await statusText(tab, /Thank you/)
    expect(await tab.url()).not.toContain('pay-order')
    expect(await moneyMoved()).toEqual(['charge 12.50 EUR'])
  })

  it('visits again later pays for another one, in an order of its own', async () => {
    const page = await sell({ offer: MUG })
    const first = await paidIn(page)

    const later = await visits(page)
    await tagText(later, /You paid €12.50 on /)
    expect(await axeViolations(later)).toEqual([])
    await pay(later, { email: EMAIL })
    await payByCard(later)

    await statusText(later, /Thank you/)
    expect((await orderOf(later))?.id).not.toBe(first?.id)
    expect(await moneyMoved()).toEqual(['charge 12.50 EUR', 'charge 12.50 EUR'])
  })

  it('visits again later finds the receipt one press away, and pays nothing by that', async () => {
    const page = await sell({ offer: MUG })
    const first = await paidIn(page)

    const later = await visits(page)
    await tagText(later, /You paid €12.50 on /)
    await pressSecondary(later)

    await statusText(later, /Thank you/)
    expect((await orderOf(later))?.id).toBe(first?.id)
    expect(await moneyMoved()).toEqual(['charge 12.50 EUR'])
  })

  it('pays in two tabs of one page makes one order and one form', async () => {
    const page = await sell({ offer: MUG })
    const tabs = [await visits(page), await visits(page)]
    await Promise.all(tabs.map((tab) => fillDetails(tab, { email: EMAIL })))

    await Promise.all(tabs.map((tab) => tab.evaluate(PRESS_NOW)))
    const first = await Promise.any(tabs.map((tab) => onHostedPage(tab).then(() => tab)))
    await payByCard(first)

    await statusText(first, /Thank you/)
    expect(await forms()).toEqual(['sale-form'])
    expect(await moneyMoved()).toEqual(['charge 12.50 EUR'])
  })

  it('has a second tab open sees there that the first one paid', async () => {
    const page = await sell({ offer: MUG })
    const [one, two] = [await visits(page), await visits(page)]
    await fillDetails(two, { email: EMAIL })
    await pay(one, { email: EMAIL })
    await payByCard(one)
    await statusText(one, /Thank you/)

    await statusText(two, /Thank you/)

    expect((await orderOf(two))?.id).toBe((await orderOf(one))?.id)
  })

  it('clicks twice is charged once', async () => {
    const tab = await visits(await sell({ offer: MUG }))
    await fillDetails(tab, { email: EMAIL })

    await chromiumPage(tab).locator(payButton()).dblclick()
    await payByCard(tab)

    await statusText(tab, /Thank you/)
    expect(await forms()).toEqual(['sale-form'])
  })

  it('sees the tag moved in the page loses nothing', async () => {
    const tab = await visits(await sell({ offer: MUG }))
    await fillDetails(tab, { email: EMAIL })
    await expect.poll(() => orderKeyOf(tab)).toBeTruthy()
    const before = await orderKeyOf(tab)

    await tab.evaluate(
      'document.body.append(document.body.appendChild(document.createElement("section")), document.querySelector("pay-checkout"))',
    )
    await pay(tab)
    await payByCard(tab)

    await statusText(tab, /Thank you/)
    expect(await orderKeyOf(tab)).toBe(before)
    expect(await forms()).toEqual(['sale-form'])
  })

  it('types no e-mail address must enter one, and nothing is sent', async () => {
    const tab = await visits(await sell({ offer: MUG }))

    await pay(tab)

    await expect.poll(() => tab.text('pay-checkout')).toMatch(/e-?mail/i)
    expect(await axeViolations(tab)).toEqual([])
    expect(await forms()).toEqual([])
  })
})

describe('an address', () => {
  it('never starts a payment', async () => {
    const page = await sell({ offer: MUG })
    const tab = await visits(page)
    await pay(tab, { email: EMAIL })
    await onHostedPage(tab)
    const order = await untilLedger(({ transactions }) => transactions[0], 'a form')

    const stranger = await visits(`${page}#pay-order=${order.clientOrderId.split('.', 1)[0]}.not-a-token`, {
      profile: 'stranger',
    })
    await payLabel(stranger)

    expect(await forms()).toEqual(['sale-form'])
  })

  it('with a stranger’s token that pays leads to no payment of the stranger’s', async () => {
    const page = await sell({ offer: MUG })
    const stranger = await visits(await sell({ offer: MUG, attributes: { presentation: 'frame' } }), {
      profile: 'stranger',
    })
    await pay(stranger, { email: 'stranger@example.com' })
    await expect.poll(async () => (await orderOf(stranger))?.action?.frame).toBeTruthy()
    const stolen = await stranger.evaluate<string>(
      'Object.values(localStorage).map(JSON.parse).map(({ id, token }) => id + "." + token)[0]',
    )

    const tab = await visits(`${page}#pay-order=${stolen}`)
    await payLabel(tab)
    const thanks = await visits(`${addresses().shop}/thanks.html#pay-order=${stolen}`)

    await expect
      .poll(() => thanks.evaluate('document.querySelector("pay-checkout").matches(":defined")'))
      .toBe(true)
    for (const one of [tab, thanks]) {
      // It has to read the order before it can do anything with it.
      await one.evaluate('document.querySelector("pay-checkout").refresh()')
      expect(await orderOf(one)).toBeUndefined()
      expect(await one.evaluate(SHOWN_BESIDE)).toBe(0)
    }
    await pay(tab, { email: EMAIL })
    const ledger = await untilLedger(({ transactions }) => transactions[1] && transactions, 'two forms')
    const ids = ledger.map(({ clientOrderId }) => clientOrderId)
    expect(new Set(ids).size).toBe(2)
  })

  it('of the edge’s own page sells the offer in the link', async () => {
    const page = await sell({ offer: MUG })
    const shop = await visits(page)
    const link = await shop.evaluate<string>('document.querySelector("pay-checkout a").href')
    expect(link).toMatch(`${addresses().edge}/pay#offer=`)

    const tab = await visits(link)
    expect(await axeViolations(tab)).toEqual([])
    await pay(tab, { email: EMAIL })
    await payByCard(tab)

    await statusText(tab, /Thank you/)
    expect(await moneyMoved()).toEqual(['charge 12.50 EUR'])
  })
})
