import { expect, it } from 'vitest'
import { chromiumPage } from '../../engines/chromium.ts'
import { cardFieldAlert, cardForm, payWithCard, typeCard } from '../../pages/card-form.ts'
import { alertText, pay, statusText } from '../../pages/shop.ts'
import { axeViolations } from '../../support/accessibility/axe.ts'
import { CARD_CHARGE, visitWithCard } from '../../support/card-order.ts'
import { readLedger } from '../../support/ledger.ts'
import { moneyMoved, operationsSent, shopper } from '../../support/shopper.ts'

const { visits } = shopper()

it('the card form has no barriers, empty, refused and in the dark', async () => {
  const tab = await visitWithCard(visits, { dark: true, width: 320 })
  await cardForm(tab)
  expect(await axeViolations(tab)).toEqual([])

  await pay(tab)

  await cardFieldAlert(tab, 'number')
  expect(await axeViolations(tab)).toEqual([])
})

it('an error in a card shows at its field, which gets the focus, and nothing is sent', async () => {
  const tab = await visitWithCard(visits)

  await payWithCard(tab, { number: '4000000000002009' })

  expect(await cardFieldAlert(tab, 'number')).toBe('Check the number. A digit seems to be wrong.')
  const form = await cardForm(tab)
  await expect.poll(() => form.evaluate('document.hasFocus() && document.activeElement.id')).toBe('number')
  expect(operationsSent(await readLedger())).toEqual([])
})

it('leaving a field for the shop’s page shows no error, so that the button stays under the pointer', async () => {
  const tab = await visitWithCard(visits)
  await typeCard(tab, { cvv: '12' })
  const form = await cardForm(tab)

  await tab.evaluate(`document.querySelector('pay-checkout').shadowRoot.querySelector('button').focus()`)
  await expect.poll(() => form.evaluate('document.hasFocus()')).toBe(false)
  expect(await form.evaluate(`document.querySelector('#code-wrong').textContent`)).toBe('')
  await pay(tab)

  expect(await cardFieldAlert(tab, 'code')).toBe('Enter the 3 digits on the back of your card.')
  expect(operationsSent(await readLedger())).toEqual([])
})

it('the form recognises a brand and groups its number during typing', async () => {
  const tab = await visitWithCard(visits)
  const form = await cardForm(tab)

  await form.type('#number', '378282246310005')

  expect(await form.text('#number')).toBe('3782 822463 10005')
  expect(await form.evaluate(`document.querySelector('svg').getAttribute('aria-label')`)).toBe(
    'American Express',
  )
})

it('Enter in the form pays', async () => {
  const tab = await visitWithCard(visits)
  await typeCard(tab)

  await chromiumPage(tab).keyboard.press('Enter')

  await statusText(tab, /Thank you/)
  expect(await moneyMoved()).toEqual([CARD_CHARGE])
})

it('after a declined card, another one can be typed and is charged once', async () => {
  const tab = await visitWithCard(visits)
  await payWithCard(tab, { cvv: '116' })
  await statusText(tab, /declined/)

  await payWithCard(tab)

  await statusText(tab, /Thank you/)
  expect(await moneyMoved()).toEqual([CARD_CHARGE])
})

it('a wrong security code is told at the code, which has the focus and alone is typed again', async () => {
  const tab = await visitWithCard(visits)
  await payWithCard(tab, { number: '4000000000046005', expiry: '11/38' })
  await statusText(tab, /^Payment declined$/)

  expect(await cardFieldAlert(tab, 'code')).toBe('This was not accepted. Please check it.')
  const form = await cardForm(tab)
  await expect.poll(() => form.evaluate('document.hasFocus() && document.activeElement.id')).toBe('code')
  const typed = `[...document.querySelectorAll('input')].map(({ value }) => value)`
  expect(await form.evaluate(typed)).toEqual(['4000 0000 0004 6005', '11/38', '', 'Ann Example'])
  const panel = `document.querySelector('pay-checkout').shadowRoot.querySelector('[part~=panel]').offsetHeight`
  expect(await tab.evaluate(panel)).toBeLessThan(80)
  expect(await axeViolations(tab)).toEqual([])

  await payWithCard(tab)

  await statusText(tab, /Thank you/)
  expect(await moneyMoved()).toEqual([CARD_CHARGE])
})

it('a blocked form is reported, and nothing is sent', async () => {
  const tab = await visits('index')
  await chromiumPage(tab).route('**/frames/card?*', (route) => route.abort())
  const other = await visitWithCard(async (page) => {
    await tab.goto(page)
    return tab
  })

  await pay(other)

  expect(await alertText(other)).toMatch(/connection was lost/)
  expect(operationsSent(await readLedger())).toEqual([])
})

it('nothing of a card reaches the shop’s page, its storage or its address', async () => {
  const tab = await visitWithCard(visits)
  const sent: string[] = []
  chromiumPage(tab).on('request', (request) => {
    if ((request.postData() ?? request.url()).includes('4444555566661111')) sent.push(request.url())
  })

  await payWithCard(tab)

  await statusText(tab, /Thank you/)
  expect(sent).toEqual([expect.stringMatching(/\/v1\/orders\/[^/]+\/pay$/)])
  const kept = `JSON.stringify([localStorage, sessionStorage, location.href, document.querySelector('pay-checkout').order])`
  expect(await tab.evaluate(kept)).not.toContain('4444555566661111')
})
