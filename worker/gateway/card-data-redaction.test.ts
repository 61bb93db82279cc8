/** What a gateway echoes of a card is gone, and what merely looks like it stays. */
import { describe, expect, it } from 'vitest'
import { readFollowUp, readStart } from './accepted-reply.ts'
import { freeText, holdsNumberSent, isNumberSent } from './card-data-redaction.ts'
import { readRecurringPaymentReply } from './card-reply.ts'
import { NOTHING_SENT, SentNumbers, sentIn } from './sent-values.ts'
import { readStatusReply } from './status-reply.ts'
import { settings } from './testing/gateway.ts'

const NUMBER = '5204740009900014'

const card = {
  cardNumber: NUMBER,
  cardHolder: 'Wilhelmina Quistgaard',
  expiryMonth: '11',
  expiryYear: '2047',
  cvv: '973',
}
const sent = sentIn(card)

const percent = (text: string) => text.replaceAll(/./g, (one) => `%${one.charCodeAt(0).toString(16)}`)
const base64 = (text: string) => btoa(text)
const base64Url = (text: string) => base64(text).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '')
const hex = (text: string) => percent(text).replaceAll('%', '')
const utf16 = (text: string) => text.replaceAll(/./g, '$&\0')
const grouped = NUMBER.replaceAll(/(\d{4})(?=\d)/g, '$1 ')

const WRITTEN: readonly (readonly [string, string])[] = [
  ['plain', NUMBER],
  ['in groups', grouped],
  ['in groups with dashes', grouped.replaceAll(' ', '-')],
  ['percent-encoded', percent(NUMBER)],
  ['percent-encoded twice', encodeURIComponent(percent(NUMBER))],
  ['percent-encoded three times', encodeURIComponent(encodeURIComponent(percent(NUMBER)))],
  ['in groups, percent-encoded', encodeURIComponent(grouped)],
  ['as entities of HTML', NUMBER.replaceAll(/./g, (one) => `&#${one.charCodeAt(0)};`)],
  ['escaped as in scripts', NUMBER.replaceAll(/./g, (one) => `\\u00${one.charCodeAt(0).toString(16)}`)],
  ['in base64', base64(NUMBER)],
  ['in base64, in groups', base64(grouped)],
  ['in base64 of addresses', base64Url(NUMBER)],
  ['in base64, percent-encoded', encodeURIComponent(base64(NUMBER))],
  ['in base64 of base64', base64(base64(NUMBER))],
  ['in base64 of UTF-16', base64(utf16(NUMBER))],
  ['in hexadecimal digits', hex(NUMBER)],
  ['in full-width digits', NUMBER.replaceAll(/./g, (one) => String.fromCharCode(one.charCodeAt(0) + 0xfee0))],
]

describe.each(WRITTEN)('a number %s', (_, written) => {
  it('is recognized as a value of its own', () => {
    expect(isNumberSent(written, sent)).toBe(true)
  })

  it.each([
    ['an address', `https://gate.example.com/step?t=${written}&n=1`],
    ['the path of an address', `https://gate.example.com/${written}/step`],
    ['a page', `<p>Card</p><form><input name=pan value="${written}"></form>`],
    ['a fragment', `https://gate.example.com/#c=${written}`],
  ])('is found in %s', (_where, text) => {
    expect(holdsNumberSent(text, sent)).toBe(true)
  })

  it('is gone from a sentence', () => {
    const left = freeText(`Card ${written} was not accepted`, sent)

    expect(left).toMatch(/^Card \S.* was not accepted$/)
    expect([holdsNumberSent(left, sent), left.includes('…')]).toEqual([false, true])
  })
})

it.each([0, 1, 2, 3, 4, 5])('finds a number in base64 behind %i other bytes', (count) => {
  const path = base64Url(`${'x'.repeat(count)}${NUMBER}${'y'.repeat(count)}`)

  expect(holdsNumberSent(`https://gate.example.com/s/${path}`, sent)).toBe(true)
})

it('finds a number that a page breaks by its markup', () => {
  const page = grouped.split(' ').map((group) => `<b>${group}</b>`)

  expect(holdsNumberSent(`<p>${page.join('')}</p>`, sent)).toBe(true)
})

