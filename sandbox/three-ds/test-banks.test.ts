import { describe, expect, it } from 'vitest'
import { bank, formOf, NOTIFY, openSale, read } from '../testing/three-ds-merchant.ts'

describe('a bank', () => {
  it('that pads pads both of its answers, and the gateway accepts them', async () => {
    const sale = await openSale('padded')
    expect(await sale.status()).toMatchObject({
      'three-ds-method-url': 'http://bank.localhost:8788/3ds/method/padded',
    })
    await sale.method('Y')

    const { values } = await sale.confirm()

    expect(values.cres).toMatch(/^[\w-]+={1,2}$/)
    await sale.upload('cres', { cRes: values.cres ?? '' })
    expect(await sale.status()).toMatchObject({ status: 'approved' })
  })

  it('that fails answers with an error message, which declines the sale', async () => {
    const sale = await openSale('error')
    const { threeDSServerTransID } = read((await sale.status()).creq)

    const { values } = await sale.confirm({ threeDSSessionData: 'YQ' })

    expect(read(values.cres)).toMatchObject({ messageType: 'Erro', errorCode: '403', threeDSServerTransID })
    expect(values.threeDSSessionData).toBe('YQ')
    await sale.upload('cres', { cRes: values.cres ?? '' })
    expect(await sale.status()).toMatchObject({ status: 'declined', 'error-code': '107' })
  })

  it('with the empty answer posts a form without fields', async () => {
    const sale = await openSale('empty')

    expect(await sale.confirm({ threeDSSessionData: 'YQ' })).toEqual({
      action: NOTIFY,
      target: '_self',
      values: {},
    })
    expect(await sale.upload('cres', { cRes: '' })).toMatchObject({ 'error-code': '2' })
    expect(await sale.status()).toMatchObject({ 'tds-status': 'challenge' })
  })

  it.each([
    ['foreign', 'is about another payment', '51'],
    ['cut-off', 'ends in the middle', '52'],
  ] as const)('whose answer is %s is not believed: it %s', async (kind, _what, code) => {
    const sale = await openSale(kind)

    const { values } = await sale.confirm()

    expect(await sale.upload('cres', { cRes: values.cres ?? '' })).toMatchObject({ 'error-code': code })
    expect(await sale.status()).toMatchObject({ status: 'processing', 'tds-status': 'challenge' })
  })

  it.each([
    ['posts-to-parent', '_parent'],
    ['posts-to-top', '_top'],
  ] as const)('of the card %s posts to %s', async (kind, target) => {
    const sale = await openSale(kind)

    expect(await sale.confirm()).toMatchObject({ action: NOTIFY, target })
  })

  it('that takes over the whole window continues there with the same challenge', async () => {
    const sale = await openSale('breaks-out')
    const page = await (await sale.ask()).text()
    const { action } = formOf(page, 'challenge')

    const whole = await sale.gateway.request(bank(action))

    expect(page).toContain(`top.location.href = "${action}"`)
    expect(formOf(await whole.text(), 'challenge').action).toBe(action)
  })

  it('whose page opens only once refuses the second request, and accepts an answer to the first', async () => {
    const sale = await openSale('asks-once')
    const page = await (await sale.ask()).text()

    const again = await sale.ask()

    expect([again.status, (await again.text()).includes('<form')]).toEqual([422, false])
    expect(formOf(await (await sale.answer(page)).text(), 'answer').action).toBe(NOTIFY)
  })

  it('that is slow takes its time', async () => {
    const sale = await openSale('slow')
    const before = Date.now()

    const response = await sale.ask()

    expect(response.status).toBe(200)
    // The machine's clock and its timers may differ by a millisecond.
    expect(Date.now() - before).toBeGreaterThanOrEqual(95)
  })
})

describe('a bank that needs its cookie', () => {
  async function cookieSale() {
    const sale = await openSale('cookies')
    const asked = await sale.ask()
    const set = await sale.gateway.request(bank(asked.headers.get('Location') ?? ''))
    const url = bank(set.headers.get('Location') ?? '')
    return { ...sale, url, cookie: set.headers.get('Set-Cookie') ?? '' }
  }

  it('sets one that browsers accept in a frame of another site', async () => {
    const { cookie } = await cookieSale()

    for (const attribute of ['HttpOnly', 'Secure', 'SameSite=None', 'Partitioned', 'Path=/3ds'])
      expect(cookie).toContain(attribute)
  })

  it('shows the challenge once the browser sends it', async () => {
    const { gateway, url, cookie } = await cookieSale()

    const page = await gateway.request(url, { headers: { Cookie: cookie.split(';')[0] ?? '' } })

    expect(formOf(await page.text(), 'challenge').action).toMatch(/^\/3ds\/challenge\//)
  })

  it('offers a new window if the browser does not', async () => {
    const { gateway, url } = await cookieSale()

    const page = await (await gateway.request(url)).text()

    expect(page).not.toContain('<form')
    const href = /<a class="button" href="([^"]*)" target="_blank">/.exec(page)?.[1]
    const reopened = await gateway.request(bank(href ?? ''))
    expect([reopened.status, reopened.headers.get('Location')]).toEqual([303, `${href}?cookie=set`])
  })
})
