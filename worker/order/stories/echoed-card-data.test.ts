/**
 * Card and account data that a gateway repeats leaves no trace, by whichever request it was sent. The tests look for marks
 * in stored rows, in the log, in answers, on sockets and in webhooks.
 */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Intent, Way } from '../../../shared/order-view.ts'
import type { Details } from '../../domain/attempt-details.ts'
import type { OrderTerms } from '../../domain/terms.ts'
import { answerWith, setWith } from '../../testing/edge.ts'
import {
  allFields,
  encodings,
  type Marks,
  optionalFields,
  STEP_COUNT,
  storedCardFields,
} from '../testing/echoing-gateway.ts'
import {
  becomes,
  CHARGE,
  callBack,
  orderOf,
  serverTerms,
  shown,
  storedText,
  withoutChance,
} from '../testing/orders.ts'
import { startOver } from '../testing/platform.ts'
import { acceptedReply, ScriptedGateway, silence, statusReply } from '../testing/scripted-gateway.ts'
import { RECEIVER, ScriptedReceiver } from '../testing/scripted-receiver.ts'

const HOLDER = 'Wilhelmina Quistgaard'
const card = {
  number: '5204740009900014',
  holder: HOLDER,
  expiryMonth: '11',
  expiryYear: '2097',
  cvv: '9731',
}
const { cvv: _, ...uncoded } = card
const bank = { accountNumber: 'DE89370400440532013000', bankName: 'Quistgaard Bank', accountName: HOLDER }

/** One request that sends card or account data to the gateway. */
interface Path {
  readonly what: string
  readonly operation: string
  readonly intent: Intent
  readonly method: Way
  readonly details: Details
  readonly number?: string
  /** Only the gateway knows the number. */
  readonly isKept?: boolean
  /** The gateway's name for the transaction type. */
  readonly type?: string
}

const PATHS: readonly Path[] = [
  { what: 'a sale', operation: 'sale', intent: 'sale', method: 'card', details: { card } },
  { what: 'a reservation', operation: 'preauth', intent: 'preauth', method: 'card', details: { card } },
  {
    ...{ what: 'a verification', operation: 'account-verification', intent: 'verify', method: 'card' },
    details: { card },
  },
  {
    ...{ what: 'a saved card with its code', operation: 'sale', intent: 'sale', method: 'saved-card' },
    ...{ details: { cvv: card.cvv }, isKept: true },
  },
  {
    ...{ what: 'a rebill with a code', operation: 'make-rebill', intent: 'sale', method: 'rebill' },
    ...{ details: { cardRef: '71', cvv: card.cvv }, isKept: true, type: 'rebill' },
  },
  {
    ...{ what: 'a payout to a card', operation: 'payout', intent: 'payout', method: 'payout-card' },
    details: { card: uncoded },
  },
  {
    ...{ what: 'a payout to an account', operation: 'payout', intent: 'payout', method: 'payout-bank' },
    ...{ details: { bank }, number: bank.accountNumber },
  },
  {
    ...{ what: 'a payout to a wallet', operation: 'payout', intent: 'payout', method: 'payout-ewallet' },
    ...{ details: { wallet: 'marked-wallet-of-wq' }, number: 'marked-wallet-of-wq' },
  },
  {
    ...{ what: 'a payout to a telephone', operation: 'payout', intent: 'payout', method: 'payout-phone' },
    ...{ details: { receiverPhone: '+496667778880' }, number: '496667778880' },
  },
  {
    ...{ what: 'a payout that is checked', operation: 'payout-check', intent: 'payout' },
    ...{ method: 'payout-check', details: { card: uncoded }, type: 'payout-check' },
  },
  {
    ...{ what: 'a transfer', operation: 'transfer', intent: 'payout', method: 'transfer', type: 'transfer' },
    details: { card, toCard: '4000005204740009' },
  },
  {
    ...{ what: 'the receiver of a transfer', operation: 'transfer', intent: 'payout', method: 'transfer' },
    ...{ details: { card, toCard: '4000005204740009' }, number: '4000005204740009', type: 'transfer' },
  },
  {
    ...{ what: 'a card that may send money', operation: 'pan-eligibility', intent: 'verify' },
    ...{ method: 'pan-eligibility', details: { card: uncoded }, type: 'pan-eligibility' },
  },
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
  answerWith(receiver.inFrontOf(gateway.fetch))
  setWith(RECEIVER)
})