it.each([
  ['a time of 13 digits', 'https://gate.example.com/step?t=1766400000123'],
  ['another number whose check digit is right', 'https://gate.example.com/step/4444555566661111'],
  ['its last four digits', 'https://gate.example.com/step?last=0014'],
  ['the code and the expiry', 'https://gate.example.com/step/973?e=11/47'],
  ['an opaque token', `https://gate.example.com/s/${base64('sess-000000000000-0014-5204')}`],
])('leaves an address with %s alone', (_, text) => {
  expect(holdsNumberSent(text, sent)).toBe(false)
})

it.each([
  ['the holder', 'no card of Wilhelmina Quistgaard here', 'no card of … … here'],
  ['a part of the holder, in capitals', 'MRS QUISTGAARD: no', 'MRS …: no'],
  ['the holder, spread out', 'W i l h e l m i n a says no', '… says no'],
  ['the holder in base64', `by ${base64('Wilhelmina Quistgaard')}`, 'by …'],
  ['the code in base64', `code ${base64('973')}`, 'code …'],
  ['the code', 'code 973 is wrong', 'code … is wrong'],
  ['the expiry', 'valid to 11/47 or 2047-11', 'valid to … or …'],
  ['digits that were not sent', 'limit 5000', 'limit …'],
])('takes %s out of a sentence', (_, text, left) => {
  expect(freeText(text, sent)).toBe(left)
})

it('leaves a sentence alone that merely begins like the holder', () => {
  expect(freeText('Wilhelminas Bank', sent)).toBe('Wilhelminas Bank')
})

it.each([`order-${NUMBER}`, `${NUMBER}-1`, `1${NUMBER}`])('does not take %s for the number itself', (id) => {
  expect(isNumberSent(id, sent)).toBe(false)
})

it('does not take a short account number for an identifier of the gateway', () => {
  expect(isNumberSent('4242', sentIn({ accountNumber: '4242' }))).toBe(false)
})

it.each([
  ['an account', { accountNumber: 'DE89 3704 0044 0532 0130 00' }, 'de89370400440532013000'],
  ['a wallet', { wallet: 'wallet-of-w.q' }, 'wallet-of-w.q'],
  ['a telephone', { receiverPhone: '+4412345678' }, '4412345678'],
  ['the receiver of a transfer', { destinationCardNumber: NUMBER }, NUMBER],
])('knows the number of %s', (_, values, told) => {
  expect(isNumberSent(told, sentIn(values))).toBe(true)
})

it('knows numbers of earlier requests, and words of this one alone', () => {
  const numbers = new SentNumbers()
  numbers.of(card)

  expect(numbers.of({ clientOrderId: 'order-1' })).toEqual({ numbers: [NUMBER], words: [] })
})

const accepted = {
  type: 'async-response',
  'paynet-order-id': '42',
  'serial-number': 'sn-1',
  'redirect-url': 'https://gate.example.com/step/1',
}
const answer = (fields: object, status = 200) => ({ status, text: JSON.stringify(fields), sent })
const started = (change: object) => readStart(answer({ ...accepted, ...change }), settings.threeDs)
const method = {
  'tds-status': 'method',
  'three-ds-method-url': `https://acs.example.com/${NUMBER}`,
  'three-ds-server-trans-id': 'trans-1',
}

