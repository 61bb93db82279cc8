import { describe, expect, it } from 'vitest'
import type { Intent, Way } from '../../../shared/order-view.ts'
import type { Details } from '../../domain/attempt-details.ts'
import { operations } from '../../gateway/operations.ts'
import { describeRequest, type Values } from '../../gateway/request.ts'
import { attempted, nameOf, orderWith } from '../testing/examples.ts'
import { requestOf, type Source } from './gateway-requests.ts'
import type { StartName } from './methods.ts'

const CARD = {
  number: '4444555566661111',
  holder: 'JANE DOE',
  expiryMonth: '12',
  expiryYear: '2030',
  cvv: '123',
}

const { cvv: _, ...CODELESS } = CARD

const BROWSER = {
  acceptHeader: 'text/html',
  userAgent: 'Browser/1',
  javaEnabled: false,
  javascriptEnabled: true,
  language: 'en-GB',
  colorDepth: '24',
  screenWidth: '1280',
  screenHeight: '720',
  timeZone: '-60',
}

/** An attempt of a shopper who told everything, and its details. */
function source(intent: Intent, method: Way, details: Details): Source {
  const { terms, attempts } = orderWith({ intent, methods: [method] }, attempted('key-1', method))
  const [attempt] = attempts
  if (!attempt) throw new TypeError('no attempt')
  const billing = {
    address: 'Main Street 1',
    city: 'Springfield',
    postalCode: '12345',
    country: 'US',
    state: 'IL',
  }
  const customer = { email: 'jane@example.com', name: 'Jane van Doe', phone: '+44 20 7946 0958', billing }
  return {
    terms,
    attempt,
    payer: { customer, ip: '203.0.113.9', browser: BROWSER },
    addresses: {
      callbackUrl: 'https://pay.example.com/callback/1',
      returnUrl: 'https://pay.example.com/return/1',
      challengeUrl: 'https://pay.example.com/three-ds/1/cres',
    },
    details,
  }
}

const named = { clientOrderId: nameOf(1), callbackUrl: 'https://pay.example.com/callback/1' }
const sum = { amount: { minor: 1250, exponent: 2 }, currency: 'EUR' }
const person = { firstName: 'Jane', lastName: 'van Doe' }
const payment = { ...named, description: 'Mug', email: 'jane@example.com', ip: '203.0.113.9' }
const contact = {
  ...person,
  address: 'Main Street 1',
  city: 'Springfield',
  postalCode: '12345',
  country: 'US',
  state: 'IL',
  phone: '+442079460958',
}
const back = { returnUrl: 'https://pay.example.com/return/1' }
const cardWithoutCode = {
  cardNumber: CARD.number,
  cardHolder: CARD.holder,
  expiryMonth: CARD.expiryMonth,
  expiryYear: CARD.expiryYear,
}
const card = { ...cardWithoutCode, cvv: '123' }
const browser = {
  browserAcceptHeader: 'text/html',
  browserUserAgent: 'Browser/1',
  browserJavaEnabled: 'false',
  browserJavascriptEnabled: 'true',
  browserLanguage: 'en-GB',
  browserColorDepth: '24',
  browserScreenWidth: '1280',
  browserScreenHeight: '720',
  browserTimeZone: '-60',
  challengeUrl: 'https://pay.example.com/three-ds/1/cres',
}
const form = { ...payment, ...contact, ...back }
const directly = { ...form, ...sum, ...browser }
const paidOut = {
  ...named,
  ...sum,
  description: 'Mug',
  ip: '203.0.113.9',
  email: 'jane@example.com',
  phone: '+442079460958',
  ...person,
}
const bank = { accountNumber: '12345678', bankName: 'Bank', routingNumber: '1' }
const schedule = { period: 'month', interval: 2 } as const
const planned = { ...payment, ...contact, ...sum, period: 'month', interval: '2', cardRole: 'SRC' }