afterEach(async () => {
  vi.restoreAllMocks()
  await startOver()
})

const marksOf = ({ number = card.number }: Path): Marks => ({
  ...{ number, holder: HOLDER },
  others: [card.cvv, [...card.cvv].join(' '), '11/97', '11/2097', btoa(card.cvv)],
})

const termsOf = ({ intent, method }: Path): OrderTerms =>
  serverTerms({
    ...{ intent, methods: [method], cardRefs: ['71'] },
    ...(intent === 'verify' && method !== 'recurring-payment' && { amountMinor: 0 }),
  })

/** Fields that the gateway has to send so that an order goes on. */
const sound = ({ intent, type = intent }: Path) => ({
  'transaction-type': intent === 'verify' && type === 'verify' ? 'account-verification' : type,
  ...(intent === 'verify' && { amount: '0.00' }),
})

/** It is certain that the gateway refused them all. */
const noneIsUnderWay = (id: string) =>
  expect.poll(async () => (await shown(id)).followUps.map(({ status }) => status)).not.toContain('processing')

const answers =
  (fields: object, status = 200) =>
  () =>
    Response.json({ type: status === 200 ? 'async-response' : 'error', ...fields }, { status })

async function begin(path: Path): Promise<{ readonly id: string; readonly seen: unknown[] }> {
  const terms = termsOf(path)
  const { method, details } = path
  const { id } = terms
  const charge = { ...CHARGE, method, details }
  if (method !== 'saved-card') return { id, seen: [await orderOf(id).charge(terms, charge)] }
  await orderOf(id).open(terms)
  const paid = await orderOf(id).pay({ ...charge, key: 'key-1', savedCard: '1' })
  await expect.poll(async () => (await shown(id)).status).not.toBe('sending')
  return { id, seen: [paid] }
}

/** Everything that others than the gateway and the merchant's own server can see of an order. */
async function traces(id: string): Promise<string> {
  const looks = await Promise.all((['pay', 'view'] as const).map((who) => orderOf(id).snapshot(who)))
  const pages = [await orderOf(id).openStep(1), await orderOf(id).openForm(1)]
  return [JSON.stringify([looks, pages]), JSON.stringify(receiver.received), ...lines].join('\n')
}

/** In no encoding. */
function expectNoNumber(text: string, { number }: Marks) {
  const tight = text.replaceAll(/[\s.-]|%20|\\u0000/g, '')
  expect([number, ...encodings(number)].filter((one) => text.includes(one) || tight.includes(one))).toEqual(
    [],
  )
}

/** Leaves out random values and times, which may contain a few digits by chance; nothing of a card may be in the rest. */
function expectNoMark(text: string, marks: Marks) {
  expectNoNumber(text, marks)
  const certain = withoutChance(text).replaceAll(/[\w-]{24,}/g, '')
  const found = certain.match(/Wilhelmina|Quistgaard|(?<!\w)(?:9731|11\/97|11\/2097|2097|OTczMQ)(?!\w)/gi)
  expect([...(found ?? []), ...(text.includes(btoa(HOLDER)) ? ['holder in base64'] : [])]).toEqual([])
}

/**
 * Looks for marks everywhere. The merchant's server may see the holder's name from a later answer until the shopper's data
 * is erased.
 */