describe('an answer to a charge', () => {
  it('proves nothing where the number stands in place of the order', () => {
    expect(started({ 'paynet-order-id': NUMBER })).toBeUndefined()
    expect(readStart(answer({ ...accepted, type: 'error', 'paynet-order-id': NUMBER }, 400))).toBeUndefined()
  })

  it('is taken without a serial number that is the number', () => {
    expect(started({ 'serial-number': grouped.replaceAll(' ', '.') })).toMatchObject({
      ...{ kind: 'accepted', gatewayId: '42', serialNumber: undefined },
    })
  })

  it.each([
    ['an address', { 'redirect-url': `https://gate.example.com/?c=${base64(NUMBER)}` }],
    ['a page', { 'redirect-url': undefined, html: `<p>${grouped}</p>` }],
    ['a page beside a harmless address', { html: `<p>${NUMBER}</p>` }],
    ['the address of a Method page', { 'redirect-url': undefined, ...method }],
    [
      'what the edge tells a bank',
      {
        ...{ 'redirect-url': undefined, 'tds-status': 'challenge', 'acs-url': 'https://acs.example.com' },
        creq: base64Url(JSON.stringify({ acctNumber: NUMBER })),
      },
    ],
  ])('is taken without a step where the number stands in %s', (_, change) => {
    expect(started(change)).toMatchObject({
      ...{ kind: 'accepted', gatewayId: '42', serialNumber: 'sn-1' },
      ...{ redirectUrl: undefined, threeDs: undefined, html: undefined },
    })
  })

  it('keeps its step where only a field that is not read repeats the number', () => {
    expect(started({ 'credit-card-number': NUMBER })).toMatchObject({ redirectUrl: accepted['redirect-url'] })
  })

  it.each([
    ['the number', NUMBER],
    ['a part of it', NUMBER.slice(0, 9)],
    ['the holder', 'Quistgaard'],
    ['what is no code', 'a b'],
  ])('has no error code where that is %s', (_, code) => {
    const refusal = readStart(answer({ type: 'error', 'error-code': code, 'error-message': 'no' }, 400))

    expect(refusal).toEqual({ kind: 'refused', errorCode: '', errorMessage: 'no' })
  })

  it('is not garbled by a schedule’s name that is the number, but proves nothing', () => {
    expect(readRecurringPaymentReply(answer({ type: 'x', 'recurring-payment-id': NUMBER }))).toBeUndefined()
  })
})

describe('a report', () => {
  const report = (change: object) =>
    readStatusReply(
      answer({ type: 'status-response', status: 'approved', 'paynet-order-id': '42', ...change }),
      2,
      settings.threeDs,
    )

  it.each([
    ['paynet-order-id', 'gatewayId', undefined],
    ['merchant-order-id', 'clientOrderId', undefined],
    ['by-request-sn', 'serialNumber', undefined],
    ['card-ref-id', 'cardRef', undefined],
    ['amount', 'amountMinor', undefined],
    ['total-capture-amount', 'capturedMinor', undefined],
    ['currency', 'currency', undefined],
    ['transaction-type', 'transactionType', undefined],
    ['error-code', 'errorCode', ''],
  ])('reads nothing from %s where that is the number', (name, read, nothing) => {
    expect(report({ [name]: NUMBER })).toHaveProperty(read, nothing)
  })

  it.each(['Wilhelmina Quistgaard', NUMBER, '973', '11/47'])('does not take %s for a brand', (brand) => {
    expect(report({ 'last-four-digits': '0014', 'card-type': brand })).toMatchObject({ card: { brand: '' } })
  })

  it('reads no expiry from anything but a month and a year', () => {
    const fields = { 'last-four-digits': '0014', 'card-exp-month': '973', 'card-exp-year': NUMBER }

    expect(report(fields)).toMatchObject({ card: { masked: '•••• 0014', expires: '' } })
  })

  it('reads an amount that is equal to the code', () => {
    expect(report({ amount: '973', currency: 'EUR' })).toMatchObject({
      status: 'approved',
      amountMinor: 97_300,
    })
  })
})

it.each([
  ['4444555566661111', 'of 16 digits whose check digit is right'],
  ['973', 'that is equal to the code'],
  ['2047', 'that is equal to the year of expiry'],
  ['1766400000123', 'that looks like a time'],
])('takes %s for an identifier %s', (id) => {
  const taken = { type: 'async-response', 'paynet-order-id': id, 'serial-number': id }

  expect(readStart(answer(taken))).toMatchObject({ gatewayId: id, serialNumber: id })
  expect(readFollowUp(answer(taken))).toMatchObject({ gatewayId: id })
})

it('leaves numbers alone that this order did not send', () => {
  const fields = { type: 'async-response', 'paynet-order-id': NUMBER }

  expect(readStart({ ...answer(fields), sent: NOTHING_SENT })).toMatchObject({ gatewayId: NUMBER })
})
