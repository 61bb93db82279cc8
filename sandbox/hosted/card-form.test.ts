import { describe, expect, it } from 'vitest'
import { TEST_CARDS } from '../cards/test-cards.ts'
import { CARD, expectedControl, returnForm, SALE, testGateway, type Values } from '../testing/merchant.ts'

const ORDER = { client_orderid: '902B4FF5' }
const [FRICTIONLESS = '', _CHALLENGE = '', FILTERED = '', ERROR = ''] = Object.keys(TEST_CARDS)

/** Opens a gateway with one form. */
async function openForm(operation = 'sale-form', values: Values = SALE) {
  const gateway = testGateway()
  const form = await gateway.open(operation, values)
  return { gateway, form, url: form['redirect-url'] ?? '' }
}

describe('a paid form', () => {
  it.each([
    ['code 123', { code: '123' }, 'approved', undefined, undefined],
    ['code 1234', { code: '1234' }, 'approved', undefined, undefined],
    ['code 111', { code: '111' }, 'approved', undefined, 'UNSUPPORTED'],
    ['code 101', { code: '101' }, 'declined', '101', undefined],
    ['code 116', { code: '116' }, 'declined', '116', undefined],
    ['code 119', { code: '119' }, 'declined', '119', undefined],
    ['code 209', { code: '209' }, 'declined', '209', undefined],
    ['any other code', { code: '999' }, 'declined', '100', undefined],
    ['code 217', { code: '217' }, 'unknown', '217', undefined],
    ['the frictionless card', { number: FRICTIONLESS }, 'approved', undefined, 'AUTHENTICATED'],
    [
      'the frictionless card and code 116',
      { number: FRICTIONLESS, code: '116' },
      'declined',
      '116',
      'AUTHENTICATED',
    ],
    ['the filtered card', { number: FILTERED }, 'filtered', '102', undefined],
    ['the filtered card and code 321', { number: FILTERED, code: '321' }, 'filtered', '102', undefined],
    ['the card with an error', { number: ERROR }, 'error', '909', undefined],
  ])('with %s ends as it should', async (_what, card: Values, status, code, verified) => {
    const { gateway, form } = await openForm()

    const response = await gateway.pay(form, card)

    expect(response.status).toBe(303)
    expect(response.headers.get('Location')).toMatch(/^\/form\/[\da-f]{32}\/return$/)
    const reply = await gateway.status(ORDER)
    expect(reply).toMatchObject({ status, 'order-stage': `sale_${status}` })
    expect([reply['error-code'], reply['verified-3d-status']]).toEqual([code, verified])
    const { movements } = await gateway.ledger()
    const charge = {
      kind: 'charge',
      amount: '10.42',
      amountMinor: 1042,
      currency: 'EUR',
      clientOrderId: '902B4FF5',
    }
    expect(movements).toMatchObject(status === 'approved' ? [charge] : [])
  })

  it('shows the card in status, but stores neither number nor code', async () => {
    const { gateway, form } = await openForm()

    await gateway.pay(form)

    const reply = await gateway.status(ORDER)
    expect(reply).toMatchObject({
      'card-type': 'VISA',
      bin: '444455',
      'last-four-digits': '1111',
      'card-exp-month': '12',
      'card-exp-year': '2039',
      'cardholder-name': 'John Smith',
      'approval-code': expect.stringMatching(/^\d{6}$/),
      'processor-tx-id': `SANDBOX-${reply['paynet-order-id']}`,
      'paynet-processing-date': expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d MSK$/),
    })
    expect(JSON.stringify([reply, await gateway.ledger()])).not.toContain('4444555566661111')
  })

  it('holds the amount of a pre-authorization', async () => {
    const { gateway, form } = await openForm('preauth-form')

    await gateway.pay(form)

    expect((await gateway.ledger()).movements).toMatchObject([{ kind: 'hold', amountMinor: 1042 }])
  })

  it('moves nothing but a mark for a verification', async () => {
    const { amount: _amount, currency: _currency, ...values } = SALE
    const { gateway, form } = await openForm('account-verification-form', values)

    await gateway.pay(form)

    expect((await gateway.ledger()).movements).toMatchObject([
      { kind: 'verification', amountMinor: 0, amount: '0', currency: null },
    ])
  })

  it('is charged once, even if it is sent several times at once', async () => {
    const { gateway, form } = await openForm()

    const responses = await Promise.all([
      gateway.pay(form),
      gateway.pay(form),
      gateway.pay(form, { code: '101' }),
    ])

    expect(responses.map((response) => response.status)).toEqual([303, 303, 303])
    const { movements, callbacks } = await gateway.ledger()
    expect([movements.length, callbacks.length]).toEqual([1, 1])
  })

  it('shows its result and a way back if it is opened again', async () => {
    const { gateway, form, url } = await openForm()
    await gateway.pay(form)

    const page = await (await gateway.request(url)).text()

    expect(page).toContain('Approved')
    expect(page).not.toContain('Card number')
    expect(page).not.toContain('<script')
    expect(returnForm(page).action).toBe(SALE.redirect_url)
  })
})