async function expectNoTrace(path: Path, id: string, seen: readonly unknown[]) {
  const marks = marksOf(path)
  expectNoMark(await traces(id), marks)
  expectNoNumber(JSON.stringify([seen, await shown(id)]), marks)
  expectNoNumber(await storedText(id), marks)
  await orderOf(id).erase()
  expectNoNumber(await storedText(id), marks)
  expectNoMark(await storedText(id), marks)
}

describe.each(PATHS.map((path, step) => ({ ...path, step })))('$what', ({ step, ...path }) => {
  const echo = path.isKept ? storedCardFields(marksOf(path)) : optionalFields(marksOf(path), step)

  it('leaves no mark when it is approved, nor do its follow-ups', async () => {
    gateway.on(path.operation, acceptedReply('serial-1', echo))
    gateway.reports('approved', { ...echo, ...sound(path) })

    const { id, seen } = await begin(path)
    await becomes(id, 'approved')
    for (const operation of ['void', 'return', 'capture', 'create-card-ref', 'payout-pay'])
      gateway.on(operation, answers(echo, 400))
    seen.push(await orderOf(id).createCardReference('v2'))
    for (const kind of ['capture', 'return', 'void', 'payout-pay'] as const) {
      seen.push(await orderOf(id).followUp({ kind, key: `follow-${kind}` }))
      await noneIsUnderWay(id)
    }
    seen.push(await orderOf(id).refresh(), await orderOf(id).resend())
    await expect.poll(() => receiver.types).toContain('order.resent')

    await expectNoTrace(path, id, seen)
  })

  it('leaves no mark when it is declined', async () => {
    gateway.on(path.operation, acceptedReply('serial-1', echo))
    gateway.reports('declined', { ...echo, ...sound(path) })

    const { id, seen } = await begin(path)
    await becomes(id, 'declined')
    await expect.poll(() => receiver.types).toContain('order.declined')

    await expectNoTrace(path, id, seen)
  })

  it('leaves no mark when it is refused', async () => {
    // By this code the gateway reports that it knows no such order, so the order is over, and can be erased.
    setWith({ ...RECEIVER, GATEWAY_PROFILE: JSON.stringify({ unknownOrderCodes: ['404'] }) })
    gateway.on(path.operation, answers(echo, 400))
    gateway.onStatus(answers({ ...echo, type: 'error', 'error-code': '404' }, 400))

    const { id, seen } = await begin(path)
    await becomes(id, 'error')

    await expectNoTrace(path, id, seen)
  })
})

describe.each(PATHS.map((path, step) => ({ ...path, step })).filter(({ isKept }) => !isKept))(
  '$what',
  ({ step, ...path }) => {
    it('leaves no mark when all fields repeat it, and the order goes on polling', async () => {
      const all = allFields(marksOf(path), step)
      gateway.on(path.operation, answers(all))
      gateway.onStatus(answers({ ...all, type: 'status-response', status: 'approved' }))

      const { id, seen } = await begin(path)
      await expect.poll(() => gateway.statusRequests.length).toBeGreaterThan(1)
      seen.push(await callBack(id, marksOf(path).number))

      await expect.poll(async () => (await shown(id)).status).toMatch(/unknown|error/)
      await expectNoTrace(path, id, seen)
    })
  },
)

const SALE = PATHS[0] as Path

it.each(Array.from({ length: STEP_COUNT }, (_, step) => step))(
  'no shopper sees step %i that contains the number, from the answer or from a report',
  async (step) => {
    const echo = optionalFields(marksOf(SALE), step)
    gateway.on('sale', acceptedReply('serial-1', echo))
    gateway.reports('processing', { ...echo, ...sound(SALE) })

    const { id, seen } = await begin(SALE)
    await becomes(id, 'processing')
    await expect.poll(() => gateway.statusRequests.length).toBeGreaterThan(1)

    expect(await shown(id)).not.toHaveProperty('action')
    expectNoMark(await traces(id), marksOf(SALE))
    expectNoNumber(JSON.stringify(seen), marksOf(SALE))
    gateway.reports('approved', sound(SALE))
    await becomes(id, 'approved')
  },
)

