/** What is typed of cards and accounts leaves nothing behind, whichever way it is paid and however it ends. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { OrderTerms } from '../domain/terms.ts'
import { answerWith, setWith } from '../testing.ts'
import type { PaymentRequest } from './payments.ts'
import { refuses, ScriptedGateway, silence, takes } from './testing/scripted-gateway.ts'
import { RECEIVER, ScriptedReceiver } from './testing/scripted-receiver.ts'
import {
  becomes,
  CHARGE,
  orderOf,
  serverTerms,
  shown,
  storedText,
  withoutChance,
} from './testing/test-orders.ts'
import { startOver } from './testing/test-platform.ts'

/** Marks that stand nowhere else. */
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

type Said = Pick<PaymentRequest, 'method' | 'details' | 'keepCard' | 'savedCard'>

const bank = { accountNumber: 'DE00MARKED1234', bankName: 'Bank', accountName: card.holder }

const IN: [string, Partial<OrderTerms>, Said][] = [
  ['a card', cards, { method: 'card', details: { card } }],
  ['a card that is kept', cards, { method: 'card', details: { card }, keepCard: true }],
  ['a saved card with its code', cards, { method: 'saved-card', savedCard: '1', details: { cvv: card.cvv } }],
]

const OUT: [string, Partial<OrderTerms>, Said][] = [
  ['a card to be paid', paidOut('payout-card'), { method: 'payout-card', details: { card } }],
  ['an account to be paid', paidOut('payout-bank'), { method: 'payout-bank', details: { bank } }],
  [
    'a wallet to be paid',
    paidOut('payout-ewallet'),
    { method: 'payout-ewallet', details: { wallet: 'marked-wallet' } },
  ],
  [
    'a telephone to be paid',
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
  for (const operation of ['sale', 'payout']) gateway.on(operation, takes('serial-1'))
  gateway.on('get-card-info', () =>
    Response.json({ type: 'get-card-info-response', 'last-four-digits': '2222', 'card-type': 'VISA' }),
  )
  gateway.on('create-card-ref', () => Response.json({ status: 'approved', 'card-ref-id': '11' }))
  answerWith(receiver.beside(gateway.fetch))
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

const pay = (id: string, said: Said, key = 'key-1') => orderOf(id).pay({ ...said, key, ip: CHARGE.ip })

/** Everything that a page is told on its socket from now on. */
async function listen(id: string): Promise<string[]> {
  const address = `https://order/?scope=pay&after=0&until=${Date.now() + 60_000}`
  const { webSocket } = await orderOf(id).fetch(address, { headers: { Upgrade: 'websocket' } })
  const told: string[] = []
  webSocket?.addEventListener('message', ({ data }) => void told.push(String(data)))
  webSocket?.accept()
  return told
}

/** Pays, and gathers all that anybody but the gateway could see once the order stands as a test says. */
async function seen(terms: Partial<OrderTerms>, said: Said, until: string): Promise<string> {
  const id = await open(terms)
  const told = await listen(id)
  const answers = [await pay(id, said)]
  await becomes(id, until)
  answers.push(await pay(id, said), await pay(id, said, 'key-2'))
  await expect.poll(() => told.some((one) => one.includes(`"status":"${until}"`))).toBe(true)
  const looked = JSON.stringify([answers, await shown(id), await orderOf(id).snapshot('pay')])
  return [looked, await storedText(id), JSON.stringify(receiver.heard), ...told, ...lines].join('\n')
}

/** The marks did pass through. */
const gatewayHeard = () => gateway.forms.some((form) => MARKS.some((mark) => form.toString().includes(mark)))

function expectNoMark(text: string) {
  const certain = withoutChance(text)
  for (const mark of MARKS) expect(certain).not.toContain(mark)
}

describe.each([...IN, ...OUT])('%s', (_, terms, said) => {
  const type = terms.intent === 'payout' ? 'payout' : 'sale'

  it.each([
    ['approved', {}],
    ['declined', { 'error-message': 'card 4111111111111111' }],
  ])('leaves nothing of itself when it is %s', async (status, words) => {
    gateway.settles(status, { 'transaction-type': type, ...words })

    const text = await seen(terms, said, status)

    expect(gatewayHeard()).toBe(true)
    expect(receiver.types).toContain(`order.${status}`)
    expectNoMark(text)
  })

  it('leaves nothing of itself when the gateway does not take it', async () => {
    gateway.on(type, refuses('7', 'no card 4111111111111111'))
    gateway.onStatus(refuses('9', 'no card 4111111111111111'))

    // Money out is not taken for refused on the word of an error that names no order.
    expectNoMark(await seen(terms, said, terms.intent === 'payout' ? 'processing' : 'error'))
  })

  it('leaves nothing of itself when the gateway is silent', async () => {
    gateway.on(type, silence)

    expectNoMark(await seen(terms, said, 'processing'))
  })
})

describe('money out of a session', () => {
  it.each(OUT)('goes once, whatever is asked for again: %s', async (_, terms, said) => {
    gateway.on('payout', silence)
    const id = await open(terms)

    const answers = await Promise.all([pay(id, said), pay(id, said), pay(id, said, 'key-2')])
    await becomes(id, 'processing')
    answers.push(await pay(id, said, 'key-3'))
    gateway.settles('declined', { 'transaction-type': 'payout' })
    await becomes(id, 'declined')
    answers.push(await pay(id, said, 'key-4'))

    expect(answers.map((one) => (one.ok ? 'ok' : one.reason.code))).toEqual([
      ...['ok', 'ok', 'attempt-in-flight', 'attempt-in-flight', 'order-final'],
    ])
    expect(gateway.sent('payout')).toHaveLength(1)
  })
})
