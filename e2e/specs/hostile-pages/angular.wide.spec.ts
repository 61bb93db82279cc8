/** The tag in a component of Angular 15, whose zone of 2022 replaces promises, timers and listeners of the page. */
import { describe, expect, it } from 'vitest'
import type { Tab } from '../../browser.ts'
import { dialogGone } from '../../pages/bank-dialog.ts'
import { onHostedPage, payByCard } from '../../pages/hosted-page.ts'
import { continueToPayment, pay, payLabel, statusText } from '../../pages/shop.ts'
import { CARD_CHARGE, shopOrder } from '../../support/card-order.ts'
import { setFaults, untilLedger } from '../../support/ledger.ts'
import { bundledScript } from '../../support/page-libraries.ts'
import { EMAIL, moneyMoved, shopper } from '../../support/shopper.ts'
import { addresses } from '../../support/stack/stack.ts'
import { mug, page, paidOnce, strangePage } from '../../support/strange-page.ts'
import { approve, payUntilChallenged, untilChallenged } from '../../support/three-ds-flows.ts'

const { visits } = shopper()

let made = 0

/** The elements that load application and tag. @param script The edge's. */
type Scripts = (script: string) => Promise<string>

const ours = () => bundledScript('angular-mug.js')

const tagLast: Scripts = async (script) => (await ours()) + script

/** How a page loads both. */
const LOADED: readonly (readonly [how: string, scripts: Scripts])[] = [
  ['starts before the tag’s script', tagLast],
  ['starts after the tag’s script', async (script) => script + (await ours())],
  ['compiles the tag as its own code', () => bundledScript('angular-with-tag.js')],
]

async function application(sold: object, scriptsOf = tagLast): Promise<Tab> {
  const { edge } = addresses()
  const given = `<script>sold = ${JSON.stringify({ edge, ...sold })}</script>`
  const scripts = await scriptsOf(`<script type="module" src="${edge}/pay-checkout.js"></script>`)
  const tab = await visits(await strangePage(() => page(given + scripts, '<shop-mug></shop-mug>')))
  expect(await tab.evaluate(`[!!Zone, 'withResolvers' in Promise]`)).toEqual([true, false])
  return tab
}

const offered = async () => {
  made += 1
  return { offer: await mug({ item: `angular-${process.pid}-${made}` }) }
}

const toggle = (tab: Tab) => tab.click('#toggle')

describe('an application of Angular with an old zone', () => {
  it.each(LOADED)('that %s is paid in, and hears of it', async (_, scriptsOf) => {
    const tab = await application(await offered(), scriptsOf)
    expect(await payLabel(tab)).toMatch(/Buy it/)

    await pay(tab, { email: EMAIL })
    await tab.text('#heard', /pay-submit/)
    await payByCard(tab)

    await statusText(tab, /Thank you/)
    await tab.text('#heard', /pay-settled approved/)
    await paidOnce()
  })

  it('that takes the tag out of the page while the bank asks, and puts it back, lets the shopper go on', async () => {
    const tab = await application({ session: await shopOrder() })
    await payUntilChallenged(tab)

    // The page is inert below the dialog, so that a script of its own does it.
    await tab.evaluate(`document.querySelector('#toggle').click()`)
    await dialogGone(tab)
    await toggle(tab)
    await approve(tab, await untilChallenged(tab))

    await tab.text('#heard', /pay-settled approved/)
    expect(await moneyMoved()).toEqual([CARD_CHARGE])
  })

  it('that takes the tag out of the page while the payment is prepared leads to no other page, and pays once later', async () => {
    await setFaults({ operation: 'sale-form', fault: 'delay', delayMs: 1_500 })
    const tab = await application(await offered())
    const address = await tab.url()
    await pay(tab, { email: EMAIL })
    await untilLedger(({ transactions }) => transactions[0], 'a form')
    await toggle(tab)
    await tab.gone('pay-checkout')

    await toggle(tab)
    await statusText(tab, /not finished yet/)
    expect(await tab.url()).toBe(address)
    await continueToPayment(tab)
    await onHostedPage(tab)
    await payByCard(tab)

    await statusText(tab, /Thank you/)
    await paidOnce()
  })
})
