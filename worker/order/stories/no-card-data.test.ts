/** Card and account data that a shopper types leaves no trace, by whichever method, and whatever the outcome. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { OrderTerms } from '../../domain/terms.ts'
import { answerWith, setWith } from '../../testing/edge.ts'
import type { PaymentRequest } from '../attempt-start.ts'
import { becomes, CHARGE, orderOf, serverTerms, shown, storedText, withoutChance } from '../testing/orders.ts'
import { startOver } from '../testing/platform.ts'
import { acceptedReply, refusedReply, ScriptedGateway, silence } from '../testing/scripted-gateway.ts'
import { RECEIVER, ScriptedReceiver } from '../testing/scripted-receiver.ts'

/** Marks that occur nowhere else. */
const card = {
  number: '4111111111111111',
  holder: 'MARKED HOLDER',
  expiryMonth: '11',
  expiryYear: '2097',
  cvv: '9731',
}
const MARKS = [
  ...['4111111111111111', '11111111', 'MARKED', '2097', '11/97', '9731'],
  ...['marked-wallet', '49666777888'],
]

const cards: Partial<OrderTerms> = { methods: ['card', 'saved-card'], cardRefs: ['71'] }
const paidOut = (method: PaymentRequest['method']): Partial<OrderTerms> => ({
  intent: 'payout',
  methods: [method],
})

type Typed = Pick<PaymentRequest, 'method' | 'details' | 'keepCard' | 'savedCard'>

const bank = { accountNumber: 'DE00MARKED1234', bankName: 'Bank', accountName: card.holder }

const IN: [string, Partial<OrderTerms>, Typed][] = [
  ['a card', cards, { method: 'card', details: { card } }],
  ['a card that is kept', cards, { method: 'card', details: { card }, keepCard: true }],
  ['a saved card with its code', cards, { method: 'saved-card', savedCard: '1', details: { cvv: card.cvv } }],
]

const OUT: [string, Partial<OrderTerms>, Typed][] = [
  ['a card to be paid', paidOut('payout-card'), { method: 'payout-card', details: { card } }],
  ['an account to be paid', paidOut('payout-bank'), { method: 'payout-bank', details: { bank } }],
  [
    'a payout to a wallet',
    paidOut('payout-ewallet'),
    { method: 'payout-ewallet', details: { wallet: 'marked-wallet' } },
  ],
  [
    'a payout to a telephone number',
    paidOut('payout-phone'),
    { method: 'payout-phone', details: { receiverPhone: '+49666777888' } },
  ],
]

let gateway: ScriptedGateway
let receiver: ScriptedReceiver
const lines: string[] = []

beforeEach(() => {
  gateway = new ScriptedGateway()
  receiver = new ScriptedReceiver()
  lines.length = 0
  for (const name of ['log', 'error', 'warn', 'info', 'debug'] as const)
    vi.spyOn(console, name).mockImplementation((...all) => void lines.push(all.map(String).join(' ')))
  for (const operation of ['sale', 'payout']) gateway.on(operation, acceptedReply('serial-1'))
  gateway.on('get-card-info', () =>
    Response.json({ type: 'get-card-info-response', 'last-four-digits': '2222', 'card-type': 'VISA' }),
  )
  gateway.on('create-card-ref', () => Response.json({ status: 'approved', 'card-ref-id': '11' }))
  answerWith(receiver.inFrontOf(gateway.fetch))
  setWith(RECEIVER)
})

afterEach(async () => {
  vi.restoreAllMocks()
  await startOver()
})

async function open(change: Partial<OrderTerms>): Promise<string> {
  const terms = serverTerms(change)
  await orderOf(terms.id).open(terms, CHARGE.customer)
  return terms.id
}

const pay = (id: string, typed: Typed, key = 'key-1') => orderOf(id).pay({ ...typed, key, ip: CHARGE.ip })

/** Every message on a page's socket from now on. */
async function listen(id: string): Promise<string[]> {
  const address = `https://order/?scope=pay&after=0&until=${Date.now() + 60_000}`
  const { webSocket } = await orderOf(id).fetch(address, { headers: { Upgrade: 'websocket' } })
  const messages: string[] = []
  webSocket?.addEventListener('message', ({ data }) => void messages.push(String(data)))
  webSocket?.accept()
  return messages
}

/** Pays, and gathers everything that others than the gateway can see once the order has a status. */
async function traces(terms: Partial<OrderTerms>, typed: Typed, until: string): Promise<string> {
  const id = await open(terms)
  const messages = await listen(id)
  const answers = [await pay(id, typed)]
  await becomes(id, until)
  answers.push(await pay(id, typed), await pay(id, typed, 'key-2'))
  await expect.poll(() => messages.some((one) => one.includes(`"status":"${until}"`))).toBe(true)
  const viewed = JSON.stringify([answers, await shown(id), await orderOf(id).snapshot('pay')])
  return [viewed, await storedText(id), JSON.stringify(receiver.received), ...messages, ...lines].join('\n')
}

/** The marks did reach the gateway. */
const gatewayHeard = () =>
  gateway.requests.some((form) => MARKS.some((mark) => form.toString().includes(mark)))

function expectNoMark(text: string) {
  const certain = withoutChance(text)
  for (const mark of MARKS) expect(certain).not.toContain(mark)
}

describe.each([...IN, ...OUT])('%s', (_, terms, typed) => {
  const type = terms.intent === 'payout' ? 'payout' : 'sale'

  it.each([
    ['approved', {}],
    ['declined', { 'error-message': 'card 4111111111111111' }],
  ])('leaves nothing of itself when it is %s', async (status, words) => {
    gateway.reports(status, { 'transaction-type': type, ...words })

    const text = await traces(terms, typed, status)

    expect(gatewayHeard()).toBe(true)
    expect(receiver.types).toContain(`order.${status}`)
    expectNoMark(text)
  })

  it('leaves no trace when the gateway refuses it', async () => {
    gateway.on(type, refusedReply('7', 'no card 4111111111111111'))
    gateway.onStatus(refusedReply('9', 'no card 4111111111111111'))

    // An error that names no order does not prove that a payout was refused.
    expectNoMark(await traces(terms, typed, terms.intent === 'payout' ? 'processing' : 'error'))
  })

  it('leaves no trace when the gateway is silent', async () => {
    gateway.on(type, silence)

    expectNoMark(await traces(terms, typed, 'processing'))
  })
})

describe('a payout of a session', () => {
  it.each(OUT)('is sent once, whichever request is repeated: %s', async (_, terms, typed) => {
    gateway.on('payout', silence)
    const id = await open(terms)

    const answers = await Promise.all([pay(id, typed), pay(id, typed), pay(id, typed, 'key-2')])
    await becomes(id, 'processing')
    answers.push(await pay(id, typed, 'key-3'))
    gateway.reports('declined', { 'transaction-type': 'payout' })
    await becomes(id, 'declined')
    answers.push(await pay(id, typed, 'key-4'))

    expect(answers.map((one) => (one.ok ? 'ok' : one.reason.code))).toEqual([
      ...['ok', 'ok', 'attempt-in-flight', 'attempt-in-flight', 'order-final'],
    ])
    expect(gateway.sent('payout')).toHaveLength(1)
  })
})
