import { describe, expect, it } from 'vitest'
import { ask, merchant, post, problemOf, refusalOf, scriptedOrders } from './testing/edge.ts'

const card = {
  number: '4111 1111 1111 1111',
  holder: 'A B',
  expiryMonth: '12',
  expiryYear: '2099',
  cvv: '123',
}
const told = { ...card, number: '4111111111111111' }
const { cvv: _, ...cardWithoutCode } = card
const { cvv: __, ...toldWithoutCode } = told

const money = { amount: '12.50', currency: 'EUR' }
const customer = { email: 'a@b.example' }
const text = { description: 'Tea' }

const anyCurrency = { GATEWAY_ENDPOINTS: '{"EUR":{"endpoint":1001},"*":{"endpoint":1002}}' }

const ORDER = { id: 'an order', attempts: [] }

/** Path, what the request says besides its reference, and what the order is told. */
const ROWS = [
  [
    '/v1/rebills',
    { cardRef: '77', ...money, ...text, cvv: '123', comment: 'Again' },
    { intent: 'sale', amountMinor: 1250, methods: ['rebill'] },
    { method: 'rebill', details: { cardRef: '77', cvv: '123', comment: 'Again' } },
  ],
  [
    '/v1/payouts',
    { ...money, ...text, purpose: 'Salary', to: { card: { number: card.number } }, customer },
    { intent: 'payout', methods: ['payout-card'] },
    {
      method: 'payout-card',
      details: {
        card: { number: '4111111111111111', holder: '', expiryMonth: '', expiryYear: '' },
        purpose: 'Salary',
      },
      customer,
    },
  ],
  [
    '/v1/payouts',
    { ...money, to: { bank: { accountNumber: '12', bankName: 'Bank' } } },
    { intent: 'payout', methods: ['payout-bank'], description: '' },
    { method: 'payout-bank', details: { bank: { accountNumber: '12', bankName: 'Bank' } } },
  ],
  [
    '/v1/payouts',
    { ...money, to: { ewallet: { account: 'w' } } },
    { methods: ['payout-ewallet'] },
    { method: 'payout-ewallet', details: { wallet: 'w' } },
  ],
  [
    '/v1/payout-checks',
    { ...money, to: { phone: { number: '+4912345' } } },
    { intent: 'payout', methods: ['payout-check'] },
    { method: 'payout-check', details: { receiverPhone: '+4912345' } },
  ],
  [
    '/v1/transfers',
    { ...money, from: 'deposit', to: { cardNumber: card.number } },
    { intent: 'payout', methods: ['transfer'] },
    { method: 'transfer', details: { fromDeposit: true, toCard: '4111111111111111' } },
  ],
  [
    '/v1/transfers',
    { ...money, from: { card }, to: { recurringPaymentId: '5' } },
    { methods: ['transfer'] },
    { method: 'transfer', details: { card: told, toRecurringPayment: '5' } },
  ],
  [
    '/v1/transfers',
    { ...money, from: { recurringPaymentId: '4' }, to: { recurringPaymentId: '5' } },
    { methods: ['transfer'] },
    { method: 'transfer', details: { recurringPaymentId: '4', toRecurringPayment: '5' } },
  ],
  [
    '/v1/pan-eligibility',
    { cardRef: '77' },
    { intent: 'verify', currency: '', exponent: 0, amountMinor: 0, methods: ['pan-eligibility'] },
    { method: 'pan-eligibility', details: { cardRef: '77' } },
  ],
  [
    '/v1/pan-eligibility',
    { card: cardWithoutCode },
    { methods: ['pan-eligibility'] },
    { method: 'pan-eligibility', details: { card: toldWithoutCode } },
  ],
  [
    '/v1/recurring-payments',
    { ...money, ...text, period: 'month', interval: 3, cardRef: '77', customer },
    { intent: 'verify', amountMinor: 1250, methods: ['recurring-payment'], collect: ['email'] },
    {
      method: 'recurring-payment',
      details: { cardRef: '77', schedule: { period: 'month', interval: 3 } },
      customer,
    },
  ],
  [
    '/v1/verifications',
    { ...text, card, customer },
    { intent: 'verify', amountMinor: 0, currency: '', methods: ['card'] },
    { method: 'card', details: { card: told }, customer },
  ],
] as const

const body = (changes: object) => ({ reference: `ref-${crypto.randomUUID()}`, ...changes })

