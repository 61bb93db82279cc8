/** Whole stories by keyboard alone: no pointer, no script that presses. */
import { describe, expect, it } from 'vitest'
import { dialogGone, dialogTitle } from '../pages/bank-dialog.ts'
import { orderOf, payLabel, statusText } from '../pages/shop.ts'
import { focusedWords, goTo, press, typeKeys } from '../support/accessibility/keyboard.ts'
import { CARD_CHARGE, visitWithCard } from '../support/card-order.ts'
import { counter, counterMoney } from '../support/counter.ts'
import { MUG, moneyMoved, shopper } from '../support/shopper.ts'
import { sell } from '../support/stack/stack.ts'
import { CARD } from '../support/three-ds-flows.ts'

const { visits } = shopper()

/** Types a card into the fields that Tab leads to, and goes on to the button that pays. */
async function typesCard(tab: Parameters<typeof goTo>[0], number = '4444555566661111') {
  for (const [label, text] of [
    [/^Card number/, number],
    [/^Expiry/, '1239'],
    [/^Security code/, '123'],
    [/^Name on card/, 'Ann Example'],
  ] as const) {
    await goTo(tab, label)
    await typeKeys(tab, text)
  }
  await goTo(tab, /^Pay €/)
}

describe('a shopper with a keyboard alone', () => {
  it('chooses a way, pays by it, and prints the receipt', async () => {
    const tab = await visits(counter('every'))
    await payLabel(tab)
    await tab.evaluate('void (self.print = () => { document.title = "printed" })')

    await goTo(tab, /•••• \d{4}/)
    await goTo(tab, /^Pay by card/, 'ArrowDown')
    await typesCard(tab)
    await press(tab, 'Enter')

    await statusText(tab, /approved/)
    await expect.poll(() => focusedWords(tab)).toBe('Payment approved')
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
    await expect.poll(() => focusedWords(tab)).toBe('Keep card')
    await press(tab, 'Enter')
    await expect.poll(() => focusedWords(tab)).toMatch(/^Remove .*•••• \d{4}/)

    await press(tab, 'Enter')
    await expect.poll(() => focusedWords(tab)).toBe('Keep card')
    await goTo(tab, /^Remove card$/)
    await press(tab, 'Enter')

    await expect.poll(async () => (await orderOf(tab))?.savedCards ?? []).toEqual([])
    await expect.poll(() => focusedWords(tab)).toMatch(/^Pay on the payment page$/)
  })

  it('steps the quantity up to its end and down again', async () => {
    const tab = await visits(await sell({ offer: { ...MUG, quantity: { min: 1, max: 2 } } }))
    await payLabel(tab, /12\.50/)

    await goTo(tab, /^Increase quantity$/)
    await press(tab, 'Space')
    expect(await payLabel(tab, /25\.00/)).toBe('Pay €25.00')
    // At its end the button keeps the focus, and leads no further.
    await press(tab, 'Space')
    expect(await focusedWords(tab)).toBe('Increase quantity')
    await goTo(tab, /^Decrease quantity$/, 'Shift+Tab')
    await press(tab, 'Enter')

    expect(await payLabel(tab, /12\.50/)).toBe('Pay €12.50')
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
    await goTo(tab, /^Go on with the payment$/)
    await press(tab, 'Enter')
    await dialogTitle(tab, /Confirm/)
    await goTo(tab, /password|word/i)
    await typeKeys(tab, 'hint')
    await press(tab, 'Enter')

    await statusText(tab, /approved/)
    await dialogGone(tab)
    await expect.poll(() => focusedWords(tab)).toBe('Payment approved')
    expect(await moneyMoved()).toEqual([CARD_CHARGE])
  })
})
