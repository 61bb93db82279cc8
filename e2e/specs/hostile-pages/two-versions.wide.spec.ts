/** Pages that load two versions of the tag: a plugin brings one, and the shop the other. */
import { describe, expect, it } from 'vitest'
import { CARD_CHARGE, shopOrder } from '../../support/card-order.ts'
import { bundledScript, oldestScript } from '../../support/page-libraries.ts'
import { moneyMoved, shopper } from '../../support/shopper.ts'
import { addresses } from '../../support/stack/stack.ts'
import { page, paysForTheMug, strangePage } from '../../support/strange-page.ts'
import { approve, payUntilChallenged } from '../../support/three-ds-flows.ts'

const { visits } = shopper()

/** In which order a page loads them → their elements, of which `script` is the edge's. */
const ORDERS: readonly (readonly [order: string, scripts: (script: string) => Promise<string>])[] = [
  ['the oldest release before the edge’s', async (script) => (await oldestScript()) + script],
  ['the edge’s before the oldest release', async (script) => script + (await oldestScript())],
  ['an import from npm before the edge’s', async (script) => (await imported()) + script],
  ['the edge’s before an import from npm', async (script) => script + (await imported())],
  ['the oldest release before an import from npm', async () => (await oldestScript()) + (await imported())],
  ['an import from npm before the oldest release', async () => (await imported()) + (await oldestScript())],
]

const imported = () => bundledScript('imports-tag.js')

describe.each(ORDERS)('a page with %s', (_, scriptsOf) => {
  it('is paid on', async () => {
    const scripts = await scriptsOf(edgeScript())
    const url = await strangePage(({ tag }) => page(scripts, tag), {
      attributes: `edge="${addresses().edge}"`,
    })

    await paysForTheMug(await visits(url))
  })

  it('takes a card, and shows the bank’s dialog', async () => {
    const scripts = await scriptsOf(edgeScript())
    const tag = `<pay-checkout edge="${addresses().edge}" session="${await shopOrder()}"></pay-checkout>`
    const tab = await visits(await strangePage(() => page(scripts, tag)))

    await approve(tab, await payUntilChallenged(tab))

    expect(await moneyMoved()).toEqual([CARD_CHARGE])
  })
})

const edgeScript = () => `<script type="module" src="${addresses().edge}/pay-checkout.js"></script>`
