/**
 * A gateway account that another shop, a staging or a former plugin uses as well: it has transactions under the same
 * references, for the same sums.
 */
import { describe, expect, it } from 'vitest'
import type { Intent, Way } from '../../../shared/order-view.ts'
import { setWith } from '../../testing/edge.ts'
import { gateway, useGateway } from '../testing/hosted-orders.ts'
import { CHARGE, callBack, lasting, orderOf, serverTerms, shown } from '../testing/orders.ts'
import { acceptedReply, refusedReply, type ScriptedGateway } from '../testing/scripted-gateway.ts'
import { ScriptedLedger } from '../testing/scripted-ledger.ts'

useGateway()

const UNKNOWN = '77'

/** The gateway names the code for "no such order", and a lost request is given up soon. */
const QUICK = {
  GATEWAY_PROFILE: JSON.stringify({ unknownOrderCodes: [UNKNOWN] }),
  ...lasting({ notAcceptedAfter: 100, notAcceptedSpan: 200 }),
}

const BARE = {
  ...QUICK,
  GATEWAY_PROFILE: JSON.stringify({ unknownOrderCodes: [UNKNOWN], orderNames: 'bare' }),
}

interface Kind {
  readonly intent: Intent
  readonly method: Way
  readonly operation: string
  readonly type: string
  readonly amount: string
}

const KINDS: readonly Kind[] = [
  { intent: 'sale', method: 'card', operation: 'sale', type: 'sale', amount: '12.50' },
  { intent: 'preauth', method: 'card', operation: 'preauth', type: 'preauth', amount: '12.50' },
  { intent: 'sale', method: 'hosted', operation: 'sale-form', type: 'sale', amount: '12.50' },
  {
    intent: 'verify',
    method: 'card',
    operation: 'account-verification',
    type: 'account-verification',
    amount: '0.00',
  },
  { intent: 'payout', method: 'payout-card', operation: 'payout', type: 'payout', amount: '12.50' },
]

const termsOf = ({ intent, method }: Kind) =>
  serverTerms({ intent, methods: [method], ...(intent === 'verify' && { amountMinor: 0 }) })

const OTHERS = '9001'

/** The other shop's transaction under the order's reference, for the same sum, done long ago. */
function account({ type, amount }: Kind, reference: string): ScriptedLedger {
  const ledger = new ScriptedLedger(gateway, refusedReply(UNKNOWN))
  ledger.charge(OTHERS, reference, { 'transaction-type': type, amount })
  return ledger
}

const LOST = () => new Response('', { status: 502 })

/** How our own request ends, which the gateway never carries out. */
const ENDS: readonly (readonly [string, (gateway: ScriptedGateway, operation: string) => void])[] = [
  ['is answered 502', (one, operation) => one.on(operation, LOST)],
  [
    'is lost on its way',
    (one, operation) => one.on(operation, () => Promise.reject(new TypeError('network'))),
  ],
  ['is refused', (one, operation) => one.on(operation, refusedReply('5'))],
]

async function begin(kind: Kind): Promise<{ readonly id: string; readonly ledger: ScriptedLedger }> {
  const terms = termsOf(kind)
  const ledger = account(kind, terms.reference)
  await orderOf(terms.id).charge(terms, { ...CHARGE, method: kind.method })
  return { id: terms.id, ledger }
}

describe.each(KINDS)('a $intent by $method that the gateway never got', (kind) => {
  it.each(ENDS)('and that %s is not the other shop’s', async (_, ends) => {
    setWith(QUICK)
    ends(gateway, kind.operation)

    const { id, ledger } = await begin(kind)

    const isOver = async () => ['error', 'unknown'].includes((await shown(id)).status)
    // Nobody can pay at a form whose address is lost, so the order asks seldom by itself.
    if (kind.method === 'hosted') await orderOf(id).refresh()
    else await expect.poll(isOver).toBe(true)
    const { status, transactions, attempts } = await shown(id)
    expect(status).not.toBe('approved')
    expect([transactions, attempts.map(({ gatewayId }) => gatewayId)]).toEqual([[], [undefined]])
    expect(ledger.refunded).toEqual([])
  })
})

describe('a gateway that answers a used name with the older transaction', () => {
  it('knows no marked name, so it makes a new one', async () => {
    setWith(QUICK)
    const terms = serverTerms()
    const ledger = account(KINDS[0] as Kind, terms.reference)
    gateway.on('sale', (body) => {
      const name = body.get('client_orderid') ?? ''
      const id = name === terms.reference ? OTHERS : '42'
      if (id === '42') ledger.charge('42', name)
      return acceptedReply('serial-1', { 'paynet-order-id': id })()
    })

    await orderOf(terms.id).charge(terms, CHARGE)

    await expect.poll(async () => (await shown(terms.id)).status).toBe('approved')
    const { attempts, transactions } = await shown(terms.id)
    expect(attempts.map(({ gatewayId }) => gatewayId)).toEqual(['42'])
    expect(transactions.map(({ id }) => id)).toEqual(['42'])
  })
})