it('uploads of 3-D Secure leave no mark', async () => {
  const due = { 'tds-status': 'challenge', 'acs-url': 'http://bank.localhost/acs', creq: 'e30' }
  gateway.on('sale', acceptedReply('serial-1', { 'error-message': `${HOLDER} ${card.number}` }))
  gateway.reports('processing', due)
  const { id, seen } = await begin(SALE)
  await becomes(id, 'challenge')
  gateway.on('upload-cres-result', answers(allFields(marksOf(SALE), 1), 400))

  seen.push(await orderOf(id).answerStep({ attempt: 1, step: 'challenge', fields: { cres: 'e30' } }))
  gateway.reports('approved', { ...optionalFields(marksOf(SALE), 0), ...sound(SALE) })
  await becomes(id, 'approved')

  await expectNoTrace(SALE, id, seen)
})

it('a schedule leaves no mark', async () => {
  const path: Path = {
    ...{ what: 'a schedule', operation: 'create-recurring-payment', intent: 'verify' },
    method: 'recurring-payment',
    details: { card, schedule: { period: 'month', interval: 1 } },
  }
  gateway.on(
    path.operation,
    answers({ ...optionalFields(marksOf(path), 0), 'recurring-payment-id': 'plan-1' }),
  )

  const { id, seen } = await begin(path)

  expect(await shown(id)).toMatchObject({ status: 'approved', recurringPaymentId: 'plan-1' })
  await expectNoTrace(path, id, seen)
})

it('a lost answer leaves no mark, nor does the report that names the order for the first time', async () => {
  gateway.on('sale', silence)
  gateway.onStatus(statusReply('approved', allFields(marksOf(SALE), 0)))

  const { id, seen } = await begin(SALE)
  await becomes(id, 'unknown')

  await expectNoTrace(SALE, id, seen)
})

describe('what only looks like card data', () => {
  it.each(['4444555566661111', card.cvv, card.expiryYear])(
    'is an identifier of the gateway’s that can be captured, voided and returned: %s',
    async (gatewayId) => {
      const path: Path = { ...SALE, intent: 'preauth', operation: 'preauth' }
      gateway.on('preauth', acceptedReply(gatewayId, { 'paynet-order-id': gatewayId }))
      gateway.reports('approved', { 'paynet-order-id': gatewayId, 'transaction-type': 'preauth' })
      for (const kind of ['capture', 'void', 'return']) gateway.on(kind, answers({ 'error-code': '1' }, 400))

      const { id } = await begin(path)
      await becomes(id, 'approved')
      for (const kind of ['capture', 'void', 'return'] as const) {
        await orderOf(id).followUp({ kind, key: `follow-${kind}` })
        await noneIsUnderWay(id)
      }

      for (const kind of ['capture', 'void', 'return'])
        expect(gateway.sent(kind).map((body) => body.get('orderid'))).toEqual([gatewayId])
    },
  )

  it('is an amount that is equal to the code, and approves', async () => {
    gateway.on('sale', acceptedReply('serial-1'))
    gateway.reports('approved', { amount: '9731', currency: 'JPY' })
    const terms = serverTerms({ amountMinor: 9731, currency: 'JPY', exponent: 0 })

    await orderOf(terms.id).charge(terms, { ...CHARGE, details: { card } })

    await becomes(terms.id, 'approved')
  })

  it('is a time of 13 digits in an address, which is followed', async () => {
    const url = 'http://gateway.localhost/step?t=1766400000123&last=0014'
    gateway.on('sale', acceptedReply('serial-1', { 'redirect-url': url }))
    gateway.reports('processing', { 'redirect-url': url })

    const { id } = await begin(SALE)

    await expect.poll(async () => (await orderOf(id).openStep(1))?.step?.url).toBe(url)
  })
})
