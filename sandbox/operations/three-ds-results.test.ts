import { describe, expect, it } from 'vitest'
import type { Values } from '../testing/merchant.ts'
import { BROWSER, openSale, read, toUrlAlphabet } from '../testing/three-ds-merchant.ts'

describe('the method', () => {
  it.each([
    ['method-challenge', 'Y', 'challenge'],
    ['method-challenge', 'N', 'challenge'],
    ['method-silent', 'N', 'challenge'],
    ['method-slow', 'N', 'challenge'],
    ['method-missing', 'U', 'challenge'],
  ] as const)('of the %s card with %s leads to the %s', async (kind, indicator, step) => {
    const { status, method, orderid } = await openSale(kind)

    const reply = await method(indicator)

    expect(reply).toMatchObject({ type: 'async-response', 'paynet-order-id': orderid })
    expect(await status()).toMatchObject({ status: 'processing', 'tds-status': step })
  })

  it.each(['Y', 'N'])('with %s can be all that the bank wants', async (indicator) => {
    const { gateway, status, method } = await openSale('method-frictionless')

    await method(indicator)

    expect(await status()).toMatchObject({ status: 'approved', 'verified-3d-status': 'AUTHENTICATED' })
    expect((await gateway.ledger()).movements).toMatchObject([{ kind: 'charge', amountMinor: 1042 }])
  })

  it('shows in the ledger what was uploaded about the browser', async () => {
    const { gateway, method } = await openSale('method-challenge')

    await method('N')

    const [entry] = (await gateway.ledger()).transactions
    expect(entry?.threeDs).toEqual({
      step: 'challenge',
      uploaded: { ...BROWSER, threeDSCompInd: 'N' },
      notificationUrl: expect.any(String),
      visits: [],
    })
  })

  it('leaves the last word to the security code', async () => {
    const { status, method } = await openSale('method-frictionless', { cvv2: '116' })

    await method('Y')

    expect(await status()).toMatchObject({ status: 'declined', 'error-code': '116' })
  })

  it.each([
    ['a completed method where there was no page', 'method-missing', 'Y', {}, '52'],
    ['no page where there was one', 'method-challenge', 'U', {}, '52'],
    ['an indicator that does not exist', 'method-challenge', 'X', {}, '2'],
  ] as const)('is refused with %s', async (_what, kind, indicator, changes, code) => {
    const { status, method } = await openSale(kind, changes)

    expect(await method(indicator)).toMatchObject({ type: 'validation-error', 'error-code': code })
    expect(await status()).toMatchObject({ 'tds-status': 'method' })
  })

  it.each([
    ['without a user agent', { browserUserAgent: '' }],
    ['without the screen of a browser with scripts', { browserScreenWidth: '' }],
    ['with a broken address', { browserIP: 'here' }],
    ['with a malformed boolean', { browserJavaEnabled: 'no' }],
  ])('is refused %s', async (_what, changes: Values) => {
    const { status, upload } = await openSale('method-challenge')
    const threeDSServerTransID = (await status())['three-ds-server-trans-id'] ?? ''

    const values = { ...BROWSER, threeDSServerTransID, threeDSCompInd: 'Y', ...changes }
    const reply = await upload('method-url', values)

    expect(reply).toMatchObject({ type: 'validation-error', 'error-code': '2' })
    expect(await status()).toMatchObject({ 'tds-status': 'method' })
  })

  it('needs no screen of a browser without scripts', async () => {
    const { status, upload } = await openSale('method-challenge')
    const threeDSServerTransID = (await status())['three-ds-server-trans-id'] ?? ''

    const without = { browserJavascriptEnabled: 'false', browserScreenWidth: '', browserTZ: '' }
    const values = { ...BROWSER, ...without, threeDSServerTransID, threeDSCompInd: 'N' }

    expect(await upload('method-url', values)).toMatchObject({ type: 'async-response' })
  })
})

