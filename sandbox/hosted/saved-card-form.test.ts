import { describe, expect, it } from 'vitest'
import { CARD_SALE, SALE, testGateway, type Values } from '../testing/merchant.ts'

const { server_callback_url: _callback, ...QUIET } = CARD_SALE
/** Opens a gateway with an order and references to its card. */
async function openCard(changes: Values = {}, operation = 'sale') {
  const gateway = testGateway()
  const opened = await gateway.ask(operation, { ...QUIET, ...changes })
  const ids = { client_orderid: '902B4FF5', orderid: opened['paynet-order-id'] ?? '' }
  const create = () => gateway.ask('create-card-ref', { login: 'merchant', ...ids })
  const info = (cardrefid: string) => gateway.ask('get-card-info', { login: 'merchant', cardrefid })
  return { gateway, ids, create, info }
}

async function savedCard(changes: Values = {}) {
  const { gateway, create } = await openCard(changes)
  return { gateway, cardrefid: (await create())['card-ref-id'] ?? '' }
}

describe('a form with a reference', () => {
  async function openForm(operation = 'sale-form') {
    const { gateway, cardrefid } = await savedCard()
    const form = await gateway.ask(operation, { ...SALE, client_orderid: 'by-ref', cardrefid })
    const page = await (await gateway.request(form['redirect-url'] ?? '')).text()
    const pay = (code: string) => gateway.post(form['redirect-url'] ?? '', { action: 'pay', code })
    return { gateway, page, pay, status: () => gateway.status({ client_orderid: 'by-ref' }) }
  }

  it('shows the masked card and asks only for its code', async () => {
    const { page } = await openForm()

    const inputs = [...page.matchAll(/<input id="(\w+)"/g)].map(([, name]) => name)
    expect(inputs).toEqual(['code'])
    expect(page).toContain('4444 55** **** 1111')
    expect(page).not.toContain('4444555566661111')
  })

  it.each([
    ['sale-form', '123', 'approved', undefined],
    ['preauth-form', '123', 'approved', undefined],
    ['payment-form', '123', 'approved', undefined],
    ['sale-form', '116', 'declined', '116'],
  ])('%s paid with code %s is %s', async (operation, code, outcome, error) => {
    const { pay, status } = await openForm(operation)

    await pay(code)

    const reply = await status()
    expect([reply.status, reply['error-code'], reply['last-four-digits']]).toEqual([outcome, error, '1111'])
  })

  it('asks again for an invalid code', async () => {
    const { pay, status } = await openForm()

    const response = await pay('12')

    expect(response.status).toBe(422)
    expect(await response.text()).toContain('Enter the 3 or 4 digits of the security code')
    expect(await status()).toMatchObject({ status: 'processing' })
  })
})
