/** What a shopper of a session reads after a payment that failed, and how they go on. */
import { expect, it } from 'vitest'
import { cardFieldAlert, cardForm, payWithCard } from '../../pages/card-form.ts'
import { type CardDetails, cancelAtGateway, onHostedPage, payByCard } from '../../pages/hosted-page.ts'
import { pay, statusText } from '../../pages/shop.ts'
import { CARD_CHARGE, visitWithCard } from '../../support/card-order.ts'
import { counter, counterMoney } from '../../support/counter.ts'
import { moneyMoved, shopper } from '../../support/shopper.ts'

const { visits } = shopper()

const PLAIN = 'Nothing was charged. Try again or use another card.'

it.each<[string, CardDetails, RegExp, string]>([
  [
    'has not enough money',
    { cvv: '116' },
    /^Payment declined$/,
    'There is not enough money on this card. Nothing was charged. Please use another card.',
  ],
  ['may not be used here', { cvv: '119' }, /^Payment declined$/, PLAIN],
  ['was stolen', { cvv: '209' }, /^Payment declined$/, PLAIN],
  ['looks like fraud', { number: '4000000000003006' }, /^Payment declined$/, PLAIN],
  [
    'breaks the bank',
    { number: '4000000000004004' },
    /^Payment not completed$/,
    'Nothing was charged. Try again.',
  ],
])('a card that %s says what helps its owner, and no thief', async (_, card, heading, words) => {
  const tab = await visitWithCard(visits)

  await payWithCard(tab, card)

  await statusText(tab, heading)
  expect(await tab.text('pay-checkout #status-text')).toBe(words)
  expect(await moneyMoved()).toEqual([])
})

/** What stands in the card form. */
const cardTyped = async (form: Awaited<ReturnType<typeof cardForm>>) =>
  form.evaluate<Record<string, string>>(
    `Object.fromEntries([...document.querySelectorAll('input:not([type=checkbox])')].map(({ id, value }) => [id, value]))`,
  )

it('after a decline in the page only the name is still there, and another card pays', async () => {
  const tab = await visitWithCard(visits)
  await payWithCard(tab, { cvv: '116', expiry: '11/38' })
  await statusText(tab, /declined/)

  const form = await cardForm(tab)
  expect(await cardTyped(form)).toEqual({ number: '', expiry: '', code: '', holder: 'Ann Example' })
  await form.type('#number', '5555555555554444')
  await form.type('#expiry', '12/38')
  await form.type('#code', '123')
  await pay(tab)

  await statusText(tab, /Thank you/)
  expect(await moneyMoved()).toEqual([CARD_CHARGE])
})

it('an expired card says so at its date, which alone is to be typed again with the code', async () => {
  const tab = await visitWithCard(visits)
  await payWithCard(tab, { cvv: '101', expiry: '11/38' })
  await statusText(tab, /declined/)

  expect(await cardFieldAlert(tab, 'expiry')).toBe(
    'This card has expired. Check the date, or use another card.',
  )
  const form = await cardForm(tab)
  await expect.poll(() => form.evaluate('document.hasFocus() && document.activeElement.id')).toBe('expiry')
  expect(await cardTyped(form)).toEqual({
    ...{ number: '4444 5555 6666 1111', expiry: '', code: '', holder: 'Ann Example' },
  })
  expect(await tab.text('pay-checkout #status-text')).toBe('Nothing was charged.')
})

it('who cancels on the payment page reads so, not of a decline, and pays once afterwards', async () => {
  const tab = await visits(counter('hosted'))
  await pay(tab)
  await onHostedPage(tab)
  await cancelAtGateway(tab)

  await statusText(tab, /^Cancelled$/)
  expect(await tab.text('pay-checkout #status-text')).toBe(
    'You cancelled on the payment page. Nothing was charged.',
  )
  expect(await moneyMoved()).toEqual([])
  await pay(tab)
  await payByCard(tab)

  await statusText(tab, /Thank you/)
  expect(await counterMoney()).toEqual(['charge 12.50 EUR'])
})