/** Operation, what it is for, its details, and the values that it is sent. */
const ROWS: readonly (readonly [string, StartName, Intent, Way, Details, object])[] = [
  ['a hosted sale', 'sale-form', 'sale', 'hosted', {}, { ...form, ...sum }],
  ['a hosted reservation', 'preauth-form', 'preauth', 'hosted', {}, { ...form, ...sum }],
  ['a hosted verification', 'account-verification-form', 'verify', 'hosted', {}, form],
  ['a page of the payer’s choice', 'payment-form', 'sale', 'payment-page', {}, { ...form, ...sum }],
  ['a sale', 'sale', 'sale', 'card', { card: CARD }, { ...directly, ...card }],
  [
    'a sale by a kept card',
    'sale',
    'sale',
    'saved-card',
    { cardRef: '77', cvv: '321' },
    { ...directly, cardRef: '77', cvv: '321' },
  ],
  ['a reservation', 'preauth', 'preauth', 'card', { card: CARD }, { ...directly, ...card }],
  [
    'a verification',
    'account-verification',
    'verify',
    'card',
    { card: CARD },
    { ...form, ...browser, ...card },
  ],
  [
    'a charge of a kept card',
    'make-rebill',
    'sale',
    'rebill',
    { cardRef: '77', cvv: '321', comment: 'May' },
    { ...named, ...sum, description: 'Mug', ip: '203.0.113.9', cardRef: '77', cvv: '321', comment: 'May' },
  ],
  [
    'a schedule of charges',
    'create-recurring-payment',
    'verify',
    'recurring-payment',
    { card: CARD, schedule },
    { ...planned, ...card },
  ],
  [
    'a schedule of charges of a card whose code is not known',
    'create-recurring-payment',
    'verify',
    'recurring-payment',
    { card: CODELESS, schedule },
    { ...planned, ...cardWithoutCode },
  ],
  [
    'a schedule of charges of a kept card',
    'create-recurring-payment',
    'verify',
    'recurring-payment',
    { cardRef: '77', schedule },
    { ...planned, cardRef: '77' },
  ],
  [
    'a payout to a card',
    'payout',
    'payout',
    'payout-card',
    { card: CARD },
    { ...paidOut, ...cardWithoutCode },
  ],
  [
    'a payout to a card of which the number alone is known',
    'payout',
    'payout',
    'payout-card',
    { card: { number: CARD.number, holder: '', expiryMonth: '', expiryYear: '' } },
    { ...paidOut, cardNumber: CARD.number },
  ],
  [
    'a payout to an account',
    'payout',
    'payout',
    'payout-bank',
    { bank, purpose: 'rent' },
    { ...paidOut, ...bank, purpose: 'rent' },
  ],
  [
    'a payout to a wallet',
    'payout',
    'payout',
    'payout-ewallet',
    { wallet: 'w1' },
    { ...paidOut, wallet: 'w1' },
  ],
  [
    'a payout to a telephone',
    'payout',
    'payout',
    'payout-phone',
    { receiverPhone: '+44 (20) 7946-0958' },
    { ...paidOut, receiverPhone: '+442079460958' },
  ],
  ['a payout to be checked', 'payout-check', 'payout', 'payout-check', { bank }, { ...paidOut, ...bank }],
  [
    'a page that asks where to pay out to',
    'payout-form',
    'payout',
    'payout-page',
    {},
    { ...named, ...sum, ...back, description: 'Mug', ip: '203.0.113.9', email: 'jane@example.com' },
  ],
  [
    'a transfer from the deposit',
    'transfer',
    'payout',
    'transfer',
    { fromDeposit: true, toCard: '5555444433332222' },
    {
      ...named,
      ...sum,
      description: 'Mug',
      ip: '203.0.113.9',
      ...back,
      depositToCard: 'true',
      destinationCardNumber: '5555444433332222',
    },
  ],
  [
    'a transfer from card to card',
    'transfer',
    'payout',
    'transfer',
    { card: CARD, toCard: '5555444433332222' },
    {
      ...named,
      ...sum,
      description: 'Mug',
      ip: '203.0.113.9',
      ...back,
      ...card,
      destinationCardNumber: '5555444433332222',
    },
  ],
  [
    'a transfer between the cards of recurring payments',
    'transfer',
    'payout',
    'transfer',
    { recurringPaymentId: 'plan-1', toRecurringPayment: 'plan-2' },
    {
      ...named,
      ...sum,
      description: 'Mug',
      ip: '203.0.113.9',
      ...back,
      recurringPaymentId: 'plan-1',
      destinationRecurringPaymentId: 'plan-2',
    },
  ],
  [
    'a question whether a card may send money',
    'pan-eligibility-send',
    'verify',
    'pan-eligibility',
    { card: CARD },
    { ...named, ...cardWithoutCode },
  ],
  [
    'the same of a kept card',
    'pan-eligibility-send',
    'verify',
    'pan-eligibility',
    { cardRef: '77' },
    { ...named, cardRef: '77' },
  ],
]

