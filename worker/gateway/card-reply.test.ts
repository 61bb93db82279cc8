import { describe, expect, it } from 'vitest'
import { readCardInfoReply, readCardRefReply, readRecurringPaymentReply } from './card-reply.ts'

const reply = (fields: object, status = 200) => ({
  status,
  text: JSON.stringify({ type: 'response', ...fields }),
})

describe('readCardRefReply', () => {
  it('reads a reference, also as a number too large for a double', () => {
    const text = '{"type":"response","status":"approved","card-ref-id":1234567890123456789}'

    expect(readCardRefReply({ status: 200, text })).toEqual({
      kind: 'accepted',
      cardRef: '1234567890123456789',
    })
  })

  it('reads what v4 tells besides', () => {
    const raw = reply({ 'card-ref-id': '77', 'unq-card-ref-id': '7', 'recurring-payment-id': '5' })

    expect(readCardRefReply(raw)).toEqual({
      kind: 'accepted',
      cardRef: '77',
      uniqueCardRef: '7',
      recurringPaymentId: '5',
    })
  })
})

describe('readRecurringPaymentReply', () => {
  it('reads the identifier of the schedule, and of a transaction where there is one', () => {
    const raw = reply({ 'recurring-payment-id': '5', 'paynet-order-id': '42' })

    expect(readRecurringPaymentReply(raw)).toEqual({
      kind: 'accepted',
      recurringPaymentId: '5',
      gatewayId: '42',
    })
  })
})

describe('a reply without a type', () => {
  const untyped = (fields: object, status = 200, mediaType = 'application/vnd.pay+json') => ({
    ...{ status, mediaType },
    text: JSON.stringify(fields),
  })

  it('is read by the field that its operation needs', () => {
    expect(readCardRefReply(untyped({ 'card-ref-id': 77 }))).toMatchObject({ cardRef: '77' })
    expect(readRecurringPaymentReply(untyped({ 'recurring-payment-id': 5 }))).toMatchObject({
      recurringPaymentId: '5',
    })
    expect(readCardInfoReply(untyped({ 'last-four-digits': '1111' }))).toMatchObject({ kind: 'accepted' })
  })

  it('is not read without that field, with an error, or in another media type', () => {
    expect(readCardRefReply(untyped({ 'recurring-payment-id': 5 }))).toBeUndefined()
    expect(readCardRefReply(untyped({ 'card-ref-id': 77, 'error-code': 3 }))).toBeUndefined()
    expect(readCardRefReply(untyped({ 'card-ref-id': 77 }, 200, 'application/json'))).toBeUndefined()
  })

  it.each(['recurring-payment-id', 'paynet-order-id'])(
    'refuses no recurring payment that it names: %s',
    (name) => {
      expect(readRecurringPaymentReply(untyped({ [name]: 5, 'error-code': 3 }, 400))).toBeUndefined()
    },
  )
})

describe('readCardInfoReply', () => {
  const card = {
    'card-printed-name': 'JOHN SMITH',
    bin: '444455',
    'card-type': 'VISA',
    'masked-pan': '444455******1111',
    'last-four-digits': '1111',
    'expire-month': '1',
    'expire-year': '2030',
  }

  it('reads a card whole', () => {
    expect(readCardInfoReply(reply(card))).toEqual({
      kind: 'accepted',
      bin: '444455',
      brand: 'VISA',
      masked: '444455******1111',
      expiryMonth: '01',
      expiryYear: '2030',
      holder: 'JOHN SMITH',
    })
  })

  it('reads a card with no more than the specification names', () => {
    const { bin, 'masked-pan': masked, 'expire-month': month, 'expire-year': year } = card
    const named = { bin, brand: 'VISA', 'masked-pan': masked, 'expire-month': month, 'expire-year': year }

    expect(readCardInfoReply(reply(named))).toEqual({
      kind: 'accepted',
      bin: '444455',
      brand: 'VISA',
      masked: '444455******1111',
      expiryMonth: '01',
      expiryYear: '2030',
    })
  })

  it.each([
    ['is missing', undefined],
    ['shows the whole number', '4444555566661111'],
    ['shows too much of it', '444455556*661111'],
  ])('makes the masked number itself where the one that came %s', (_, masked) => {
    expect(readCardInfoReply(reply({ ...card, 'masked-pan': masked }))).toMatchObject({
      masked: '444455******1111',
    })
  })

  it.each([
    ['12/2030', '12', '2030'],
    ['1/30', '01', '2030'],
    ['1230', '12', '2030'],
    ['122030', '12', '2030'],
    ['2030-01', '01', '2030'],
    ['203001', '01', '2030'],
    ['3001', '01', '2030'],
    ['2030-01-31', '01', '2030'],
    ['13/2030', '', ''],
    ['4444555566661111', '', ''],
    ['soon', '', ''],
  ])('reads an expiry in one field, as %s', (expiration, expiryMonth, expiryYear) => {
    const { 'expire-month': _, 'expire-year': __, ...rest } = card

    expect(readCardInfoReply(reply({ ...rest, expiration }))).toMatchObject({ expiryMonth, expiryYear })
  })

  it.each([
    ['4444 55** **** 1111', '444455******1111'],
    ['4444-55XX-XXXX-1111', '444455******1111'],
    ['444455######1111', '444455******1111'],
    ['444455......1111', '444455******1111'],
    ['•••• •••• •••• 1111', '************1111'],
    ['****1111', '****1111'],
  ])('reads the last four digits from %s alone', (told, masked) => {
    const { 'last-four-digits': _, ...rest } = card

    expect(readCardInfoReply(reply({ ...rest, 'masked-pan': told }))).toMatchObject({ masked })
  })

  it('does not show a whole number as BIN or last digits', () => {
    const raw = reply({ ...card, bin: '4444555566661111' })

    expect(readCardInfoReply(raw)).toMatchObject({ bin: '' })
    const long = { ...card, 'last-four-digits': '4444555566661111' }
    expect(JSON.stringify(readCardInfoReply(reply(long)))).not.toContain('4444555566661111')
    expect(readCardInfoReply(reply({ ...long, 'masked-pan': '4444555566661111' }))).toBeUndefined()
  })
})

describe.each([
  ['readCardRefReply', readCardRefReply],
  ['readCardInfoReply', readCardInfoReply],
  ['readRecurringPaymentReply', readRecurringPaymentReply],
])('%s', (_, read) => {
  it.each([
    ['a client error', 400, { type: 'error', 'error-code': 8 }],
    ['a bad end', 200, { status: 'Declined', 'error-code': 8 }],
  ])('takes %s as a refusal', (_title, status, fields) => {
    expect(read(reply(fields, status))).toMatchObject({ kind: 'refused', errorCode: '8' })
  })

  it.each([
    ['an error of the server', 500, { type: 'error' }],
    ['a success that tells nothing', 200, { status: 'approved' }],
    ['an error that comes as success', 200, { type: 'error' }],
  ])('proves nothing by %s', (_title, status, fields) => {
    expect(read(reply(fields, status))).toBeUndefined()
  })

  it('does not understand a page of HTML', () => {
    expect(read({ status: 200, text: '<html>' })).toBeUndefined()
  })
})
