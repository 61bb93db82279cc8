import { describe, expect, it } from 'vitest'
import { confirmAtBank, refuseAtBank } from '../../pages/bank-page.ts'
import { cancelAtGateway, onHostedPage, payByCard } from '../../pages/hosted-page.ts'
import {
  choosePaymentMethod,
  orderOf,
  pay,
  payButton,
  recordEvents,
  recordedEvents,
  statusText,
} from '../../pages/shop.ts'
import { axeViolations } from '../../support/accessibility/axe.ts'
import { readLedger } from '../../support/ledger.ts'
import { EMAIL, MUG, moneyMoved, shopper } from '../../support/shopper.ts'
import { sell } from '../../support/stack/stack.ts'

const { visits } = shopper()

/** Opens the mug's page, and chooses to pay on the gateway's. */
async function mugOnHostedPage() {
  const tab = await visits('mug')
  await choosePaymentMethod(tab, /payment page/)
  return tab
}

describe('a shopper', () => {
  it('pays for a product on the hosted page and is thanked', async () => {
    const tab = await mugOnHostedPage()
    expect(await axeViolations(tab)).toEqual([])

    await pay(tab, { email: EMAIL })
    await payByCard(tab)

    expect(await statusText(tab, /Thank you/)).toBe('Thank you!')
    expect(await tab.url()).toMatch(/\/thanks\.html$/)
    expect(await moneyMoved()).toEqual(['charge 12.50 EUR'])
    expect(await axeViolations(tab)).toEqual([])
  })

  it('pays after the bank’s challenge', async () => {
    const tab = await mugOnHostedPage()

    await pay(tab, { email: EMAIL })
    await payByCard(tab, { cvv: '321' })
    await tab.waitForUrl(/^http:\/\/bank\.localhost/)
    await confirmAtBank(tab)

    await statusText(tab, /Thank you/)
    expect(await moneyMoved()).toEqual(['charge 12.50 EUR'])
  })

  it('reserves an amount that is not charged', async () => {
    const tab = await visits('hotel')

    await pay(tab, { email: EMAIL, name: 'Ann Example' })
    await payByCard(tab)

    await statusText(tab, /Thank you/)
    expect(await tab.text('pay-checkout #status-text')).toMatch(/€96\.00 is reserved.*not yet charged/)
    expect(await moneyMoved()).toEqual(['hold 96.00 EUR'])
  })

  it('donates the typed amount', async () => {
    const tab = await visits('donation')

    await pay(tab, { email: EMAIL, amount: '7.30' })
    await payByCard(tab)

    await statusText(tab, /Thank you/)
    expect(await moneyMoved()).toEqual(['charge 7.30 EUR'])
  })

  it('verifies a card without a charge', async () => {
    const { amount: _, ...terms } = MUG
    const tab = await visits(await sell({ offer: { ...terms, intent: 'verify' } }))

    await pay(tab, { email: EMAIL })
    await payByCard(tab)

    await statusText(tab, /verified|checked|approved/i)
    expect((await orderOf(tab))?.status).toBe('approved')
    expect((await readLedger()).movements.filter(({ kind }) => kind !== 'verification')).toEqual([])
  })

  it.each([
    ['a card without funds', { cvv: '116' }, 'declined'],
    ['a stolen card', { cvv: '209' }, 'declined'],
    ['a card that looks like fraud', { number: '4000000000003006' }, 'declined'],
    ['a card that breaks the bank', { number: '4000000000004004' }, 'error'],
  ])('is not charged with %s, and may try again', async (_, card, status) => {
    const tab = await visits(await sell({ offer: MUG }))

    await pay(tab, { email: EMAIL })
    await payByCard(tab, card)

    await statusText(tab, /./)
    await expect.poll(async () => (await orderOf(tab))?.status).toBe(status)
    expect(await tab.text('pay-checkout')).not.toMatch(/stolen|fraud/i)
    expect(await moneyMoved()).toEqual([])
    await pay(tab)
    await payByCard(tab)
    await statusText(tab, /Thank you/)
    expect(await moneyMoved()).toEqual(['charge 12.50 EUR'])
  })

  it('is not charged after a refusal at the bank, or a cancel at the gateway', async () => {
    const tab = await mugOnHostedPage()
    await pay(tab, { email: EMAIL })
    await payByCard(tab, { cvv: '321' })
    await refuseAtBank(tab)
    await statusText(tab, /declined|not/i)

    const other = await visits('donation')
    await pay(other, { email: EMAIL, amount: '5.00' })
    await onHostedPage(other)
    await cancelAtGateway(other)
    await statusText(other, /^Cancelled$/)

    expect(await moneyMoved()).toEqual([])
  })

  it('reads not to pay again while the outcome is unknown', async () => {
    const tab = await visits(await sell({ offer: MUG }))

    await pay(tab, { email: EMAIL })
    await payByCard(tab, { cvv: '217' })

    await expect.poll(async () => (await orderOf(tab))?.status).toBe('unknown')
    expect(await tab.text('pay-checkout')).toMatch(/not pay again/i)
    await tab.gone(payButton())
    expect(await axeViolations(tab)).toEqual([])
  })
})

describe('the page', () => {
  it('gets one event for a payment, after all events before it', async () => {
    const tab = await visits(await sell({ offer: MUG }))
    await recordEvents(tab)
    await tab.reload()

    await pay(tab, { email: EMAIL })
    await payByCard(tab)
    await statusText(tab, /Thank you/)

    const events = await recordedEvents(tab)
    expect(events.filter((event) => event === 'pay-settled approved')).toHaveLength(1)
    expect(events.filter((event) => event.startsWith('pay-failed'))).toEqual([])
    // The click may come before the order is open, and the socket may be faster than the answer with "sending".
    const types = ['pay-ready', 'pay-submit', 'pay-redirect', 'pay-status approved', 'pay-settled approved']
    const places = types.map((type) => events.findIndex((event) => event.startsWith(type)))
    expect(places).not.toContain(-1)
    expect(places).toEqual(places.toSorted((one, other) => one - other))
  })

  it('may prevent the redirect, and then opens the address itself', async () => {
    const tab = await visits(await sell({ offer: MUG }))
    await tab.evaluate(
      'addEventListener("pay-redirect", (event) => { event.preventDefault(); document.title = event.url })',
    )

    await pay(tab, { email: EMAIL })
    await expect.poll(() => tab.evaluate('document.title')).toMatch(/gateway\.localhost/)

    expect(await tab.url()).toMatch(/shop\.localhost/)
  })
})
