/** Whole stories by keyboard alone: no pointer, no script that presses. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { shopMerchant } from '../../../shop/catalog.ts'
import type { Tab } from '../../browser.ts'
import { isClosed, windowOf } from '../../engines/chromium.ts'
import { dialogGone, dialogTitle } from '../../pages/bank-dialog.ts'
import { orderOf, payLabel, statusText } from '../../pages/shop.ts'
import { focusedWords, goTo, press, typeKeys } from '../../support/accessibility/keyboard.ts'
import { CARD_CHARGE, takeOrder, visitWithCard } from '../../support/card-order.ts'
import { counter, counterMoney } from '../../support/counter.ts'
import { ENDING, PAID_OUT } from '../../support/payment-methods.ts'
import { EMAIL, MUG, moneyMoved, shopper } from '../../support/shopper.ts'
import { addresses, redeploy, sell } from '../../support/stack/stack.ts'
import { CARD } from '../../support/three-ds-flows.ts'

const { visits } = shopper()

/** Types into one field after the other, by their labels, as Tab leads to them. */
async function typesInto(tab: Tab, fields: readonly (readonly [label: RegExp, text: string])[]) {
  for (const [label, text] of fields) {
    await goTo(tab, label)
    await typeKeys(tab, text)
  }
}

/** Types a card into the fields that Tab leads to, and goes on to the button that pays. */
async function typesCard(tab: Tab, number = '4444555566661111', code = '123') {
  await typesInto(tab, [
    [/^Card number/, number],
    [/^Expiry/, '1239'],
    [/^Security code/, code],
    [/^Name on card/, 'Ann Example'],
  ])
  await goTo(tab, /^Pay €/)
}

/** What the fields of the tag hold, from top to bottom. */
const typedTexts = (tab: Tab) =>
  tab.evaluate<string[]>(
    `[...document.querySelector('pay-checkout').shadowRoot.querySelectorAll('[part=input][name]')].map(({ value }) => value)`,
  )

/** Types a card on the payment page, and sends it. */
async function paysOnPaymentPage(tab: Tab) {
  await tab.text('[name=card] #number')
  await typesCard(tab)
  await press(tab, 'Enter')
}