describe('the browser return', () => {
  it('is a form that posts itself to the shop, with a control of status and ids', async () => {
    const { gateway, form, url } = await openForm()
    await gateway.pay(form)

    const page = await (await gateway.request(`${url}/return`)).text()

    const { action, values } = returnForm(page)
    const orderId = form['paynet-order-id'] ?? ''
    expect(page).toMatch(/<script nonce="[^"]+">document\.forms\.namedItem\('return'\)\.submit\(\)<\/script>/)
    expect(action).toBe(SALE.redirect_url)
    expect(values).toMatchObject({
      status: 'approved',
      orderid: orderId,
      merchant_order: '902B4FF5',
      client_orderid: '902B4FF5',
      type: 'sale',
      amount: '10.42',
      'last-four-digits': '1111',
      'card-holder-name': 'John Smith',
      control: expectedControl('approved', orderId, '902B4FF5'),
    })
  })

  it('of an unpaid form leads back to the form', async () => {
    const { gateway, url } = await openForm()

    const response = await gateway.request(`${url}/return`)

    expect(response.headers.get('Location')).toBe(new URL(url).pathname)
  })
})

describe('the card page', () => {
  it.each([
    ['a wrong digit', { number: '4444 5555 6666 1112' }, 'number', 'Check the card number'],
    ['no number', { number: '' }, 'number', 'Enter the card number'],
    ['a past date', { expiry: '01/20' }, 'expiry', 'This card has expired'],
    ['a thirteenth month', { expiry: '13/39' }, 'expiry', 'Enter month and year, such as 04/29'],
    ['a short code', { code: '12' }, 'code', 'Enter the 3 or 4 digits of the security code'],
    ['no name', { holder: ' ' }, 'holder', 'Enter the name on the card'],
  ])('says what to correct after %s, and charges nothing', async (_what, card: Values, field, message) => {
    const { gateway, form } = await openForm()

    const response = await gateway.pay(form, card)

    expect(response.status).toBe(422)
    const page = await response.text()
    expect(page).toContain(`<p class="error" id="${field}-error">${message}</p>`)
    expect(page).toMatch(
      new RegExp(`id="${field}"[^>]*aria-invalid="true" aria-describedby="${field}-error"`),
    )
    expect(page).not.toContain(`value="${CARD.code}"`)
    expect(await gateway.status(ORDER)).toMatchObject({ status: 'processing' })
  })

  it('escapes the texts of shop and shopper', async () => {
    const { gateway, form } = await openForm('sale-form', {
      ...SALE,
      order_desc: '<img src=x onerror=alert(1)>',
    })

    const page = await (
      await gateway.pay(form, { number: '1', holder: '"><script>alert(2)</script>' })
    ).text()

    expect(page).toContain('&lt;img src=x onerror=alert(1)&gt;')
    expect(page).toContain('&quot;&gt;&lt;script&gt;alert(2)')
    expect(page).not.toContain('<img')
  })

  it('has a policy that lets its forms lead to the bank only', async () => {
    const { gateway, url } = await openForm()

    const policy = (await gateway.request(url)).headers.get('Content-Security-Policy')

    expect(policy).toMatch(/^default-src 'none'; style-src 'nonce-[^']+'; script-src 'nonce-[^']+';/)
    expect(policy).toContain("form-action 'self' http://bank.localhost:8788;")
  })

  it('declines on Cancel and returns to the shop', async () => {
    const { gateway, url } = await openForm()

    const response = await gateway.post(url, { action: 'cancel' })

    expect(response.headers.get('Location')).toMatch(/\/return$/)
    expect(await gateway.status(ORDER)).toMatchObject({ status: 'declined', 'error-code': '17' })
  })

  it('does not cancel a paid payment', async () => {
    const { gateway, form, url } = await openForm()
    await gateway.pay(form)

    await gateway.post(url, { action: 'cancel' })

    expect(await gateway.status(ORDER)).toMatchObject({ status: 'approved' })
  })

  it('of a payment that does not exist is a 404', async () => {
    expect((await testGateway().request('/form/0123456789abcdef')).status).toBe(404)
  })
})