function begin(
  path: string,
  request: object,
  answer: unknown = { ok: true, value: ORDER },
  settings: object = {},
) {
  const { asked, ORDERS } = scriptedOrders({ charge: answer })
  return { asked, response: ask(path, post(request, merchant()), { ORDERS, ...anyCurrency, ...settings }) }
}

describe('orders with no shopper present', () => {
  it.each(ROWS)('%s %j', async (path, request, terms, charge) => {
    const wanted = body(request)

    const { asked, response } = begin(path, wanted)

    expect(await (await response).json()).toEqual(ORDER)
    expect(asked).toEqual([
      [
        expect.stringMatching(/^[\w-]{32}$/),
        'charge',
        expect.objectContaining({ reference: wanted.reference, bodyDigest: expect.any(String), ...terms }),
        { ip: '127.0.0.1', by: 'shop server', ...charge },
      ],
    ])
    // What is agreed is stored.
    expect(JSON.stringify(asked[0]?.[2])).not.toContain(told.number)
  })

  it.each(ROWS.filter(([, request]) => 'customer' in request))(
    'drop the region of a country that needs none, and cut the country’s code from one that is needed: %s',
    async (path, request) => {
      const billing = { address: 'Calle 1', city: 'Madrid', postalCode: '28001' }
      const given = (country: string, state: string) =>
        body({ ...request, customer: { ...customer, billing: { ...billing, country, state } } })

      const spain = begin(path, given('ES', 'M'))
      const states = begin(path, given('US', 'US-CA'))

      expect((await Promise.all([spain.response, states.response])).map(({ status }) => status)).toEqual([
        200, 200,
      ])
      expect(spain.asked[0]?.[3]).toMatchObject({ customer: { billing: { ...billing, country: 'ES' } } })
      expect(JSON.stringify(spain.asked[0]?.[3])).not.toContain('"state"')
      expect(states.asked[0]?.[3]).toMatchObject({ customer: { billing: { state: 'CA' } } })
    },
  )

  it('are named by their reference, whatever they are for', async () => {
    const [path, request] = ROWS[0]
    const wanted = body(request)

    const [one, other] = [
      begin(path, wanted),
      begin('/v1/payouts', {
        ...wanted,
        ...body(ROWS[1][1]),
        reference: wanted.reference,
        cardRef: undefined,
        cvv: undefined,
        comment: undefined,
      }),
    ]
    await Promise.all([one.response, other.response])

    expect(one.asked[0]?.[0]).toBe(other.asked[0]?.[0])
  })

  it('name the person they are done for where the server says so', async () => {
    const { asked, response } = begin('/v1/rebills', { ...body(ROWS[0][1]), ip: '2001:db8::7' })
    await response

    expect(asked[0]?.[3]).toMatchObject({ ip: '2001:db8::7' })
  })

  it('tell a merchant what the gateway said when it refused', async () => {
    const reason = { code: 'gateway-refused', gatewayCode: '5', order: ORDER }

    const { response } = begin('/v1/rebills', body(ROWS[0][1]), { ok: false, reason })

    expect(await problemOf(await response)).toMatchObject({ status: 422, gatewayCode: '5', order: ORDER })
  })

  it.each([
    ['/v1/rebills', { ...ROWS[0][1], cvv: '12' }, '422 card-invalid'],
    ['/v1/rebills', { ...ROWS[0][1], customer }, '400 body-malformed'],
    ['/v1/rebills', { ...ROWS[0][1], amount: '1.005' }, '422 amount-invalid'],
    ['/v1/rebills', { ...ROWS[0][1], amount: '0' }, '422 amount-invalid'],
    ['/v1/rebills', { ...ROWS[0][1], amount: undefined }, '400 body-malformed'],
    ['/v1/rebills', { ...ROWS[0][1], ip: 'here' }, '400 body-malformed'],
    ['/v1/rebills', { ...ROWS[0][1], currency: 'XXX' }, '422 currency-not-served'],
    ['/v1/payouts', { ...money, to: {} }, '400 body-malformed'],
    [
      '/v1/payouts',
      { ...money, to: { ewallet: { account: 'w' }, phone: { number: '+4912345' } } },
      '400 body-malformed',
    ],
    ['/v1/payouts', { ...money, to: { card: { number: '4111111111111112' } } }, '422 card-invalid'],
    [
      '/v1/payouts',
      { ...money, to: { ewallet: { account: 'w' } }, customer: { email: 'x' } },
      '422 customer-invalid',
    ],
    ['/v1/transfers', { ...money, from: 'elsewhere', to: { cardNumber: card.number } }, '400 body-malformed'],
    [
      '/v1/transfers',
      { ...money, from: 'deposit', to: { cardNumber: '4111111111111112' } },
      '422 card-invalid',
    ],
    ['/v1/pan-eligibility', { cardRef: '77', card: cardWithoutCode }, '400 body-malformed'],
    ['/v1/pan-eligibility', {}, '400 body-malformed'],
    ['/v1/pan-eligibility', { card }, '400 body-malformed'],
    ['/v1/recurring-payments', { ...ROWS[10][1], customer: {} }, '422 collect-missing'],
    ['/v1/recurring-payments', { ...ROWS[10][1], interval: 0 }, '400 body-malformed'],
    ['/v1/recurring-payments', { ...ROWS[10][1], card }, '400 body-malformed'],
    ['/v1/verifications', { ...ROWS[11][1], card: { ...card, expiryYear: '2001' } }, '422 card-invalid'],
    ['/v1/verifications', { ...ROWS[11][1], card: cardWithoutCode }, '400 body-malformed'],
    ['/v1/verifications', { ...ROWS[11][1], amount: '1.00' }, '400 body-malformed'],
  ])('%s refuses %j', async (path, request, refusal) => {
    const { asked, response } = begin(path, body(request))

    const answer = await response
    expect(await answer.clone().text()).not.toMatch(/1111/)
    expect(await refusalOf(answer)).toBe(refusal)
    expect(asked).toEqual([])
  })

  const KINDS = [
    [0, 'rebill'],
    [1, 'payout'],
    [4, 'payout'],
    [5, 'transfer'],
    [8, 'transfer'],
    [10, 'rebill'],
    [11, 'verify'],
  ] as const

  const servedBy = (kinds: object) => ({ GATEWAY_ENDPOINTS: JSON.stringify({ '*': { for: kinds } }) })

  it.each(KINDS)('go where their operation does: %i by the endpoint for %s', async (row, kind) => {
    const [path, request] = ROWS[row]
    const { asked, response } = begin(path, body(request), undefined, servedBy({ [kind]: { endpoint: 1 } }))

    expect((await response).status).toBe(200)
    expect(asked).toHaveLength(1)
  })

  it.each(KINDS)('are refused where only the others have an endpoint: %i without %s', async (row, kind) => {
    const kinds = ['sale', 'preauth', 'verify', 'payout', 'rebill', 'transfer']
    const others = Object.fromEntries(
      kinds.filter((one) => one !== kind).map((one) => [one, { endpoint: 1 }]),
    )
    const [path, request] = ROWS[row]

    const { asked, response } = begin(path, body(request), undefined, servedBy(others))

    expect(await refusalOf(await response)).toBe('422 currency-not-served')
    expect(asked).toEqual([])
  })

  it('count a sum as the endpoint of their kind does', async () => {
    const served = servedBy({ rebill: { endpoint: 1, exponent: 3 } })

    const { asked, response } = begin('/v1/rebills', body(ROWS[0][1]), undefined, served)
    await response

    expect(asked[0]?.[2]).toMatchObject({ amountMinor: 12_500, exponent: 3 })
  })

  it.each([4, 5, 10] as const)('that RSA signs are refused without a private key: %i', async (row) => {
    const [path, request] = ROWS[row]

    const { asked, response } = begin(path, body(request), undefined, { GATEWAY_PRIVATE_KEY: undefined })

    expect(await refusalOf(await response)).toBe('503 private-key-missing')
    expect(asked).toEqual([])
  })

  it.each([0, 1, 8, 11] as const)(
    'that nothing needs RSA for are made without a private key: %i',
    async (row) => {
      const [path, request] = ROWS[row]

      const { response } = begin(path, body(request), undefined, { GATEWAY_PRIVATE_KEY: undefined })

      expect((await response).status).toBe(200)
    },
  )

  it('say what they are for in lines', async () => {
    const lines = { ...ROWS[1][1], description: 'Tea\r\nand cake\n' }

    const { asked, response } = begin('/v1/payouts', body(lines))
    await response

    expect(asked[0]?.[2]).toMatchObject({ description: 'Tea\nand cake' })
  })

  it('refuse another body under a reference that a session has', async () => {
    const reference = `ref-${crypto.randomUUID()}`
    await ask('/v1/orders', post({ reference, intent: 'sale', ...money, ...text }, merchant()))

    const response = await ask('/v1/rebills', post({ ...ROWS[0][1], reference }, merchant()))

    expect(await refusalOf(response)).toBe('409 reference-reused')
  })
})
