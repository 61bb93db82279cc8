import { describe, expect, it } from 'vitest'
import { FORMATS } from './field-formats.ts'
import type { Operation, Spelling } from './operation-row.ts'
import { type OperationName, operations } from './operations.ts'
import { describeRequest, type Spellings, type Values } from './request.ts'
import { browser, card, destination, sum, values } from './testing/gateway.ts'

const to = { ...destination, endpointPath: 'group/7', endpointId: '7' }
const { clientOrderId, description, email, ip, returnUrl } = values
const form = { clientOrderId, description, email, ip, returnUrl }
const sale = { ...form, ...sum, ...card }
const payout = { clientOrderId, ...sum }
const transfer = { clientOrderId, ...sum, ip }
const callbackUrl = 'https://pay.example.com/callback/a/b'
const scheduled = {
  ...form,
  ...sum,
  cardRef: '7',
  cardRole: 'SRC',
  period: 'day',
  interval: '1',
  callbackUrl,
}

const bodyOf = (name: OperationName, input: Values) =>
  new Map(describeRequest(operations[name], to, input).fields)

describe('describeRequest', () => {
  it('puts the group into the path and its identifier into the control', () => {
    const { url, controlValues } = describeRequest(operations['account-verification-form'], to, form)

    expect(url).toBe('https://gate.example.com/paynet/api/v2/account-verification-form/group/7')
    expect(controlValues).toEqual(['7', clientOrderId, email])
  })

  it.each([
    ['upload-cres-result', { cRes: 'a' }],
    ['upload-pares-result', { paRes: 'a' }],
    ['upload-method-url-result', { ...browser, browserIp: ip, serverTransactionId: 'a', completion: 'N' }],
  ] as const)('leaves the word group out of the path of %s', (name, input) => {
    const { url } = describeRequest(operations[name], to, { ...values, ...input })

    expect(url).toBe(`https://gate.example.com/paynet/api/3ds/v1/${name}/7`)
  })

  it('leaves an unknown transaction out of a bank’s result and of its control', () => {
    const { fields, controlValues } = describeRequest(operations['upload-cres-result'], to, {
      clientOrderId,
      cRes: 'a',
    })

    expect(fields.map(([name]) => name)).toEqual(['login', 'client-order-id', 'cRes'])
    expect(controlValues).toEqual([to.login, clientOrderId, ''])
  })

  it.each([
    [94, 2, '0.94', '94'],
    [1015, 2, '10.15', '1015'],
    [500, 0, '500', '500'],
    [1234, 3, '1.234', '1234'],
  ])('sends %i at exponent %i as %s and signs it as %s', (minor, exponent, sent, signed) => {
    const input = { ...form, amount: { minor, exponent }, currency: 'EUR' }

    const { fields, controlValues } = describeRequest(operations['sale-form'], to, input)

    expect(new Map(fields).get('amount')).toBe(sent)
    expect(controlValues[2]).toBe(signed)
  })

  it('drops blanks around values before they are signed and sent', () => {
    const { fields, controlValues } = describeRequest(operations['account-verification-form'], to, {
      ...form,
      email: ' john.smith@gmail.com\n',
    })

    expect(new Map(fields).get('email')).toBe('john.smith@gmail.com')
    expect(controlValues[2]).toBe('john.smith@gmail.com')
  })

  it('signs an absent identifier of the gateway as nothing and does not send it', () => {
    const { fields, controlValues } = describeRequest(operations.status, to, { clientOrderId: 'a' })

    expect(fields).toEqual([
      ['login', 'shop'],
      ['client_orderid', 'a'],
    ])
    expect(controlValues).toEqual(['shop', 'a', ''])
  })

  it('does not sign a sum that it does not send', () => {
    const { fields, controlValues } = describeRequest(operations.status, to, { ...values, ...sum })

    expect(fields.map(([name]) => name)).toEqual(['login', 'client_orderid', 'orderid'])
    expect(controlValues.join('')).toBe('shoporder-142')
  })

  it.each<[Spelling, string, OperationName, Values]>([
    ['callbackField', 'notify_url', 'account-verification-form', { ...form, callbackUrl }],
    ['callbackField', 'notify_url', 'sale', { ...sale, callbackUrl }],
    ['client-order-id', 'client_orderid', 'upload-cres-result', { ...values, cRes: 'a' }],
    ['client-order-id', 'client_orderid', 'pan-eligibility-send', { clientOrderId, cardRef: '7' }],
    ['client_orderid', 'client-order-id', 'create-card-ref-v4', values],
    ['client_orderid', 'client-order-id', 'payout-check', { ...payout, wallet: 'w' }],
    ['client_orderid', 'client-order-id', 'payout-pay', values],
    [
      'client_orderid',
      'client-order-id',
      'transfer',
      { ...transfer, depositToCard: 'true', destinationRecurringPaymentId: '5' },
    ],
    ['client-orderid', 'client_orderid', 'create-recurring-payment', scheduled],
    ['cRes', 'cres', 'upload-cres-result', { ...values, cRes: 'a' }],
    ['paRes', 'PaRes', 'upload-pares-result', { ...values, paRes: 'a' }],
  ])('spells a field by %s as the gateway does: %s of %s', (spelling, wire, name, input) => {
    const names = (spellings: Spellings) =>
      describeRequest(operations[name], to, input, spellings).fields.map(([field]) => field)

    const [usual, spelled] = [names({}), names({ [spelling]: wire })]

    expect(usual).not.toContain(wire)
    expect(spelled).toContain(wire)
    expect(spelled.filter((field) => !usual.includes(field))).toEqual([wire])
  })

  it.each<[OperationName, Values]>([
    ['payout', { ...payout, wallet: 'w', callbackUrl }],
    ['payout-form', { ...form, ...sum, callbackUrl }],
    ['payout-check', { ...payout, wallet: 'w', callbackUrl }],
    ['transfer', { ...transfer, depositToCard: 'true', destinationRecurringPaymentId: '5', callbackUrl }],
    ['create-recurring-payment', scheduled],
  ])('tells the callback of %s in the specification’s field, whatever payments use', (name, input) => {
    const spelled = describeRequest(operations[name], to, input, { callbackField: 'notify_url' })

    expect(new Map(spelled.fields).get('server_callback_url')).toBe(callbackUrl)
  })

  it.each<OperationName>(['capture', 'create-card-ref', 'payout', 'sale'])(
    'spells the order’s name of v2 as ever, however v4 does: %s',
    (name) => {
      const input = { capture: values, 'create-card-ref': values, payout: { ...payout, wallet: 'w' }, sale }[
        name as 'sale'
      ]
      const spelled = describeRequest(operations[name], to, input, { client_orderid: 'client-order-id' })

      expect(new Map(spelled.fields).get('client_orderid')).toBe(clientOrderId)
    },
  )

  it.each<[string, OperationName, Values, string[]]>([
    ['a card', 'sale', sale, ['credit_card_number', 'cvv2']],
    ['a reference to a card', 'sale', { ...form, ...sum, cardRef: '7' }, ['cardrefid']],
    [
      'a reference to a card and its code',
      'sale',
      { ...form, ...sum, cardRef: '7', cvv: '123' },
      ['cardrefid', 'cvv2'],
    ],
    ['the whole of a payment', 'capture', values, []],
    ['a part of a payment', 'capture', { ...values, ...sum }, ['amount', 'currency']],
    [
      'a card that is paid out to',
      'payout',
      { ...payout, cardNumber: card.cardNumber },
      ['credit_card_number'],
    ],
    ['a wallet', 'payout', { ...payout, wallet: 'w' }, ['wallet_account']],
    ['a telephone number', 'payout', { ...payout, receiverPhone: '+37120000000' }, ['receiver_phone']],
    [
      'the deposit and a card',
      'transfer',
      { ...transfer, depositToCard: 'true', destinationCardNumber: card.cardNumber },
      ['deposit2card', 'destination-card-no'],
    ],
    [
      'two recurring payments',
      'transfer',
      { ...transfer, recurringPaymentId: '5', destinationRecurringPaymentId: '6' },
      ['card_recurring_payment_id', 'destination_card_recurring_payment_id'],
    ],
  ])('sends of a choice %s', (_, name, input, wire) => {
    const { choices = {} } = operations[name] as Operation
    const possible = Object.values(choices).flatMap((sets) =>
      Object.values(sets).flatMap((set) => Object.keys(set)),
    )

    const sent = [...bodyOf(name, input).keys()].filter((field) => possible.includes(field))

    expect(sent).toEqual(expect.arrayContaining(wire))
    expect(sent.includes('cardrefid') && sent.includes('credit_card_number')).toBe(false)
  })

  it.each<[string, OperationName, Values, string]>([
    ['no card at all', 'sale', { ...form, ...sum }, 'card'],
    ['a card and a reference', 'sale', { ...sale, cardRef: '7' }, 'card'],
    ['a card without its code', 'sale', { ...sale, cvv: '' }, 'card'],
    ['half a card beside a reference', 'sale', { ...form, ...sum, cardRef: '7', expiryYear: '2030' }, 'card'],
    ['a part without a currency', 'return', { ...values, amount: sum.amount }, 'sum'],
    ['a part without an amount', 'capture', { ...values, currency: 'EUR' }, 'sum'],
    ['a payout without a destination', 'payout', payout, 'destination'],
    ['a payout to two', 'payout', { ...payout, wallet: 'w', receiverPhone: '+37120000000' }, 'destination'],
    ['a payout to half an account', 'payout', { ...payout, accountNumber: '1' }, 'destination'],
    [
      'a transfer without a source',
      'transfer',
      { ...transfer, destinationCardNumber: card.cardNumber },
      'source',
    ],
    ['a transfer without a target', 'transfer', { ...transfer, depositToCard: 'true' }, 'target'],
    [
      'a transfer from the deposit and a card',
      'transfer',
      { ...transfer, ...card, depositToCard: 'true', destinationCardNumber: card.cardNumber },
      'source',
    ],
  ])('refuses %s', (_, name, input, choice) => {
    expect(() => bodyOf(name, input)).toThrow(
      expect.objectContaining({
        name: 'TypeError',
        message: expect.stringMatching(`^${choice} cannot be sent: it takes one of `),
      }),
    )
  })

  it.each<[string, OperationName, Values, string]>([
    ['a required value that is missing', 'sale', { ...sale, email: ' ' }, 'email'],
    ['a value that is too long', 'sale', { ...sale, email: `${'a'.repeat(50)}@b.c` }, 'email'],
    ['a description that is too long', 'sale', { ...sale, description: 'a'.repeat(64_001) }, 'order_desc'],
    ['half an emoji', 'sale', { ...sale, description: 'tea \uD83E' }, 'order_desc'],
    ['a control character', 'sale', { ...sale, description: 'tea \u0000' }, 'order_desc'],
    ['an e-mail without a domain', 'sale', { ...sale, email: 'john' }, 'email'],
    ['an address that is none', 'sale', { ...sale, ip: 'localhost' }, 'ipaddress'],
    ['a return to a script', 'sale', { ...sale, returnUrl: 'javascript:alert(1)' }, 'redirect_url'],
    ['an order with blanks in its name', 'sale', { ...sale, clientOrderId: 'a b' }, 'client_orderid'],
    ['a currency in small letters', 'sale', { ...sale, currency: 'eur' }, 'currency'],
    ['an amount of nothing', 'sale', { ...sale, amount: { minor: 0, exponent: 2 } }, 'amount'],
    ['an amount below nothing', 'sale', { ...sale, amount: { minor: -1, exponent: 2 } }, 'amount'],
    ['a fraction of a minor unit', 'sale', { ...sale, amount: { minor: 0.5, exponent: 2 } }, 'amount'],
    ['an amount as text', 'sale', { ...sale, amount: '10,15' }, 'amount'],
    [
      'a card number with letters',
      'sale',
      { ...sale, cardNumber: '4444 5555 6666 1111' },
      'credit_card_number',
    ],
    ['a card number that is too short', 'sale', { ...sale, cardNumber: '44445555666' }, 'credit_card_number'],
    ['a thirteenth month', 'sale', { ...sale, expiryMonth: '13' }, 'expire_month'],
    ['a month of one digit', 'sale', { ...sale, expiryMonth: '1' }, 'expire_month'],
    ['a year of two digits', 'sale', { ...sale, expiryYear: '30' }, 'expire_year'],
    ['a code of two digits', 'sale', { ...sale, cvv: '12' }, 'cvv2'],
    ['a country of three letters', 'sale', { ...sale, country: 'LVA' }, 'country'],
    ['a country in small letters', 'sale', { ...sale, country: 'lv' }, 'country'],
    ['a telephone number in groups', 'sale', { ...sale, phone: '+371 20000000' }, 'phone'],
    ['a boolean in words', 'sale', { ...sale, browserJavaEnabled: 'yes' }, 'customer_browser_java_enabled'],
    [
      'a Method step that ended otherwise',
      'upload-method-url-result',
      { ...values, ...browser, browserIp: ip, serverTransactionId: 'a', completion: 'X' },
      'threeDSCompInd',
    ],
    [
      'a deposit that is not meant',
      'transfer',
      { ...transfer, depositToCard: 'false', destinationCardNumber: card.cardNumber },
      'deposit2card',
    ],
    ['an unknown period', 'create-recurring-payment', { ...scheduled, period: 'decade' }, 'period'],
    [
      'a card that is neither source nor destination',
      'create-recurring-payment',
      { ...scheduled, cardRole: 'ANY' },
      'rp_card_type',
    ],
    ['an interval of nothing', 'create-recurring-payment', { ...scheduled, interval: '0' }, 'interval'],
  ])('refuses %s, and names the field alone', (_, name, input, field) => {
    expect(() => bodyOf(name, input)).toThrow(
      expect.objectContaining({
        name: 'TypeError',
        message: expect.stringMatching(
          new RegExp(`^${field} cannot be sent: it is (missing|longer than \\d+ characters|not .+)$`),
        ),
      }),
    )
  })

  it('says nothing of a value in any refusal', () => {
    const wrong = { ...sale, cardNumber: '4444555566661111x', cvv: '12345' }

    expect(() => bodyOf('sale', wrong)).toThrow(/^(?!.*(4444|12345))/)
  })

  it.each(['203.0.113.9', '2001:db8::1', '::1', '::ffff:203.0.113.9'])('takes the address %s', (address) => {
    expect(bodyOf('sale', { ...sale, ip: address }).get('ipaddress')).toBe(address)
  })
})

