import { describe, expect, it } from 'vitest'
import type { Tab } from '../../browser.ts'
import { chromiumPage } from '../../engines/chromium.ts'
import { cardFieldAlert, cardForm, payWithCard } from '../../pages/card-form.ts'
import { orderOf, payLabel, statusText } from '../../pages/shop.ts'
import { CARD_CHARGE, shopOrder } from '../../support/card-order.ts'
import { moneyMoved, shopper } from '../../support/shopper.ts'
import { addresses } from '../../support/stack/stack.ts'
import { strangePage } from '../../support/strange-page.ts'

const { visits } = shopper()

/** The address of a German page whose policy names the edge alone. */
function germanPage(session = ''): Promise<string> {
  const { edge } = addresses()
  const policy =
    `default-src 'none'; script-src ${edge}; connect-src ${edge} ${edge.replace(/^http/, 'ws')}; frame-src ${edge}; ` +
    "require-trusted-types-for 'script'; trusted-types pay-checkout"
  const write = ({ script, tag }: { script: string; tag: string }) =>
    `<!doctype html><html lang="de"><meta charset="utf-8"><title>Becher</title>${script}` +
    (session ? `<pay-checkout session="${session}"></pay-checkout>` : tag)
  return strangePage(write, { headers: { 'Content-Security-Policy': policy } })
}

/** Collects every text of the tag from its first one on, before the page's own scripts. */
const RECORDER = `
  self.read = []
  customElements.whenDefined('pay-checkout').then(() => {
    const root = document.querySelector('pay-checkout').shadowRoot
    const note = () => self.read.push(...[...root.querySelectorAll('button, label, legend')].map((one) => one.textContent))
    new MutationObserver(note).observe(root, { subtree: true, childList: true, characterData: true })
    note()
  })`

/** The button of the shop's order where nothing is ordered. */
const GIVES = /^20,00\s€ bezahlen$/

/** Opens a page after something was set up in its tab. */
async function opens(address: string, prepare: (tab: Tab) => Promise<unknown>): Promise<Tab> {
  const tab = await visits(`${addresses().shop}/thanks.html`)
  await prepare(tab)
  await chromiumPage(tab).goto(address)
  return tab
}

describe('a German page', () => {
  it('gets the tag in German, and never a word of English', async () => {
    const tab = await opens(await germanPage(), (one) => chromiumPage(one).addInitScript(RECORDER))

    expect(await payLabel(tab)).toBe('Zahlungspflichtig bestellen')
    const read = await tab.evaluate<string[]>('self.read')
    expect(read).toContain('Zahlungspflichtig bestellen')
    expect(read.join()).not.toMatch(/Pay |Email|Choose/)
  })

  it('gets the card form in German, and its shopper pays there', async () => {
    const tab = await visits(await germanPage(await shopOrder()))
    const form = await cardForm(tab)

    expect(await form.evaluate('document.documentElement.lang')).toBe('de')
    await payWithCard(tab, { number: '4000000000002009' })
    expect(await cardFieldAlert(tab, 'number')).toBe(
      'Prüfen Sie die Nummer. Eine Ziffer scheint falsch zu sein.',
    )
    await payWithCard(tab)
    await statusText(tab, /Vielen Dank/)
    expect(await moneyMoved()).toEqual([CARD_CHARGE])
  })

  it.each([
    ['orders for a price', 'mug', /^Zahlungspflichtig bestellen$/],
    ['pays an invoice', 'invoice', /^140,00\s€ bezahlen$/],
    ['leads on with a sum of the shopper’s choice', 'donation', /^Weiter zur Zahlung$/],
  ])('has a button that %s', async (_, product, label) => {
    const tab = await visits(`de/${product}`)

    await payLabel(tab, label)
  })

  it('has no word of an order where the shop’s server asks for a donation, also after a decline', async () => {
    const tab = await visits(await germanPage(await shopOrder({ act: 'donation' })))
    await payLabel(tab, GIVES)
    await payWithCard(tab, { cvv: '116' })
    await statusText(tab, /abgelehnt/)

    await payLabel(tab, GIVES)
    await payWithCard(tab)

    await statusText(tab, /Vielen Dank/)
    expect((await orderOf(tab))?.act).toBe('donation')
    expect(await moneyMoved()).toEqual([CARD_CHARGE])
  })

  it.each([
    ['German from any server that has the very file', '', /^Zahlungspflichtig/],
    ['English where somebody has changed a text on its way', ' ', /^Continue to payment/],
  ])('gets %s', async (_, added, label) => {
    const { local } = addresses()
    const tab = await opens(await germanPage(), (one) =>
      chromiumPage(one).route('**/languages/de.json**', async (route) => {
        const file = await fetch(local.edge + new URL(route.request().url()).pathname)
        const headers = { 'Access-Control-Allow-Origin': '*' }
        await route.fulfill({ headers, body: (await file.text()) + added })
      }),
    )

    expect(await payLabel(tab)).toMatch(label)
  })

  it('leads to the edge’s own page in the language of the browser', async () => {
    const reply = await fetch(`${addresses().local.edge}/pay`, { headers: { 'Accept-Language': 'de' } })

    expect(await reply.text()).toMatch(/<html lang="de" dir="ltr">.*Zum Bezahlen wird JavaScript benötigt/s)
  })
})
