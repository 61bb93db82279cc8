import { describe, expect, it } from 'vitest'
import { testGateway, type Values } from '../testing/merchant.ts'
import { bank, base64url, formOf, NOTIFY, openSale, read } from '../testing/three-ds-merchant.ts'

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
  ])('that %s reports to the merchant %s', async (behaviour, _when, delay) => {
    const page = await (await testGateway().post(bank(`/3ds/method/${behaviour}`), data())).text()

    const { action, values } = formOf(page, 'answer')
    expect(action).toBe('https://pay.example/3ds/method')
    expect(JSON.parse(atob(values.threeDSMethodData ?? ''))).toEqual({
      threeDSServerTransID: 'c0ffee00-0000-4000-8000-000000000001',
    })
    expect(page).toContain(delay)
  })

  it('that pads posts the same with padding', async () => {
    const page = await (await testGateway().post(bank('/3ds/method/padded'), data())).text()

    const { threeDSMethodData = '' } = formOf(page, 'answer').values
    expect(threeDSMethodData).toMatch(/=$/)
    expect(JSON.parse(atob(threeDSMethodData))).toEqual({
      threeDSServerTransID: 'c0ffee00-0000-4000-8000-000000000001',
    })
  })

  it('that is silent has no form', async () => {
    const response = await testGateway().post(bank('/3ds/method/silent'), data())

    expect(response.status).toBe(200)
    expect(await response.text()).not.toContain('<form')
  })

  it.each([
    ['no data', { threeDSMethodData: '' }],
    ['data with padding', { threeDSMethodData: `${data().threeDSMethodData}=` }],
    ['no address', data({ threeDSMethodNotificationURL: undefined })],
    ['an address that runs code', data({ threeDSMethodNotificationURL: 'javascript:alert(1)' })],
  ])('is a 404 with %s', async (_what, values: Values) => {
    expect((await testGateway().post(bank('/3ds/method/answers'), values)).status).toBe(404)
  })
})