it('looks of a paid order never find the other shop’s later transaction', async () => {
  setWith(QUICK)
  const terms = serverTerms()
  const ledger = new ScriptedLedger(gateway, refusedReply(UNKNOWN))
  gateway.on('sale', (body) => {
    ledger.charge('42', body.get('client_orderid') ?? '')
    ledger.charge(OTHERS, terms.reference)
    return acceptedReply('serial-1')()
  })

  await orderOf(terms.id).charge(terms, CHARGE)

  await expect.poll(async () => (await shown(terms.id)).status).toBe('approved')
  await orderOf(terms.id).refresh()
  expect(await shown(terms.id)).toMatchObject({ needsAttention: false, transactions: [{ id: '42' }] })
  expect(ledger.refunded).toEqual([])
})

type Answers = Parameters<ScriptedGateway['onStatus']>[0]

const report = (body: URLSearchParams, change: Record<string, string>) =>
  Response.json({
    type: 'status-response',
    status: 'approved',
    'paynet-order-id': OTHERS,
    'merchant-order-id': body.get('client_orderid'),
    ...{ amount: '12.50', currency: 'EUR', 'transaction-type': 'sale' },
    ...change,
  })

/** Answers the first question in one way, and every later one in another. */
function once(first: Answers, later: Answers): Answers {
  let asked = 0
  return (...question) => {
    asked += 1
    return (asked === 1 ? first : later)(...question)
  }
}

const approved = (body: URLSearchParams) => report(body, { 'paynet-order-id': body.get('orderid') ?? OTHERS })

describe('an edge with bare names', () => {
  const free = refusedReply(UNKNOWN)

  it('pays where the gateway knows no such order, and asks first', async () => {
    setWith(BARE)
    const terms = serverTerms()
    gateway.onStatus((body) => (body.get('orderid') ? approved(body) : free()))
    gateway.on('sale', acceptedReply('serial-1'))

    await orderOf(terms.id).charge(terms, CHARGE)

    await expect.poll(async () => (await shown(terms.id)).status).toBe('approved')
    const asked = gateway.received.slice(0, 3).map(({ operation }) => operation)
    expect(asked).toEqual(['status', 'status', 'sale'])
    expect(gateway.sent('sale').map((body) => body.get('client_orderid'))).toEqual([terms.reference])
  })

  it.each<[string, Answers, string]>([
    ['has a transaction of the name', (body) => approved(body), 'reference-taken'],
    ['has one of the name under way', (body) => report(body, { status: 'processing' }), 'reference-taken'],
    ['names an id alone', (body) => report(body, { 'merchant-order-id': '' }), 'reference-taken'],
    ['is silent', LOST, 'unavailable'],
    ['cannot be understood', () => new Response('<p>busy</p>'), 'unavailable'],
    ['does not let it ask', () => new Response('', { status: 401 }), 'unavailable'],
    ['reports another order', (body) => report(body, { 'merchant-order-id': 'another' }), 'unavailable'],
    [
      'refuses, and names a transaction',
      () => Response.json({ type: 'error', 'error-code': UNKNOWN, 'paynet-order-id': '9001' }),
      'unavailable',
    ],
    ['says only once that it knows no such order', once(free, LOST), 'unavailable'],
    [
      'has a transaction of the name that its reports show later',
      once(free, (body) => approved(body)),
      'reference-taken',
    ],
    [
      'fails once, and then has a transaction of the name',
      once(refusedReply('1'), (body) => approved(body)),
      'reference-taken',
    ],
  ])('sends nothing where the gateway %s', async (_, answer, code) => {
    setWith(BARE)
    gateway.onStatus(answer)
    const terms = serverTerms()

    expect(await orderOf(terms.id).charge(terms, CHARGE)).toMatchObject({ ok: false, reason: { code } })

    expect(gateway.sent('sale')).toEqual([])
    expect((await shown(terms.id)).attempts).toEqual([])
  })

  it('is free after any definite refusal without ids', async () => {
    setWith(BARE)
    gateway.onStatus(refusedReply('12345'))
    gateway.on('sale', acceptedReply('serial-1'))
    const terms = serverTerms()

    expect((await orderOf(terms.id).charge(terms, CHARGE)).ok).toBe(true)

    expect(gateway.sent('sale')).toHaveLength(1)
  })

  it.each([
    ['no money out after refusals that may mean anything', '12345', []],
    ['money out where the gateway knows no such order', UNKNOWN, ['payout']],
  ])('sends %s', async (_, code, sent) => {
    setWith(BARE)
    gateway.onStatus(refusedReply(code))
    const terms = serverTerms({ intent: 'payout', methods: ['payout-card'] })

    await orderOf(terms.id).charge(terms, { ...CHARGE, method: 'payout-card' })

    const acted = gateway.received.map(({ operation }) => operation).filter((name) => name !== 'status')
    expect(acted).toEqual(sent)
  })

  it('is never paid by the name alone: a lost reply is in doubt until a callback names the transaction', async () => {
    setWith(BARE)
    const terms = serverTerms()
    const ledger = new ScriptedLedger(gateway, free)
    gateway.on('sale', (body) => {
      ledger.charge('42', body.get('client_orderid') ?? '')
      return LOST()
    })

    await orderOf(terms.id).charge(terms, CHARGE)

    await expect.poll(async () => (await shown(terms.id)).status).toBe('unknown')
    expect((await shown(terms.id)).needsAttention).toBe(true)
    await callBack(terms.id, '42', terms.reference)
    await expect.poll(async () => (await shown(terms.id)).status).toBe('approved')
  })
})