describe('a shopper with a keyboard alone', () => {
  it('chooses a way, pays by it, and prints the receipt', async () => {
    const tab = await visits(counter('every'))
    await payLabel(tab)
    await tab.evaluate('void (self.print = () => { document.title = "printed" })')

    await goTo(tab, /•••• \d{4}/)
    await goTo(tab, /^(Card|Another card)/, 'ArrowDown')
    await typesCard(tab)
    await press(tab, 'Enter')

    await statusText(tab, /Thank you/)
    await expect.poll(() => focusedWords(tab)).toBe('Thank you!')
    await goTo(tab, /^Back to the shop$/)
    await goTo(tab, /^Print$/)
    await press(tab, 'Enter')
    await expect.poll(() => tab.evaluate('document.title')).toBe('printed')
    expect(await counterMoney()).toEqual(['charge 12.50 EUR'])
  })

  it('keeps a saved card when asked, then removes it', async () => {
    const tab = await visits(counter('every'))
    await payLabel(tab)

    await goTo(tab, /^Remove /)
    await press(tab, 'Enter')
    await expect.poll(() => focusedWords(tab)).toMatch(/^Keep card/)
    await press(tab, 'Enter')
    await expect.poll(() => focusedWords(tab)).toMatch(/^Remove .*•••• \d{4}/)

    await press(tab, 'Enter')
    await expect.poll(() => focusedWords(tab)).toMatch(/^Keep card/)
    await goTo(tab, /^Remove card$/)
    await press(tab, 'Enter')

    await expect.poll(async () => (await orderOf(tab))?.savedCards ?? []).toEqual([])
    await expect.poll(() => focusedWords(tab)).toMatch(/^Secure payment page$/)
  })

  it('steps the quantity up to its end and down again', async () => {
    const tab = await visits(await sell({ offer: { ...MUG, quantity: { min: 1, max: 2 } } }))
    await payLabel(tab, /12\.50/)

    await goTo(tab, /^Increase quantity$/)
    await press(tab, 'Space')
    expect(await payLabel(tab, /25\.00/)).toBe('Continue to payment')
    // At its end the button keeps the focus, and leads no further.
    await press(tab, 'Space')
    expect(await focusedWords(tab)).toBe('Increase quantity')
    await goTo(tab, /^Decrease quantity$/, 'Shift+Tab')
    await press(tab, 'Enter')

    expect(await payLabel(tab, /12\.50/)).toBe('Continue to payment')
  })

  it('asks to stop at the bank, goes on there, and pays', async () => {
    const tab = await visitWithCard(visits)
    await typesCard(tab, CARD.challenge)
    await press(tab, 'Enter')
    await dialogTitle(tab, /Confirm/)
    await expect.poll(() => focusedWords(tab)).toBe('Confirm with your bank')

    await goTo(tab, /cancel|close/i)
    await press(tab, 'Enter')
    await dialogTitle(tab, /^Cancel this payment/)
    await goTo(tab, /^Keep paying$/)
    await press(tab, 'Enter')
    await dialogTitle(tab, /Confirm/)
    await goTo(tab, /password|word/i)
    await typeKeys(tab, 'hint')
    await press(tab, 'Enter')

    await statusText(tab, /Thank you/)
    await dialogGone(tab)
    await expect.poll(() => focusedWords(tab)).toBe('Thank you!')
    expect(await moneyMoved()).toEqual([CARD_CHARGE])
  })

  it('types an address, and pays on the payment page', async () => {
    const tab = await visits(await sell({ offer: { ...MUG, collect: ['email', 'billing'] } }))
    await payLabel(tab)

    await typesInto(tab, [
      [/^Email$/, EMAIL],
      [/^Country or region$/, 'Germany'],
      [/^Street and number$/, 'Heideweg 1'],
      [/^Postal code$/, '29646'],
      [/^City$/, 'Bispingen'],
    ])
    expect(await typedTexts(tab)).toEqual([EMAIL, 'DE', 'Heideweg 1', '29646', 'Bispingen'])
    await goTo(tab, /^Continue to payment/)
    await press(tab, 'Enter')
    await paysOnPaymentPage(tab)

    await statusText(tab, /Thank you/)
    expect(await moneyMoved()).toEqual(['charge 12.50 EUR'])
  })

  it('chooses a suggested sum, then types another one, and pays it', async () => {
    const { amount: _, ...open } = MUG
    const offer = { ...open, min: '1.00', max: '500.00', suggested: ['5.00', '10.00'] }
    const tab = await visits(await sell({ offer }))
    await payLabel(tab, /5\.00/)

    await goTo(tab, /€5\.00/)
    await press(tab, 'ArrowRight')
    expect(await payLabel(tab, /10\.00/)).toBe('Continue to payment')
    await goTo(tab, /^Other amount/)
    await press(tab, 'Control+A')
    await typeKeys(tab, '7.50')
    await typesInto(tab, [[/^Email$/, EMAIL]])
    await goTo(tab, /^Continue to payment$/)
    await press(tab, 'Enter')
    await paysOnPaymentPage(tab)

    await statusText(tab, /Thank you/)
    expect(await moneyMoved()).toEqual(['charge 7.50 EUR'])
  })

  it('is declined, types another card, and pays', async () => {
    const tab = await visitWithCard(visits)
    await typesCard(tab, undefined, '116')
    await press(tab, 'Enter')
    await statusText(tab, /declined/)
    await expect.poll(() => focusedWords(tab)).toBe('Payment declined')

    await typesInto(tab, [
      [/^Card number/, '5555555555554444'],
      [/^Expiry/, '1238'],
      [/^Security code/, '123'],
    ])
    await goTo(tab, /^Pay €/)
    await press(tab, 'Enter')

    await statusText(tab, /Thank you/)
    expect(await moneyMoved()).toEqual([CARD_CHARGE])
  })

  it('closes the window with the payment page, opens it again, and pays there', async () => {
    const tab = await visits(counter('hosted', 'popup'))
    await payLabel(tab)
    await goTo(tab, /^Continue to payment/)
    const first = await windowOf(tab, () => press(tab, 'Enter'))
    await first.text('[name=card] #number')
    await first.close()

    await goTo(tab, /^Open the window again$/)
    const second = await windowOf(tab, () => press(tab, 'Enter'))
    await paysOnPaymentPage(second)

    await expect.poll(() => isClosed(second)).toBe(true)
    await statusText(tab, /Thank you/)
    expect(await counterMoney()).toEqual(['charge 12.50 EUR'])
  })

  it('receives money on a bank account', async () => {
    const tab = await visits(counter('payout'))
    await payLabel(tab, /^Receive/)

    await goTo(tab, /^To a /)
    await goTo(tab, /^To a bank account/, 'ArrowDown')
    await typesInto(tab, [
      [/^Account number/, `001234${ENDING.approved}`],
      [/^Bank name/, 'Demo bank'],
    ])
    await goTo(tab, /^Receive €30\.00$/)
    await press(tab, 'Enter')

    await statusText(tab, PAID_OUT.approved)
    await expect.poll(() => focusedWords(tab)).toBe('Money sent')
    expect(await counterMoney()).toEqual([PAID_OUT.moved])
  })

  describe('where the seller asks for an agreement', () => {
    beforeAll(() =>
      redeploy('edge', {
        MERCHANT: JSON.stringify({ ...shopMerchant(addresses().shop), termsRequired: true }),
      }),
    )
    afterAll(() => redeploy('edge'))

    it('is led to the terms before anything is paid, reads them, agrees, and pays', async () => {
      const tab = await visits(await sell({ offer: MUG }))
      await takeOrder(tab)
      await typesCard(tab)
      await press(tab, 'Enter')
      await expect.poll(() => focusedWords(tab)).toMatch(/^I agree to the terms of Heather Hill/)
      expect(await moneyMoved()).toEqual([])

      await goTo(tab, /^Read the terms$/)
      const terms = await windowOf(tab, () => press(tab, 'Enter'))
      await terms.text('h1', /Terms/)
      await terms.close()
      await goTo(tab, /^I agree/, 'Shift+Tab')
      await press(tab, 'Space')
      await goTo(tab, /^Pay €/)
      await press(tab, 'Enter')

      await statusText(tab, /Thank you/)
      expect(await moneyMoved()).toEqual([CARD_CHARGE])
    })
  })
})
