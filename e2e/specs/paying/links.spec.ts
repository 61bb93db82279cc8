import { expect, it } from 'vitest'
import type { MerchantOrderView } from '../../../shared/order-view.ts'
import { payByCard } from '../../pages/hosted-page.ts'
import { orderOf, pay, payLabel, statusText } from '../../pages/shop.ts'
import { newReference, post, read } from '../../support/merchant/server.ts'
import { EMAIL, moneyMoved, shopper } from '../../support/shopper.ts'

const { visits, leaves } = shopper()

/** A payment request, as the merchant's server makes it. */
async function requested() {
  const { order, payUrl } = await post<{ order: MerchantOrderView; payUrl: string }>('/v1/orders', {
    ...{ reference: newReference(), intent: 'sale', amount: '20.00', currency: 'EUR', description: 'Teapot' },
    ...{ methods: ['hosted'], act: 'invoice', request: true, customer: { email: EMAIL } },
  })
  return { id: order.id, payUrl }
}

it('a link that is opened, looked at and forwarded is paid once, and shows no card to anybody else', async () => {
  const { id, payUrl } = await requested()
  const before = await read(id)

  // A scanner of mail runs the page’s scripts, and clicks on nothing.
  const scanner = await visits(payUrl, { profile: 'scanner' })
  await payLabel(scanner, /20/)
  expect(await scanner.evaluate('document.body.innerText')).not.toContain(EMAIL)
  await leaves(scanner)
  expect(await read(id)).toEqual(before)

  const other = await visits(payUrl, { profile: 'other' })
  await payLabel(other, /20/)
  const payer = await visits(payUrl)
  await pay(payer)
  await payByCard(payer)

  await statusText(payer, /Thank you/)
  expect((await read(id)).seenAt).toBeDefined()
  expect(await orderOf(payer)).toMatchObject({ id, card: { masked: expect.any(String) } })
  await other.reload()
  await statusText(other, /approved/)
  expect(await orderOf(other)).toMatchObject({ id, status: 'approved', byLink: true })
  expect(await orderOf(other)).not.toHaveProperty('card')
  expect(await moneyMoved()).toEqual(['charge 20.00 EUR'])
})
