import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Tab } from '../../browser.ts'
import { bankInFrame } from '../../pages/bank-dialog.ts'
import { confirmAtBank } from '../../pages/bank-page.ts'
import { payWithCard } from '../../pages/card-form.ts'
import { onHostedPage, payByCard } from '../../pages/hosted-page.ts'
import {
  continueToPayment,
  fillDetails,
  orderOf,
  pay,
  payLabel,
  statusText,
  tagText,
} from '../../pages/shop.ts'
import { readLedger } from '../../support/ledger.ts'
import { ROOMY_LIMITS } from '../../support/roomy-limits.ts'
import { EMAIL, moneyMoved, operationsSent, shopper } from '../../support/shopper.ts'
import { addresses, redeploy, serve, served } from '../../support/stack/stack.ts'
import { mug, untilAtShop } from '../../support/strange-page.ts'

const { visits } = shopper()

const offerOf = (description: string, amount: string, more: object = {}) =>
  mug({ item: randomUUID(), description, amount, ...more })

/** A page that keeps its cart in the shop's storage, as a merchant's script does. @returns Its address. */
async function cartPage(
  lines: readonly { readonly offer: string; readonly quantity?: number }[],
): Promise<string> {
  const name = `cart-${randomUUID()}`
  const body = `<!doctype html><html lang="en-IE"><title>Cart</title>
<script type="module" src="${addresses().edge}/pay-checkout.js"></script>
<main><h1>Cart</h1><pay-checkout></pay-checkout></main>
<script>
localStorage['${name}'] ??= ${JSON.stringify(JSON.stringify(lines))}
const show = () => { document.querySelector('pay-checkout').offers = JSON.parse(localStorage['${name}']) }
addEventListener('storage', ({ key }) => key === '${name}' && show())
window.put = (lines) => { localStorage['${name}'] = JSON.stringify(lines); show() }
show()
</script></html>`
  await serve({ path: `/${name}.html`, body })
  return `${served().shop}/${name}.html`
}

const put = (tab: Tab, lines: object) => tab.evaluate(`window.put(${JSON.stringify(lines)})`)

/** A mug, a plate and juice, in offers of their own. */
async function threeThings(more: object = {}) {
  const quantity = { min: 1, max: 9 }
  return [
    { offer: await offerOf('Mug', '12.50', { quantity, ...more }), quantity: 2 },
    { offer: await offerOf('Plate', '18.00', more) },
    { offer: await offerOf('Juice', '4.20', { quantity, ...more }) },
  ] as const
}

it('three things, one of them more than once, are paid once on the payment page, over a reload', async () => {
  const [mugs, plate, juice] = await threeThings()
  const tab = await visits(await cartPage([mugs, plate]))
  await payLabel(tab, /43\.00/)
  await fillDetails(tab, { email: EMAIL })
  await put(tab, [{ ...mugs, quantity: 3 }, plate, juice])
  await payLabel(tab, /59\.70/)
  await tab.reload()
  await payLabel(tab, /59\.70/)

  await pay(tab)
  await payByCard(tab)
  await untilAtShop(tab)

  await statusText(tab, /Thank you/)
  expect(await tagText(tab)).toMatch(/3 × Mug\s*€37\.50\s*Plate\s*€18\.00\s*Juice\s*€4\.20/)
  expect(await moneyMoved()).toEqual(['charge 59.70 EUR'])
  expect(operationsSent(await readLedger())).toEqual(['sale-form'])
  expect((await orderOf(tab))?.lines?.map(({ quantity, amount }) => [quantity, amount])).toEqual([
    [3, '37.50'],
    [1, '18.00'],
    [1, '4.20'],
  ])
})

it('two tabs with the same cart pay it once', async () => {
  const address = await cartPage(await threeThings())
  const first = await visits(address)
  const second = await visits(address)
  await pay(first, { email: EMAIL })
  await onHostedPage(first)

  await statusText(second, /not finished/)
  await payByCard(first)

  await statusText(second, /Thank you/)
  expect(await moneyMoved()).toEqual(['charge 47.20 EUR'])
})

it('a cart that changes while its payment is under way makes way for that payment', async () => {
  const lines = await threeThings()
  const address = await cartPage(lines)
  const first = await visits(address)
  await pay(first, { email: EMAIL })
  await onHostedPage(first)
  const second = await visits(address)
  await statusText(second, /not finished/)
  await put(second, lines.slice(0, 1))
  await second.reload()

  await statusText(second, /not finished/)
  await continueToPayment(second)
  await payByCard(second)

  await untilAtShop(second)
  await statusText(second, /Thank you/)
  expect(await tagText(second)).toMatch(/47\.20/)
  expect(await moneyMoved()).toEqual(['charge 47.20 EUR'])
})

it('a thing that is sold out is named, and the rest of the cart can be bought', async () => {
  const vase = { offer: await offerOf('Vase', '60.00', { limit: 1 }) }
  const [mugs] = await threeThings()
  const early = await visits(await cartPage([vase]))
  await pay(early, { email: EMAIL })
  await payByCard(early)
  await untilAtShop(early)
  await statusText(early, /Thank you/)
  const tab = await visits(await cartPage([mugs, vase]), { profile: 'another' })

  await tab.click('pay-checkout [name=email]')
  await tagText(tab, /Vase: This offer is no longer available. It is sold out/)
  await put(tab, [mugs])
  await payLabel(tab, /25\.00/)
  await pay(tab, { email: EMAIL })
  await payByCard(tab)

  await untilAtShop(tab)
  await statusText(tab, /Thank you/)
  expect(await moneyMoved()).toEqual(['charge 60.00 EUR', 'charge 25.00 EUR'])
})

it('a touched price is refused, and nothing is charged', async () => {
  const [mugs, plate] = await threeThings()
  const [head = '', claims = '', signature = ''] = plate.offer.split('.')
  const cheap = { ...JSON.parse(Buffer.from(claims, 'base64url').toString()), amount: '0.01' }
  const touched = [head, Buffer.from(JSON.stringify(cheap)).toString('base64url'), signature].join('.')
  const tab = await visits(await cartPage([mugs, { offer: touched }]))
  await payLabel(tab, /25\.01/)

  await fillDetails(tab, { email: EMAIL })

  await tagText(tab, /not available/)
  expect(operationsSent(await readLedger())).toEqual([])
})

describe('a cart at an edge that takes cards for offers', () => {
  beforeAll(() => redeploy('edge', { LIMITS: JSON.stringify(ROOMY_LIMITS) }))
  afterAll(() => redeploy('edge'))

  it('is paid by a card that is typed in its page, after the bank’s challenge', async () => {
    const tab = await visits(await cartPage(await threeThings({ methods: ['card'] })))
    await payLabel(tab, /47\.20/)
    await fillDetails(tab, { email: EMAIL })

    await payWithCard(tab, { number: '4000000000002008' })
    await confirmAtBank(await bankInFrame(tab))

    await statusText(tab, /Thank you/)
    expect(await moneyMoved()).toEqual(['charge 47.20 EUR'])
  })
})