describe('requestOf', () => {
  it.each(ROWS)('lays out %s', (_, name, intent, way, details, values) => {
    const input = requestOf(name, source(intent, way, details))

    expect(input).toEqual(values)
  })

  it.each(ROWS)('lays out what the gateway’s table takes of %s', (_, name, intent, way, details) => {
    const from = source(intent, way, details)

    const { fields } = describeRequest(
      operations[name],
      from.attempt.destination,
      requestOf(name, from) as Values,
    )

    expect(fields.map(([, value]) => value)).toContain(nameOf(1))
  })

  it('has a row for every operation that starts something', () => {
    const starting = Object.entries(operations).filter(([, { starts }]) => starts)

    expect(new Set(ROWS.map(([, name]) => name))).toEqual(new Set(starting.map(([name]) => name)))
  })

  const forms: StartName[] = [
    'sale-form',
    'preauth-form',
    'account-verification-form',
    'payment-form',
    'payout-form',
  ]

  it.each(forms)('sends no card with %s, whatever came with the wish', (name) => {
    const laidOut = JSON.stringify(
      requestOf(name, source('sale', 'hosted', { card: CARD, cardRef: '77', bank })),
    )

    expect(laidOut).not.toMatch(/4444555566661111|"77"|12345678|123"/)
  })

  it('sends no card beside a reference to one', () => {
    const from = source('sale', 'saved-card', { cardRef: '77', card: CARD })

    expect(JSON.stringify(requestOf('sale', from))).not.toContain(CARD.number)
  })

  it('sends no code where nothing is charged', () => {
    for (const name of ['pan-eligibility-send', 'payout', 'payout-check'] as const) {
      const laidOut = requestOf(name, source('payout', 'payout-card', { card: CARD }))
      expect(laidOut).not.toHaveProperty('cvv')
    }
  })

  it.each([
    ['an emoji', `${'a'.repeat(49)}🫖 ${'b'.repeat(49)}🫖`, 'a'.repeat(49), 'b'.repeat(49)],
    ['a letter', `${'a'.repeat(50)}z ${'b'.repeat(50)}z`, 'a'.repeat(50), 'b'.repeat(50)],
    ['nothing', '🫖🫖 🫖', '🫖🫖', '🫖'],
  ])('does not cut %s of a long name in two', (_, name, firstName, lastName) => {
    const { payer, ...rest } = source('sale', 'card', { card: CARD })
    const input = requestOf('sale', { ...rest, payer: { ...payer, customer: { ...payer.customer, name } } })

    // As JSON, which writes half a character in a way that can be shown.
    expect(JSON.stringify([input.firstName, input.lastName])).toBe(JSON.stringify([firstName, lastName]))
    const to = { url: 'https://gate.example.com', login: 'shop', endpointPath: '1', endpointId: '1' }
    expect(() => describeRequest(operations.sale, to, input as Values)).not.toThrow()
  })

  it('leaves out what is unknown', () => {
    const { payer, ...rest } = source('sale', 'card', { card: CARD })
    const laidOut = requestOf('sale', { ...rest, payer: { customer: {}, ip: payer.ip } })

    expect(Object.keys(laidOut).filter((name) => name.startsWith('browser'))).toEqual([])
    expect(laidOut).toMatchObject({ firstName: '', lastName: '', email: '' })
  })

  it.each<[StartName, Intent, Way, Details]>([
    ['sale', 'sale', 'card', {}],
    ['sale', 'sale', 'card', { card: { ...CARD, cvv: undefined } as unknown as typeof CARD }],
    ['preauth', 'preauth', 'card', { cvv: '123' }],
    ['account-verification', 'verify', 'card', { cardRef: '77' }],
    ['make-rebill', 'sale', 'rebill', { card: CARD }],
    ['create-recurring-payment', 'verify', 'recurring-payment', { card: CARD }],
    ['create-recurring-payment', 'verify', 'recurring-payment', { schedule }],
    ['payout', 'payout', 'payout-card', {}],
    ['payout-check', 'payout', 'payout-check', {}],
    ['pan-eligibility-send', 'verify', 'pan-eligibility', {}],
    ['transfer', 'payout', 'transfer', { fromDeposit: true }],
    ['transfer', 'payout', 'transfer', { toCard: '5555444433332222' }],
  ])('throws for %s where something is missing', (name, intent, way, details) => {
    expect(() => requestOf(name, source(intent, way, details))).toThrow(TypeError)
  })
})
