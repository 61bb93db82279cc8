import { describe, expect, it } from 'vitest'
import { TEST_CARDS } from '../cards/test-cards.ts'
import { SALE, testGateway, type Values } from '../testing/merchant.ts'

const ORDER = { client_orderid: '902B4FF5' }
const [_FRICTIONLESS = '', CHALLENGE = '', _FILTERED = '', _ERROR = ''] = Object.keys(TEST_CARDS)

/** Opens a gateway with one form. */
async function openForm(operation = 'sale-form', values: Values = SALE) {
  const gateway = testGateway()
  const form = await gateway.open(operation, values)
  return { gateway, form, url: form['redirect-url'] ?? '' }
}

describe('3-D Secure', () => {
  /** Opens a gateway whose shopper is at the bank. */
  async function openChallenge(card: Values = { code: '321' }) {
    const opened = await openForm()
    const response = await opened.gateway.pay(opened.form, card)
    return { ...opened, acs: response.headers.get('Location') ?? '' }
  }

  it.each([
    ['code 321', { code: '321' }],
    ['the challenge card', { number: CHALLENGE }],
  ])('sends the shopper to the bank with %s and charges nothing yet', async (_what, card) => {
    const { gateway, acs } = await openChallenge(card)

    expect(acs).toMatch(/^http:\/\/bank\.localhost:8788\/acs\/[\da-f]{32}$/)
    expect(await gateway.status(ORDER)).toMatchObject({
      status: 'processing',
      'order-stage': 'sale_3d_validating',
    })
    expect((await gateway.ledger()).movements).toEqual([])
  })

  it('approves with the code word and returns to the gateway', async () => {
    const { gateway, acs, url } = await openChallenge()

    const response = await gateway.post(acs, { action: 'approve', word: ' Hint ' })

    expect(response.headers.get('Location')).toBe(`${url}/return`)
    const expected = { status: 'approved', 'verified-3d-status': 'AUTHENTICATED' }
    expect(await gateway.status(ORDER)).toMatchObject(expected)
  })

  it('declines when the cardholder refuses', async () => {
    const { gateway, acs } = await openChallenge()

    await gateway.post(acs, { action: 'refuse', word: 'hint' })

    const expected = { status: 'declined', 'error-code': '107', 'verified-3d-status': 'NOT_AUTHENTICATED' }
    expect(await gateway.status(ORDER)).toMatchObject(expected)
  })

  it('declines at the third wrong code word, and not before', async () => {
    const { gateway, acs } = await openChallenge()
    const wrong = () => gateway.post(acs, { action: 'approve', word: 'hunt' })

    const statuses = [(await wrong()).status, (await wrong()).status, (await wrong()).status]

    expect(statuses).toEqual([422, 422, 303])
    expect(await gateway.status(ORDER)).toMatchObject({ status: 'declined' })
  })

  it('lets the security code decide once the cardholder is authenticated', async () => {
    const { gateway, acs } = await openChallenge({ number: CHALLENGE, code: '116' })

    await gateway.post(acs, { action: 'approve', word: 'hint' })

    expect(await gateway.status(ORDER)).toMatchObject({ status: 'declined', 'error-code': '116' })
  })

  it('keeps an unknown outcome when the bank page is sent again', async () => {
    const { gateway, acs } = await openChallenge({ number: CHALLENGE, code: '217' })
    await gateway.post(acs, { action: 'approve', word: 'hint' })

    await gateway.post(acs, { action: 'refuse' })

    expect(await gateway.status(ORDER)).toMatchObject({ status: 'unknown' })
  })

  it('leads from the finished bank page to the result, not to the page that posts itself', async () => {
    const { gateway, acs, url } = await openChallenge()
    await gateway.post(acs, { action: 'approve', word: 'hint' })

    const response = await gateway.request(acs)

    expect(response.headers.get('Location')).toBe(url)
  })

  it('shows the way to the bank if the shopper returns to the form, and accepts no second card', async () => {
    const { gateway, form, url, acs } = await openChallenge()

    const again = await gateway.pay(form)

    expect(again.headers.get('Location')).toBe(acs)
    expect(await (await gateway.request(url)).text()).toContain(`href="${acs}"`)
    expect((await gateway.ledger()).movements).toEqual([])
  })
})
