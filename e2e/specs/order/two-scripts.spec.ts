/** A page that loads the tag's script twice, as two plugins of one shop might. */
import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { chromiumPage } from '../../engines/chromium.ts'
import { payByCard } from '../../pages/hosted-page.ts'
import { pay, payLabel, statusText } from '../../pages/shop.ts'
import { CARD_CHARGE, shopOrder } from '../../support/card-order.ts'
import { moneyMoved, shopper } from '../../support/shopper.ts'
import { addresses, serve, served } from '../../support/stack/stack.ts'

const { visits } = shopper()

/** The documented policy, which allows a Trusted Types policy `pay-checkout` once. */
const policyFor = (edge: string) =>
  `default-src 'none'; script-src ${edge}; connect-src ${edge} ${edge.replace('http', 'ws')}; frame-src ${edge}; ` +
  "require-trusted-types-for 'script'; trusted-types pay-checkout"

it('under two addresses causes no violation of the page’s policy, and pays', async () => {
  const { edge } = addresses()
  const path = `/two-scripts-${randomUUID()}.html`
  const session = await shopOrder({ methods: ['hosted'], returnUrl: served().shop + path })
  const scripts = ['', '?plugin=2'].map(
    (query) => `<script type="module" src="${edge}/pay-checkout.js${query}"></script>`,
  )
  const body = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Teapot</title>${scripts.join('')}
<main><h1>Teapot</h1><pay-checkout session="${session}"></pay-checkout></main></html>`
  await serve({ path, headers: { 'Content-Security-Policy': policyFor(edge) }, body })
  const tab = await visits('index')
  await chromiumPage(tab).addInitScript(
    'refused = []; addEventListener("securitypolicyviolation", ({ violatedDirective }) => refused.push(violatedDirective))',
  )
  await tab.goto(served().shop + path)
  await payLabel(tab, /20/)
  const loaded = await tab.evaluate<number>(
    'performance.getEntriesByType("resource").filter(({ name }) => name.includes("/pay-checkout.js")).length',
  )

  expect([loaded, await tab.evaluate('refused')]).toEqual([2, []])

  await pay(tab)
  await payByCard(tab)
  await statusText(tab, /Thank you/)
  expect(await moneyMoved()).toEqual([CARD_CHARGE])
})
