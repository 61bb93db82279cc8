/** The tag in a page that another site shows in a frame. */
import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import type { Frame, Tab } from '../../browser.ts'
import { payByCard, submitCard, typeAtGateway } from '../../pages/hosted-page.ts'
import { pay, payLabel, statusText } from '../../pages/shop.ts'
import { CARD_CHARGE, shopOrder } from '../../support/card-order.ts'
import { moneyMoved, shopper } from '../../support/shopper.ts'
import { addresses, serve, served } from '../../support/stack/stack.ts'

const { visits } = shopper()

const page = (body: string) => `<!doctype html><html lang="en"><meta charset="utf-8"><title>Teapot</title>
<main><h1>Teapot</h1>${body}</main></html>`

/** Opens a magazine that shows the shop's page in a frame. */
async function visitMagazine(): Promise<{ tab: Tab; shop: Frame }> {
  const path = `/teapot-${randomUUID()}.html`
  const session = await shopOrder({ methods: ['hosted'], returnUrl: served().shop + path })
  const script = `<script type="module" src="${addresses().edge}/pay-checkout.js"></script>`
  await serve({ path, body: page(`${script}<pay-checkout session="${session}"></pay-checkout>`) })
  const around = `/magazine-${randomUUID()}.html`
  const frame = `<iframe title="Shop" src="${served().shop}${path}" width="700" height="750"></iframe>`
  await serve({ path: around, body: page(frame) })
  const tab = await visits('index')
  await tab.goto(served().magazine + around)
  const shop = await tab.frame('iframe')
  await payLabel(shop, /20/)
  return { tab, shop }
}

it('redirect moves that frame alone, which comes back with the outcome', async () => {
  const { tab, shop } = await visitMagazine()
  const address = await tab.url()

  await pay(shop)
  await typeAtGateway(shop)
  await submitCard(shop)

  await statusText(shop, /Thank you/)
  expect(await tab.url()).toBe(address)
  expect(await moneyMoved()).toEqual([CARD_CHARGE])
})

it('a link opens the payment page in the whole window, which then goes on to the shop', async () => {
  const { tab, shop } = await visitMagazine()
  await shop.evaluate(`addEventListener('pay-redirect', (event) => event.preventDefault())`)
  await pay(shop)

  await shop.click('pay-checkout a[target=_top]')
  await payByCard(tab)

  await tab.waitForUrl(new RegExp(`^${served().shop}`))
  await statusText(tab, /Thank you/)
  expect(await moneyMoved()).toEqual([CARD_CHARGE])
})
