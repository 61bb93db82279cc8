import { describe, expect, it } from 'vitest'
import { CARD_SALE, testGateway, type Values } from './test-merchant.ts'

const NOTIFY = 'https://pay.example/3ds/cres?order=1'

/** A gateway with a sale, and what status tells of it. */
async function openSale(credit_card_number: string, changes: Values = { tds_cres_notification_url: NOTIFY }) {
  const gateway = testGateway()
  const opened = await gateway.ask('sale', { ...CARD_SALE, credit_card_number, ...changes })
  const ids = { client_orderid: '902B4FF5', orderid: opened['paynet-order-id'] ?? '' }
  const status = () => gateway.status(ids)
  const uploadIds = { login: 'merchant', 'client-order-id': ids.client_orderid, orderid: ids.orderid }
  const upload = (name: string, values: Values) =>
    gateway.ask(`upload-${name}-result`, { ...uploadIds, ...values })
  return { gateway, status, upload, step: await status() }
}

/** The form of a page: where it goes and what it carries. */
function formOf(page: string, name: string) {
  const action = new RegExp(`<form method="post" action="([^"]*)" name="${name}"`).exec(page)?.[1] ?? ''
  const inputs = page.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)">/g)
  return { action, values: Object.fromEntries([...inputs].map(([, key, value]) => [key, value])) as Values }
}

const base64url = (message: object) => btoa(JSON.stringify(message)).replace(/=+$/, '')
const bank = (path: string) => `http://bank.localhost:8788${path}`

describe('the page of the method', () => {
  const data = (changes: object = {}) => ({
    threeDSMethodData: base64url({
      threeDSServerTransID: 'c0ffee00-0000-4000-8000-000000000001',
      threeDSMethodNotificationURL: 'https://pay.example/3ds/method',
      ...changes,
    }),
  })

  it.each([
    ['answers', 'at once', ', 0)'],
    ['slow', 'after twelve seconds', ', 12000)'],
  ])('that %s tells the merchant %s', async (behaviour, _when, delay) => {
    const page = await (await testGateway().post(bank(`/3ds/method/${behaviour}`), data())).text()

    const { action, values } = formOf(page, 'answer')
    expect(action).toBe('https://pay.example/3ds/method')
    expect(JSON.parse(atob(values.threeDSMethodData ?? ''))).toEqual({
      threeDSServerTransID: 'c0ffee00-0000-4000-8000-000000000001',
    })
    expect(page).toContain(delay)
  })

  it('that is silent has no form', async () => {
    const response = await testGateway().post(bank('/3ds/method/silent'), data())

    expect(response.status).toBe(200)
    expect(await response.text()).not.toContain('<form')
  })

  it.each([
    ['no data', { threeDSMethodData: '' }],
    ['no address', data({ threeDSMethodNotificationURL: undefined })],
    ['an address that runs code', data({ threeDSMethodNotificationURL: 'javascript:alert(1)' })],
  ])('is not there with %s', async (_what, values: Values) => {
    expect((await testGateway().post(bank('/3ds/method/answers'), values)).status).toBe(404)
  })
})

