import { runDurableObjectAlarm } from 'cloudflare:test'
import { describe, expect, it } from 'vitest'
import { expectedControl, returnForm, testGateway, testReceiver, type Values } from '../testing/merchant.ts'
import { oauthMerchant } from '../testing/oauth-merchant.ts'

const FORM: Values = {
  client_orderid: 'PF-1',
  order_desc: 'Your prize <b>',
  amount: '10.42',
  currency: 'EUR',
  redirect_url: 'http://pay.localhost:8787/return/1/key',
}

async function openForm(changes: Values = {}) {
  const gateway = testGateway()
  const reply = await oauthMerchant(gateway).payoutForm({ ...FORM, ...changes })
  const url = reply['redirect-url'] ?? ''
  const submit = (values: Values) => gateway.post(url, { action: 'pay', ...values })
  const status = () => gateway.status({ client_orderid: 'PF-1' })
  return { gateway, reply, url, submit, status }
}

describe('a payout form', () => {
  it('returns the address of its page', async () => {
    const { reply, status } = await openForm()

    expect(reply).toMatchObject({
      type: 'async-form-response',
      'merchant-order-id': 'PF-1',
      'redirect-url': expect.stringMatching(/^http:\/\/gateway\.localhost:8788\/payout\/[\da-f]{32}$/),
    })
    expect(await status()).toMatchObject({ status: 'processing', 'transaction-type': 'payout' })
  })

  it('asks for the destination, and escapes texts', async () => {
    const { gateway, url } = await openForm()

    const response = await gateway.request(url)

    const page = await response.text()
    expect(response.status).toBe(200)
    expect(response.headers.get('Content-Security-Policy')).toContain("form-action 'self'")
    expect(page).toContain('Your prize &lt;b&gt;')
    expect(page).toContain('Receive €10.42')
    for (const name of ['card', 'bank', 'bankName', 'ewallet', 'phone'])
      expect(page).toMatch(new RegExp(`<label for="${name}">[\\s\\S]*<input id="${name}" name="${name}"`))
    expect(page.match(/type="radio"/g)).toHaveLength(4)
  })

  it.each<[what: string, typed: Values, to: string]>([
    ['a card', { kind: 'card', card: '5555 5555 5555 4444' }, '555555******4444'],
    ['a card when nothing was chosen', { card: '5555555555554444' }, '555555******4444'],
    [
      'a bank account',
      { kind: 'bank', bank: 'DE89 3704 0044 0532 0130 00', bankName: 'First Bank' },
      '***3000',
    ],
    ['an e-wallet', { kind: 'ewallet', ewallet: 'john@wallet.example' }, '***mple'],
    [
      'a phone number, whatever else was typed',
      { kind: 'phone', phone: '+44 7946 095500', card: '1' },
      '***5500',
    ],
  ])('pays to %s and returns to the shop', async (_what, typed, to) => {
    const { gateway, submit, status, url, reply } = await openForm()

    const response = await submit(typed)

    expect(response.status).toBe(303)
    expect(response.headers.get('Location')).toMatch(/^\/payout\/[\da-f]{32}\/return$/)
    expect((await gateway.ledger()).movements).toMatchObject([{ kind: 'payout', amount: '10.42', to }])
    expect(await status()).toMatchObject({ status: 'approved' })
    const { action, values } = returnForm(await (await gateway.request(`${url}/return`)).text())
    const orderId = reply['paynet-order-id'] ?? ''
    expect(action).toBe(FORM.redirect_url)
    expect(values).toMatchObject({
      status: 'approved',
      type: 'payout',
      orderid: orderId,
      control: expectedControl('approved', orderId, 'PF-1'),
    })
  })

  it.each<[what: string, typed: Values, field: string]>([
    ['nothing', {}, 'card'],
    ['a wrong card number', { kind: 'card', card: '4444 5555 6666 1112' }, 'card'],
    ['no bank', { kind: 'bank', bank: '12345678' }, 'bankName'],
    ['no account', { kind: 'bank', bankName: 'First Bank' }, 'bank'],
    ['a wallet that is too short', { kind: 'ewallet', ewallet: 'me' }, 'ewallet'],
    ['letters for a phone number', { kind: 'phone', phone: 'call me' }, 'phone'],
  ])('with %s shows the form again and says what is wrong', async (_what, typed, field) => {
    const { gateway, submit, status } = await openForm()

    const response = await submit(typed)

    const page = await response.text()
    expect(response.status).toBe(422)
    expect(page).toMatch(
      new RegExp(`id="${field}"[^>]*aria-invalid="true" aria-describedby="${field}-error"`),
    )
    expect(page).toContain(`id="${field}-error"`)
    expect(page.match(/aria-invalid="true"/g)).toHaveLength(1)
    expect(await status()).toMatchObject({ status: 'processing' })
    expect((await gateway.ledger()).movements).toEqual([])
  })

  it('focuses the first of two wrong fields', async () => {
    const { submit } = await openForm()

    const page = await (await submit({ kind: 'bank' })).text()

    expect(page.match(/aria-invalid="true"/g)).toHaveLength(2)
    expect(page.match(/autofocus/g)).toHaveLength(1)
    expect(page).toMatch(/id="bankName"[^>]*autofocus/)
  })

  it('keeps what was chosen and typed', async () => {
    const { submit } = await openForm()

    const page = await (await submit({ kind: 'bank', bank: '12345678', bankName: '' })).text()

    expect(page).toMatch(/value="bank" checked/)
    expect(page).toMatch(/name="bank" value="12345678"/)
  })

  it('pays once, even if it is sent several times at once', async () => {
    const { gateway, submit } = await openForm()

    const responses = await Promise.all(
      [1, 2, 3].map(() => submit({ kind: 'card', card: '5555555555554444' })),
    )

    expect(responses.map(({ status }) => status)).toEqual([303, 303, 303])
    expect((await gateway.ledger()).movements).toHaveLength(1)
  })

  it.each<[what: string, changes: Values, typed: Values, status: string]>([
    ['to an ending that is declined', {}, { kind: 'phone', phone: '+447946099100' }, 'declined'],
    ['of an amount that fails', { amount: '909' }, { kind: 'card', card: '5555555555554444' }, 'error'],
    ['that is cancelled', {}, { action: 'cancel' }, 'declined'],
  ])('%s moves nothing', async (_what, changes, typed, outcome) => {
    const { gateway, submit, status } = await openForm(changes)

    await submit(typed)

    expect(await status()).toMatchObject({ status: outcome })
    expect((await gateway.ledger()).movements).toEqual([])
  })

  it('reports its outcome by callback', async () => {
    const receiver = await testReceiver()
    const { gateway, submit } = await openForm({ server_callback_url: receiver.url })
    await submit({ kind: 'card', card: '5555555555554444' })

    await runDurableObjectAlarm(gateway.stub)

    const [told] = await receiver.until(1)
    expect(told?.searchParams.get('type')).toBe('payout')
  })

  it('does not accept a card at the address of card pages', async () => {
    const { gateway, url } = await openForm()
    const values = { action: 'pay', number: '4444555566661111', expiry: '12/39', code: '123', holder: 'J S' }

    await gateway.post(url.replace('/payout/', '/form/'), values)

    expect((await gateway.ledger()).movements).toEqual([])
  })

  it('does not stand at the address of a card page', async () => {
    const gateway = testGateway()
    const sale = await gateway.open()

    const response = await gateway.request((sale['redirect-url'] ?? '').replace('/form/', '/payout/'))

    expect(response.status).toBe(404)
  })

  it('leads back to itself until the customer chooses', async () => {
    const { gateway, url } = await openForm()

    const response = await gateway.request(`${url}/return`)

    expect([response.status, response.headers.get('Location')]).toEqual([303, new URL(url).pathname])
  })

  it.each([
    ['a description', { order_desc: '' }],
    ['a way back', { redirect_url: '' }],
    ['an amount', { amount: '' }],
  ])('without %s is refused', async (_what, changes) => {
    const { reply } = await openForm(changes)

    expect(reply).toMatchObject({ type: 'validation-error', 'error-code': '2' })
  })
})
