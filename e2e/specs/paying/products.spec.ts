import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import { chromiumPage } from '../../engines/chromium.ts'
import { payByCard } from '../../pages/hosted-page.ts'
import { alertText, pay, payLabel, statusText, tagText } from '../../pages/shop.ts'
import { readLedger, resetSandbox } from '../../support/ledger.ts'
import { EMAIL, moneyMoved, operationsSent, shopper } from '../../support/shopper.ts'
import { addresses, merchantKey } from '../../support/stack/stack.ts'

const { visits } = shopper()

beforeEach(() => resetSandbox())

interface Product {
  readonly id: string
  readonly version: string
}

/** What the merchant says of a product in most stories. */
const CONTENT = {
  ...{ name: 'Mug', currency: 'EUR', intent: 'sale', amount: '12.50' },
  ...{ methods: ['hosted'], collect: ['email'], shown: true },
}

async function sent(method: string, path: string, body: object): Promise<Product> {
  const headers = { authorization: `Bearer ${merchantKey()}`, 'content-type': 'application/json' }
  const url = `${addresses().local.edge}/v1/products${path}`
  const reply = await fetch(url, { method, headers, body: JSON.stringify(body) })
  expect(reply.status).toBe(200)
  return (await reply.json()) as Product
}

const made = () => sent('POST', '', { id: `mug-${randomUUID()}`, ...CONTENT })

/** Changes the product as somebody on the desk does. */
const changed = ({ id, version }: Product, change: object) =>
  sent('PUT', `/${id}`, { ...CONTENT, ...change, version })

/** The edge's own page with a product in its link. */
const payPage = ({ id }: Product) => `${addresses().edge}/pay#product=${id}`

describe('a product in a link to the edge’s own page', () => {
  it('whose price changes between look and click is paid once, at the price that the shopper agreed to', async () => {
    const mug = await made()
    const tab = await visits(payPage(mug))
    await payLabel(tab, /12\.50/)
    await changed(mug, { amount: '14.00' })

    await pay(tab, { email: EMAIL })
    await alertText(tab, /The amount or the order has changed. Nothing was charged./)
    await payLabel(tab, /14\.00/)
    expect(operationsSent(await readLedger())).toEqual([])

    await pay(tab)
    await payByCard(tab)
    await statusText(tab, /Thank you/)
    expect(await moneyMoved()).toEqual(['charge 14.00 EUR'])
  })

  it('whose price changes after an answer was lost is one order, at the price of the click', async () => {
    const mug = await made()
    const tab = await visits(payPage(mug))
    await payLabel(tab, /12\.50/)
    const page = chromiumPage(tab)
    await page.route('**/v1/checkout', async (route) => {
      const { edge, local } = addresses()
      // Node does not resolve names below localhost. The edge carries the payment out; the tag's own look for it does not arrive.
      if (route.request().postDataJSON().pay)
        await route.fetch({ url: route.request().url().replace(edge, local.edge) })
      await route.abort()
    })
    await pay(tab, { email: EMAIL })
    await alertText(tab, /The connection was lost/)
    await changed(mug, { amount: '14.00' })
    await page.unroute('**/v1/checkout')

    await pay(tab)
    await payByCard(tab)

    await statusText(tab, /Thank you/)
    expect(await moneyMoved()).toEqual(['charge 12.50 EUR'])
    expect(operationsSent(await readLedger())).toEqual(['sale-form'])
  })

  it('that is hidden says so, and takes nothing', async () => {
    const mug = await made()
    const tab = await visits(payPage(mug))
    await payLabel(tab, /12\.50/)
    await changed(mug, { shown: false })

    await pay(tab, { email: EMAIL })

    await tagText(tab, /withdrawn/)
    expect(operationsSent(await readLedger())).toEqual([])
    const again = await visits(payPage(mug), { profile: 'another' })
    await tagText(again, /withdrawn/)
  })
})