describe('a result of the bank', () => {
  it.each([
    ['Y', 'approved', undefined, 'AUTHENTICATED'],
    ['N', 'declined', '107', 'NOT_AUTHENTICATED'],
  ])('CRes %s settles the sale: %s', async (transStatus, status, code, verified) => {
    const sale = await openSale('challenge')

    await sale.upload('cres', { cRes: await sale.cres(transStatus) })

    const reply = await sale.status()
    expect(reply).toMatchObject({ status, 'verified-3d-status': verified })
    expect(reply['error-code']).toBe(code)
  })

  it.each([
    ['Y', 'approved', undefined, 'AUTHENTICATED'],
    ['N', 'declined', '107', 'NOT_AUTHENTICATED'],
  ])('PaRes %s settles the sale: %s', async (transStatus, status, code, verified) => {
    const sale = await openSale('pareq')

    await sale.upload('pares', { paRes: await sale.pares(transStatus), md: sale.orderid })

    const reply = await sale.status()
    expect(reply).toMatchObject({ status, 'verified-3d-status': verified })
    expect(reply['error-code']).toBe(code)
  })

  it('is taken with padding as well as without', async () => {
    const sale = await openSale('challenge')
    const text = JSON.stringify(read(await sale.cres('Y')))
    const cRes = toUrlAlphabet(btoa(text.length % 3 === 0 ? `${text} ` : text))

    expect(cRes).toMatch(/=$/)
    expect(await sale.upload('cres', { cRes })).toMatchObject({ type: 'async-response' })
  })

  it('that is an error message declines the sale, whatever it contains', async () => {
    const sale = await openSale('challenge')

    const reply = await sale.upload('cres', { cRes: await sale.cres('Y', { messageType: 'Erro' }) })

    expect(reply).toMatchObject({ type: 'async-response' })
    expect(await sale.status()).toMatchObject({ status: 'declined', 'error-code': '107' })
    expect((await sale.gateway.ledger()).movements).toEqual([])
  })

  it('settles a preauth as a hold', async () => {
    const sale = await openSale('challenge', {}, 'preauth')

    await sale.upload('cres', { cRes: await sale.cres('Y') })

    expect((await sale.gateway.ledger()).movements).toMatchObject([{ kind: 'hold' }])
  })

  it('is taken once', async () => {
    const sale = await openSale('challenge')
    const cRes = await sale.cres('Y')
    await sale.upload('cres', { cRes })

    expect(await sale.upload('cres', { cRes })).toMatchObject({ type: 'error', 'error-code': '50' })
    expect((await sale.gateway.ledger()).movements).toHaveLength(1)
  })

  it.each([
    ['of another message', '52', { messageType: 'CReq' }],
    ['without a status', '52', { transStatus: undefined }],
    ['with a status that decides nothing', '52', { transStatus: 'U' }],
    ['with a list as its status', '52', { transStatus: ['Y'] }],
    ['without a transaction', '52', { threeDSServerTransID: undefined }],
    ['of another transaction', '51', { threeDSServerTransID: crypto.randomUUID() }],
    [
      'that is an error message without a transaction',
      '52',
      { messageType: 'Erro', threeDSServerTransID: '' },
    ],
    [
      'that is an error message about another transaction',
      '51',
      { messageType: 'Erro', threeDSServerTransID: crypto.randomUUID() },
    ],
  ])('CRes %s is refused with error-code %s', async (_what, code, changed) => {
    const sale = await openSale('challenge')

    const reply = await sale.upload('cres', { cRes: await sale.cres('Y', changed) })

    expect(reply).toMatchObject({ 'error-code': code, 'merchant-order-id': '902B4FF5' })
    expect(reply).not.toHaveProperty('paynet-order-id')
    expect(await sale.status()).toMatchObject({ 'tds-status': 'challenge' })
  })

  it.each(['Y', '{"messageType":"CRes"}', 'bm90IEpTT04', 'bnVsbA', '++++', 'eyJh=IjoxfQ'])(
    'CRes %s is malformed',
    async (cRes) => {
      const sale = await openSale('challenge')

      expect(await sale.upload('cres', { cRes })).toMatchObject({
        type: 'validation-error',
        'error-code': '52',
      })
      expect(await sale.status()).toMatchObject({ 'tds-status': 'challenge' })
    },
  )

  it.each([
    ['of another message', '52', { messageType: 'PaReq' }, {}],
    ['with a status that decides nothing', '52', { transStatus: 'A' }, {}],
    ['of another transaction', '51', { xid: 'other' }, {}],
    ['with the md of another order', '51', {}, { md: '1' }],
  ])('PaRes %s is refused with error-code %s', async (_what, code, changed, values: Values) => {
    const sale = await openSale('pareq')

    const reply = await sale.upload('pares', { paRes: await sale.pares('Y', changed), ...values })

    expect(reply).toMatchObject({ 'error-code': code })
    expect(await sale.status()).toMatchObject({ 'tds-status': 'pareq' })
  })

  it('CRes of a sale with the same card is refused for the other', async () => {
    const [mine, other] = [await openSale('challenge'), await openSale('challenge')]

    const reply = await mine.upload('cres', { cRes: await other.cres('Y') })

    expect(reply).toMatchObject({ type: 'error', 'error-code': '51' })
  })
})

describe('an upload', () => {
  it.each([
    ['cres', 'method-challenge', { cRes: 'e30' }],
    ['pares', 'challenge', { paRes: 'e30=' }],
    ['cres', 'pareq', { cRes: 'e30' }],
    ['cres', 'redirect', { cRes: 'e30' }],
    ['cres', 'frictionless', { cRes: 'e30' }],
    [
      'method-url',
      'challenge',
      { ...BROWSER, threeDSServerTransID: crypto.randomUUID(), threeDSCompInd: 'Y' },
    ],
  ] as const)('of %s is refused where the %s card waits for something else', async (name, kind, values) => {
    const sale = await openSale(kind)
    const before = await sale.status()

    expect(await sale.upload(name, values)).toMatchObject({ type: 'error', 'error-code': '50' })

    const { 'serial-number': _serial, ...rest } = before
    expect(await sale.status()).toMatchObject(rest)
  })

  it.each([
    ['an unknown order', '7', { orderid: '1' }],
    ['an order of another merchant id', '7', { 'client-order-id': 'other' }],
    ['another login', '5', { login: 'stranger' }],
  ])('for %s is refused with error-code %s', async (_what, code, changes: Values) => {
    const sale = await openSale('challenge')

    const reply = await sale.upload('cres', { cRes: await sale.cres('Y'), ...changes })

    expect(reply).toMatchObject({ 'error-code': code })
  })

  it('with a wrong control is refused and counted under the merchant id', async () => {
    const { gateway, orderid } = await openSale('challenge')
    const values = { login: 'merchant', 'client-order-id': '902B4FF5', orderid, cRes: 'e30' }

    const response = await gateway.call('upload-cres-result', values, undefined, { control: '0'.repeat(40) })

    expect(await response.json()).toMatchObject({ 'error-code': '1' })
    const { requests } = await gateway.ledger()
    expect(requests.at(-1)).toMatchObject({
      operation: 'upload-cres-result',
      clientOrderId: '902B4FF5',
      outcome: 'INVALID_CONTROL_CODE',
    })
  })
})