describe('the page of the challenge', () => {
  it('posts an answer that the gateway accepts, and the unchanged session data', async () => {
    const { confirm, upload, status } = await openSale('challenge')

    const { action, target, values } = await confirm({ threeDSSessionData: 'c2Vzc2lvbg' })

    expect([action, target]).toEqual([NOTIFY, '_self'])
    expect(Object.keys(values)).toEqual(['cres', 'threeDSSessionData'])
    expect(values.threeDSSessionData).toBe('c2Vzc2lvbg')
    expect(await status()).toMatchObject({ 'tds-status': 'challenge' })
    expect(await upload('cres', { cRes: values.cres ?? '' })).toMatchObject({ type: 'async-response' })
    expect(await status()).toMatchObject({ status: 'approved', 'verified-3d-status': 'AUTHENTICATED' })
  })

  it('shows merchant, description, amount and card, escaped', async () => {
    const { ask } = await openSale('challenge', { order_desc: '<b>Tea</b> & "cups"' })

    const page = await (await ask()).text()

    expect(page).toContain('&lt;b&gt;Tea&lt;/b&gt; &amp; &quot;cups&quot;')
    for (const text of ['€10.42', 'merchant', 'VISA ending in 2008', 'Approve', 'Cancel'])
      expect(page).toContain(text)
  })

  it.each([
    ['when the cardholder cancels', ['refuse'], [200]],
    ['at the third wrong code word', ['approve', 'approve', 'approve'], [422, 422, 200]],
  ])('answers no %s', async (_when, actions, statuses) => {
    const { ask, answer, upload, status } = await openSale('challenge')
    const page = await (await ask()).text()

    const responses: Response[] = []
    for (const name of actions) responses.push(await answer(page, name, 'hunt'))

    expect(responses.map((response) => response.status)).toEqual(statuses)
    const { values } = formOf((await responses.at(-1)?.text()) ?? '', 'answer')
    expect(Object.keys(values)).toEqual(['cres'])
    await upload('cres', { cRes: values.cres ?? '' })
    expect(await status()).toMatchObject({ status: 'declined', 'error-code': '107' })
  })

  it('shows its answer if the order has no address for it', async () => {
    const { ask, answer } = await openSale('challenge', { tds_cres_notification_url: '' })

    const page = await (await answer(await (await ask()).text())).text()

    expect(page).not.toContain('<form')
    expect(page).toContain('the shop gave no address for the answer')
  })

  it('is a 404 once the answer was uploaded, but answers N to a cardholder who is still there', async () => {
    const { gateway, status, upload, cres, ask, answer } = await openSale('challenge')
    const question = { creq: (await status()).creq ?? '' }
    const page = await (await ask()).text()
    await upload('cres', { cRes: await cres('Y') })

    expect((await gateway.post(bank('/3ds/challenge'), question)).status).toBe(404)
    const { action, values } = formOf(await (await answer(page)).text(), 'answer')
    expect([action, read(values.cres).transStatus]).toEqual([NOTIFY, 'N'])
    expect(await upload('cres', { cRes: values.cres ?? '' })).toMatchObject({ 'error-code': '50' })
    expect(await status()).toMatchObject({ status: 'approved' })
  })

  it('is a 404 for a challenge that was not requested', async () => {
    expect((await testGateway().post(bank('/3ds/challenge'), { creq: 'e30' })).status).toBe(404)
  })

  it('opens again after a reload, and records each visit', async () => {
    const { gateway, ask } = await openSale('challenge')

    const responses = [await ask({}, { 'Sec-Fetch-Dest': 'iframe' }), await ask({ threeDSSessionData: 'YQ' })]

    expect(responses.map(({ status }) => status)).toEqual([200, 200])
    const [entry] = (await gateway.ledger()).transactions
    expect(entry?.threeDs).toMatchObject({
      step: 'challenge',
      notificationUrl: NOTIFY,
      visits: [
        { at: expect.any(String), destination: 'iframe', windowSize: '05', carried: {} },
        { windowSize: '05', carried: { threeDSSessionData: 'YQ' } },
      ],
    })
  })

  it.each(['01', '02', '03', '04', '05'])('opens in a window of size %s', async (challengeWindowSize) => {
    const { gateway, status, ask } = await openSale('challenge')
    const creq = base64url({ ...read((await status()).creq), challengeWindowSize })

    expect((await ask({ creq })).status).toBe(200)
    expect((await gateway.ledger()).transactions[0]?.threeDs?.visits).toMatchObject([
      { windowSize: challengeWindowSize },
    ])
  })

  it.each([
    ['a window of unknown size', { challengeWindowSize: '06' }, {}, 422],
    ['a window whose size is a number', { challengeWindowSize: 5 }, {}, 422],
    ['no size of a window', { challengeWindowSize: undefined }, {}, 422],
    ['session data that are too long', {}, { threeDSSessionData: 'a'.repeat(1025) }, 422],
    ['session data with padding', {}, { threeDSSessionData: 'YQ==' }, 422],
    ['another message', { messageType: 'CRes' }, {}, 404],
  ])('does not open for %s', async (_what, changed, values: Values, code) => {
    const { gateway, status, ask } = await openSale('challenge')
    const creq = base64url({ ...read((await status()).creq), ...changed })

    expect((await ask({ creq, ...values })).status).toBe(code)
    expect((await gateway.ledger()).transactions[0]?.threeDs?.visits).toEqual([])
  })

  it('does not open for a padded request', async () => {
    const { status, ask } = await openSale('challenge')
    const { creq = '' } = await status()

    expect((await ask({ creq: `${creq}=` })).status).toBe(404)
  })
})

describe('the page of 3-D Secure 1.0.2', () => {
  it('posts an answer that the gateway accepts', async () => {
    const { confirm, upload, status } = await openSale('pareq')

    const { action, values } = await confirm({ TermUrl: 'https://pay.example/3ds/pares' })

    expect(action).toBe('https://pay.example/3ds/pares')
    await upload('pares', { paRes: values.PaRes ?? '', md: values.MD ?? '' })
    expect(await status()).toMatchObject({ status: 'approved' })
  })

  it('does not post to an address that runs code', async () => {
    const { ask, answer } = await openSale('pareq')

    const page = await (await answer(await (await ask({ TermUrl: 'javascript:alert(1)' })).text())).text()

    expect(page).not.toContain('<form')
  })
})

it('a direct sale by redirect returns to redirect_url through the gateway', async () => {
  const { gateway, status } = await openSale('redirect')

  const answer = await gateway.post((await status())['redirect-to'] ?? '', {
    action: 'approve',
    word: 'hint',
  })
  const page = await (await gateway.request(answer.headers.get('Location') ?? '')).text()

  expect(formOf(page, 'return')).toMatchObject({
    action: 'http://pay.localhost:8787/return/1/key',
    values: { status: 'approved', client_orderid: '902B4FF5' },
  })
  expect(await status()).toMatchObject({ status: 'approved', 'verified-3d-status': 'AUTHENTICATED' })
})

it('a direct sale without redirect_url ends on the result', async () => {
  const { gateway, status } = await openSale('redirect', { redirect_url: '' })

  const answer = await gateway.post((await status())['redirect-to'] ?? '', {
    action: 'approve',
    word: 'hint',
  })
  const page = await (await gateway.request(answer.headers.get('Location') ?? '')).text()

  expect(page).toContain('Approved')
  expect(page).not.toContain('name="return"')
})