describe('the page of the challenge', () => {
  it('brings back an answer that the gateway takes', async () => {
    const { gateway, status, upload, step } = await openSale('4000000000002008')
    const question = { creq: step.creq ?? '', threeDSSessionData: 'c2Vzc2lvbg' }
    const asked = formOf(await (await gateway.post(step['acs-url'] ?? '', question)).text(), 'challenge')

    const typed = { ...asked.values, action: 'approve', word: 'hint' }
    const page = await (await gateway.post(bank(asked.action), typed)).text()

    const { action, values } = formOf(page, 'answer')
    expect(action).toBe(NOTIFY)
    expect(values.threeDSSessionData).toBe('c2Vzc2lvbg')
    expect(await status()).toMatchObject({ 'tds-status': 'challenge' })
    expect(await upload('cres', { cRes: values.cres ?? '' })).toMatchObject({ type: 'async-response' })
    expect(await status()).toMatchObject({ status: 'approved', 'verified-3d-status': 'AUTHENTICATED' })
  })

  it.each([
    ['when the cardholder refuses', ['refuse'], [200]],
    ['at the third wrong word', ['approve', 'approve', 'approve'], [422, 422, 200]],
  ])('answers no %s', async (_when, actions, statuses) => {
    const { gateway, status, upload, step } = await openSale('4000000000002008')
    const { action } = formOf(
      await (await gateway.post(step['acs-url'] ?? '', { creq: step.creq ?? '' })).text(),
      'challenge',
    )

    const responses: Response[] = []
    for (const name of actions)
      responses.push(await gateway.post(bank(action), { action: name, word: 'hunt' }))

    expect(responses.map((response) => response.status)).toEqual(statuses)
    const { values } = formOf((await responses.at(-1)?.text()) ?? '', 'answer')
    expect(values).not.toHaveProperty('threeDSSessionData')
    await upload('cres', { cRes: values.cres ?? '' })
    expect(await status()).toMatchObject({ status: 'declined', 'error-code': '107' })
  })

  it('shows its answer where the order named no address for it', async () => {
    const { gateway, step } = await openSale('4000000000002008', {})
    const { action } = formOf(
      await (await gateway.post(step['acs-url'] ?? '', { creq: step.creq ?? '' })).text(),
      'challenge',
    )

    const page = await (await gateway.post(bank(action), { action: 'approve', word: 'hint' })).text()

    expect(page).not.toContain('<form')
    expect(page).toContain('nobody said where to send it')
  })

  it('is gone once the answer was uploaded', async () => {
    const { gateway, upload, step } = await openSale('4000000000002008')
    const { threeDSServerTransID } = JSON.parse(atob(step.creq ?? ''))
    await upload('cres', {
      cRes: base64url({ messageType: 'CRes', transStatus: 'Y', threeDSServerTransID }),
    })

    expect((await gateway.post(step['acs-url'] ?? '', { creq: step.creq ?? '' })).status).toBe(404)
  })

  it('is not there for a question that nobody asked', async () => {
    expect((await testGateway().post(bank('/3ds/challenge'), { creq: 'e30' })).status).toBe(404)
  })
})

describe('the page of 3-D Secure 1.0.2', () => {
  const TERM = 'https://pay.example/3ds/pares'

  it('brings back an answer that the gateway takes', async () => {
    const { gateway, status, upload, step } = await openSale('4000000000010001')
    const question = { PaReq: step.pareq ?? '', MD: step.md ?? '', TermUrl: TERM }
    const asked = formOf(await (await gateway.post(step['acs-url'] ?? '', question)).text(), 'challenge')

    const typed = { ...asked.values, action: 'approve', word: 'hint' }
    const { action, values } = formOf(await (await gateway.post(bank(asked.action), typed)).text(), 'answer')

    expect(action).toBe(TERM)
    await upload('pares', { paRes: values.PaRes ?? '', md: values.MD ?? '' })
    expect(await status()).toMatchObject({ status: 'approved' })
  })

  it('sends nobody to an address that runs code', async () => {
    const { gateway, step } = await openSale('4000000000010001')
    const question = { PaReq: step.pareq ?? '', MD: '', TermUrl: 'javascript:alert(1)' }
    const asked = formOf(await (await gateway.post(step['acs-url'] ?? '', question)).text(), 'challenge')

    const typed = { ...asked.values, action: 'approve', word: 'hint' }
    const page = await (await gateway.post(bank(asked.action), typed)).text()

    expect(page).not.toContain('<form')
  })
})

it('a direct sale by redirect comes back to redirect_url through the gateway', async () => {
  const { gateway, status, step } = await openSale('4000000000011009')

  const answer = await gateway.post(step['redirect-to'] ?? '', { action: 'approve', word: 'hint' })
  const page = await (await gateway.request(answer.headers.get('Location') ?? '')).text()

  expect(formOf(page, 'return')).toMatchObject({
    action: 'http://pay.localhost:8787/return/1/key',
    values: { status: 'approved', client_orderid: '902B4FF5' },
  })
  expect(await status()).toMatchObject({ status: 'approved', 'verified-3d-status': 'AUTHENTICATED' })
})

it('a direct sale without redirect_url ends on the result', async () => {
  const { gateway, step } = await openSale('4000000000011009', { redirect_url: '' })

  const answer = await gateway.post(step['redirect-to'] ?? '', { action: 'approve', word: 'hint' })
  const page = await (await gateway.request(answer.headers.get('Location') ?? '')).text()

  expect(page).toContain('Approved')
  expect(page).not.toContain('name="return"')
})
