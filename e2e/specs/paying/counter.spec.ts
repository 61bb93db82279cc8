import { describe, expect, it } from 'vitest'
import type { Tab } from '../../browser.ts'
import { keepCard, payWithCard, typeCard, typeCode } from '../../pages/card-form.ts'
import { choosePaymentMethod, orderOf, pay, payLabel, statusText, tagText } from '../../pages/shop.ts'
import { counter, counterMoney } from '../../support/counter.ts'
import { readLedger } from '../../support/ledger.ts'
import { requestsFor } from '../../support/merchant/money.ts'
import { read } from '../../support/merchant/server.ts'
import { moneyMoved, shopper } from '../../support/shopper.ts'
import { merchantKey } from '../../support/stack/stack.ts'

const { visits } = shopper()

/** Its line, where no saved card stands above it and where one does. */
const ANOTHER_CARD = /Another card|Card/

/** Pays and saves the card, and waits until the order has it: the gateway names it a moment after the payment. */
async function keepsCard(tab: Tab, number: string): Promise<void> {
  await choosePaymentMethod(tab, ANOTHER_CARD)
  await typeCard(tab, { number })
  await keepCard(tab)
  await pay(tab)
  await statusText(tab, /Thank you/)
  const { id = '' } = (await orderOf(tab)) ?? {}
  await expect.poll(async () => (await read(id)).cardRefs.length).toBe(1)
}

describe('at the counter', () => {
  it('a shopper finds the same order after a reload, and another one by asking for it', async () => {
    const tab = await visits(counter('card'))
    await payLabel(tab)
    const first = (await orderOf(tab))?.id

    await tab.reload()
    await payLabel(tab)
    const reloaded = (await orderOf(tab))?.id
    await tab.goto(counter('card'))
    await payLabel(tab)

    expect(reloaded).toBe(first)
    expect((await orderOf(tab))?.id).not.toBe(first)
  })

  it('a customer can choose a saved card, and the page knows neither its number nor its reference', async () => {
    const tab = await visits(counter('saved-card'))

    await payLabel(tab)

    expect(await orderOf(tab)).toMatchObject({ status: 'open', methods: ['saved-card'] })
    expect(await moneyMoved()).toEqual(['verification 0 null'])
    expect(await tab.evaluate('document.documentElement.outerHTML')).not.toContain(merchantKey())
  })

  it('a card saved at one payment is offered at the next, and paid with its code', async () => {
    const tab = await visits(counter('customer'))
    await keepsCard(tab, '5555555555554444')

    await tab.goto(counter('customer'))
    await choosePaymentMethod(tab, /•••• 4444/)
    await typeCode(tab)
    await pay(tab)

    await statusText(tab, /Thank you/)
    expect(await counterMoney()).toEqual(['charge 12.50 EUR', 'charge 12.50 EUR'])
    const paidBy = (await readLedger()).transactions.filter(({ type }) => type === 'sale')
    expect(paidBy.map(({ last4 }) => last4)).toEqual(['4444', '4444'])
  })

  it('a saved card can be removed, and is gone after a reload', async () => {
    const tab = await visits(counter('customer'))
    await choosePaymentMethod(tab, /•••• 1111/)
    const { id = '' } = (await orderOf(tab)) ?? {}

    await tab.click('pay-checkout [part=way] [part~=quiet]')
    expect(await tagText(tab, /from your saved cards\?/)).toContain('Keep card')
    await tab.click('pay-checkout [part=opened] [part~=danger]')
    await expect.poll(() => tagText(tab)).not.toMatch(/1111/)
    await tab.reload()
    await payLabel(tab)

    expect(await tagText(tab)).not.toMatch(/1111/)
    expect((await orderOf(tab))?.id).toBe(id)
    expect((await read(id)).removedCardRefs).toHaveLength(1)
    expect(await counterMoney()).toEqual([])
  })

  it('a card saved without consent does not exist: it is not offered again', async () => {
    const tab = await visits(counter('customer'))
    await choosePaymentMethod(tab, ANOTHER_CARD)
    await payWithCard(tab, { number: '5555555555554444' })
    await statusText(tab, /Thank you/)
    const { id = '', reference = '' } = (await orderOf(tab)) ?? {}
    // The gateway saves a card a moment after the payment. A later card that is saved shows that the moment has passed.
    await tab.goto(counter('customer'))
    await keepsCard(tab, '5454545454545454')

    await tab.goto(counter('customer'))

    expect(await tagText(tab, /•••• 5454/)).not.toMatch(/4444/)
    expect((await read(id)).cardRefs).toEqual([])
    expect(await requestsFor(reference)).toEqual(['sale accepted'])
  })
})