describe('operations', () => {
  const rows: [OperationName, Operation][] = Object.entries(operations) as [OperationName, Operation][]

  const allFields = ({ fields, choices = {} }: Operation) =>
    [fields, ...Object.values(choices).flatMap((sets) => Object.values(sets))].flatMap((set) =>
      Object.values(set),
    )

  it('are the 25 of the specification, each at a path of its own', () => {
    expect(new Set(rows.map(([, { path }]) => path)).size).toBe(25)
  })

  it.each(rows)('%s has room for whatever the gateway may have named', (_, operation) => {
    const named = [
      ...['gatewayId', 'serialNumber', 'cardRef', 'serverTransactionId'],
      ...['recurringPaymentId', 'destinationRecurringPaymentId'],
    ]
    const fields = allFields(operation).filter(({ from }) => named.includes(from))

    expect(fields.map(({ from, maxLength }) => [from, maxLength])).toEqual(
      fields.map(({ from }) => [from, 128]),
    )
  })

  it.each(rows)('%s can compute every value of its control', (_, operation) => {
    const known = ['endpointId', 'login', ...allFields(operation).map(({ from }) => from)]
    const parts = operation.control.map((part) => (part === 'amountMinor' ? 'amount' : part))

    expect(parts.filter((part) => !known.includes(part))).toEqual([])
  })

  it.each(rows)('%s has a control unless OAuth signs it', (_, { scheme, control }) => {
    const mayBeControl = scheme === 'control' || typeof scheme === 'object'

    expect(control.length > 0).toBe(mayBeControl)
  })

  it.each(rows.filter(([, { scheme }]) => typeof scheme === 'object'))(
    '%s lets the profile decide under its own name',
    (name, { scheme }) => {
      expect(scheme).toMatchObject({ decidedBy: name })
    },
  )

  it.each(rows)('%s has no field too short for what its format asks', (_, operation) => {
    const shortest = { currency: 'EUR', country: 'LV', 'expiry-year': '2030', cvv: '1234', true: 'true' }
    const tooShort = allFields(operation).filter(
      ({ format, maxLength }) => maxLength < (shortest[format as keyof typeof shortest] ?? '').length,
    )

    expect(tooShort).toEqual([])
  })
})

describe('formats', () => {
  it.each(Object.entries(FORMATS))('%s covers the whole value', (_, { pattern }) => {
    expect(pattern.test('\u0000')).toBe(false)
    expect(pattern.source).toMatch(/^\^.*\$$/)
  })
})
