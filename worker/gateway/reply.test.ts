import { describe, expect, it } from 'vitest'
import { readFormReply, readStatusReply } from './reply.ts'

const opened = {
  kind: 'accepted',
  gatewayId: '9007199254740993123',
  serialNumber: '00000000-0000-0000-0000-000002e2e0b8',
  redirectUrl: 'https://gate.example.com/form/1',
}

const asJson = JSON.stringify({
  type: 'async-form-response',
  'serial-number': opened.serialNumber,
  'paynet-order-id': opened.gatewayId,
  'redirect-url': opened.redirectUrl,
})

describe('readFormReply', () => {
  it.each([
    ['hyphens', asJson],
    ['underscores', asJson.replaceAll(/"([a-z-]+)":/g, (_, name) => `"${name.replaceAll('-', '_')}":`)],
    [
      'a number too large for a double as identifier',
      asJson.replace(`"${opened.gatewayId}"`, opened.gatewayId),
    ],
    [
      'form-encoded text whose values end with line feeds',
      `type=async-form-response%0A&serial-number=${opened.serialNumber}%0A&paynet-order-id=${opened.gatewayId}\n` +
        `&redirect-url=${encodeURIComponent(opened.redirectUrl)}%0A`,
    ],
  ])('understands %s', (_, text) => {
    expect(readFormReply({ status: 200, text })).toEqual(opened)
  })

  it('follows an order that the gateway names, even in an error', () => {
    const text = JSON.stringify({ type: 'error', 'paynet-order-id': 7, 'error-code': 3 })

    expect(readFormReply({ status: 500, text })).toMatchObject({ kind: 'accepted', gatewayId: '7' })
  })

  it('takes a client error without an order as a refusal', () => {
    const text = JSON.stringify({ type: 'validation-error', 'error-code': 39, 'error-message': 'no' })

    expect(readFormReply({ status: 400, text })).toEqual({ kind: 'refused', errorCode: '39' })
  })

  const error = JSON.stringify({ type: 'error', 'error-code': '1' })
  it.each([
    ['an error of the server', 500, error],
    ['a time-out told by a proxy', 408, error],
    ['too many requests', 429, error],
    ['a redirect', 302, error],
    ['an error that comes as success', 200, error],
    ['a page of HTML', 400, '<html><body>Bad Request</body></html>'],
    ['half an object', 200, asJson.slice(0, 40)],
    ['a list', 200, '[1]'],
    ['nothing', 200, ''],
  ])('proves nothing by %s', (_, status, text) => {
    expect(readFormReply({ status, text })).toBeUndefined()
  })
})

describe('readStatusReply', () => {
  const read = (fields: object, exponent = 2) =>
    readStatusReply({ status: 200, text: JSON.stringify({ type: 'status-response', ...fields }) }, exponent)

  it('reads an approval whole', () => {
    const report = read({
      status: 'Approved\n',
      'paynet-order-id': 42,
      'merchant-order-id': 'ref',
      amount: 12.5,
      currency: 'eur',
      'transaction-type': 'Sale',
      'card-type': 'VISA',
      'last-four-digits': '1111',
      'card-exp-month': '1',
      'card-exp-year': '2030',
    })

    expect(report).toMatchObject({
      status: 'approved',
      gatewayId: '42',
      clientOrderId: 'ref',
      amountMinor: 1250,
      currency: 'EUR',
      transactionType: 'sale',
      card: { brand: 'VISA', masked: '•••• 1111', expires: '01/30' },
    })
  })

  it.each([
    ['12.5', 2, 1250],
    ['12.5000', 2, 1250],
    ['1000.00', 0, 1000],
    ['12.505', 2, undefined],
    ['12,50', 2, undefined],
    ['', 2, undefined],
  ])('reads the amount %s at exponent %i as %s', (amount, exponent, amountMinor) => {
    expect(read({ status: 'approved', amount }, exponent)).toMatchObject({ amountMinor })
  })

  it.each([
    ['no status at all', {}, 'processing'],
    ['a word that nobody knows', { status: 'settled?' }, 'unknown'],
  ])('takes %s for no outcome', (_, fields, status) => {
    expect(read(fields)).toMatchObject({ status })
  })

  it('shows no card without its last four digits', () => {
    expect(read({ status: 'approved', 'last-four-digits': '41111111' })).toMatchObject({ card: undefined })
  })

  it('takes an error for no report', () => {
    const text = JSON.stringify({ type: 'validation-error', 'error-code': 4 })

    expect(readStatusReply({ status: 400, text }, 2)).toEqual({ kind: 'error', errorCode: '4' })
  })

  it('does not understand a page of HTML', () => {
    expect(readStatusReply({ status: 200, text: '<html>approved</html>' }, 2)).toBeUndefined()
  })
})
