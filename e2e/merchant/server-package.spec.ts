/** A merchant's server on the package for it, before a running edge: deeds happen once, and only what is the edge's is believed. */
import { beforeAll, describe, expect, it } from 'vitest'
import {
  isMoving,
  isPaid,
  judgeEvent,
  merchantClient,
  type OrderRef,
  receiptVerifier,
  shopperClient,
  verifyWebhook,
  type WebhookMemory,
} from '../../packages/server/src/server.ts'
import { resetSandbox } from '../support/ledger.ts'
import { BROWSER, CARD, CUSTOMER } from '../support/merchant/cards.ts'
import { movedFor, requestsFor } from '../support/merchant/money.ts'
import { newReference } from '../support/merchant/server.ts'
import { addresses, merchantKey, secrets, signedWebhooks } from '../support/stack/stack.ts'

beforeAll(() => resetSandbox())

const SUM = { amount: '12.50', currency: 'EUR', description: 'Mug' }
const PART = { amount: '2.50', currency: 'EUR' }

/** A server that has just started: it knows the edge and its key, and nothing else. */
const server = () => merchantClient({ edge: addresses().local.edge, key: merchantKey() })

/** Opens an order and pays it by card, as its page would. */
async function sold(reference = newReference()) {
  const session = { reference, intent: 'sale', ...SUM, methods: ['card'], customer: CUSTOMER } as const
  const { order, token } = await server().createOrder(session)
  const page = shopperClient({ edge: addresses().local.edge, token })
  await page.payOrder(order, { id: 'only', method: 'card', card: CARD, browser: BROWSER })
  expect((await server().settled(order)).status).toBe('approved')
  return { order, reference }
}

const code = (promise: Promise<unknown>) =>
  promise.then(
    () => 'accepted',
    (error) => error.code,
  )

describe('a deed under one name', () => {
  it('is done once by two servers at the same time, and by a third one later', async () => {
    const { order, reference } = await sold()
    const refund = (ref: OrderRef) => server().refund(ref, { id: 'return 17', ...PART })

    const [one, other] = await Promise.all([refund(order), refund(order.id)])
    await server().settled(order)
    const later = await refund(order)

    expect([one, other, later].map(({ followUp }) => followUp.number)).toEqual([1, 1, 1])
    expect(later.followUp.status).toBe('approved')
    expect(await movedFor(reference)).toEqual(['charge 12.50 EUR', 'reversal 2.50 EUR'])
  })

  it('is another one under another name', async () => {
    const { order, reference } = await sold()

    for (const id of ['first', 'second']) {
      await server().refund(order, { id, ...PART })
      await server().settled(order)
    }

    expect(await movedFor(reference)).toEqual(['charge 12.50 EUR', 'reversal 2.50 EUR', 'reversal 2.50 EUR'])
  })

  it('is refused with another sum', async () => {
    const { order } = await sold()
    await server().refund(order, { id: 'first', ...PART })

    expect(await code(server().refund(order, { id: 'first', amount: '3.00', currency: 'EUR' }))).toBe(
      'key-reused',
    )
  })

  it('is found again by a server whose connection broke before the answer came', async () => {
    const { order, reference } = await sold()
    const breaking = merchantClient({
      ...{ edge: addresses().local.edge, key: merchantKey(), patienceMs: 0 },
      fetch: async (address, init) => {
        await fetch(address, init)
        throw new TypeError('the connection broke')
      },
    })

    expect(await code(breaking.refund(order, { id: 'first', ...PART }))).toBe('uncertain')
    const { followUp } = await server().refund(order, { id: 'first', ...PART })

    expect(followUp.number).toBe(1)
    await server().settled(order)
    expect(await movedFor(reference)).toEqual(['charge 12.50 EUR', 'reversal 2.50 EUR'])
  })
})

it('a payout has the reference as its name', async () => {
  const payout = { reference: newReference(), ...SUM, to: { phone: { number: '+4915123456789' } } }

  const orders = await Promise.all([server().createPayout(payout), server().createPayout(payout)])

  expect(new Set(orders.map(({ id }) => id)).size).toBe(1)
  expect(isMoving(await server().settled(orders[0]))).toBe(false)
  expect(await requestsFor(payout.reference)).toEqual(['payout accepted'])
})

it.each([
  ['an order that does not exist', () => server().getOrder('a'.repeat(32)), 'not-found'],
  [
    'a key that nobody knows',
    () => merchantClient({ ...edge(), key: 'pck_none' }).getMerchantKey(),
    'token-invalid',
  ],
  [
    'an edge that is not there',
    () => merchantClient({ ...nowhere, key: 'pck_1' }).getHealth(),
    'unreachable',
  ],
])('says so of %s', async (_, ask, expected) => {
  expect(await code(ask())).toBe(expected)
})

const edge = () => ({ edge: addresses().local.edge })
const nowhere = { edge: 'http://127.0.0.1:9', patienceMs: 0 }

it('a list of several pages is one', async () => {
  const from = new Date().toISOString()
  const beginning = newReference()
  for (const end of ['a', 'b', 'c']) await sold(`${beginning}-${end}`)
  const found: string[] = []

  for await (const { reference } of server().orders({ from, limit: 1 }))
    if (reference.startsWith(beginning)) found.push(reference)

  expect(found).toEqual([`${beginning}-c`, `${beginning}-b`, `${beginning}-a`])
})

it('the edge’s webhooks are verified, and end with the newest order', async () => {
  const { order } = await sold()
  await server().refund(order, { id: 'first' })
  const settled = await server().settled(order)
  const own = async () => (await signedWebhooks()).filter(({ body }) => body.includes(order.id))
  await expect
    .poll(async () => (await own()).some(({ body }) => body.includes('"order.returned"')))
    .toBe(true)

  let memory: WebhookMemory | undefined
  const verdicts: string[] = []
  for (const { body, headers } of [...(await own()), ...(await own())]) {
    const event = await verifyWebhook({ body, headers }, { secrets: secrets().webhookSecret })
    const judged = judgeEvent(event, memory)
    memory = judged.memory
    verdicts.push(judged.verdict)
  }

  const count = verdicts.length / 2
  expect(verdicts.slice(0, count)).not.toContain('repeat')
  expect(new Set(verdicts.slice(count))).toEqual(new Set(['repeat']))
  expect(memory?.seq).toBe(settled.seq)
})

it('the edge’s receipt is verified, and one of a refunded order is not paid', async () => {
  const { order } = await sold()
  const verify = receiptVerifier({ ...edge(), issuer: addresses().edge })
  const read = async () => verify((await server().getReceipt(order)).receipt)

  const paid = await read()
  await server().refund(order, { id: 'all' })
  await server().settled(order)

  expect(paid).toMatchObject({ sub: order.id, captured: '12.50', test: true })
  expect(isPaid(paid)).toBe(false)
  expect(isPaid(paid, { inSandbox: true })).toBe(true)
  expect(isPaid(await read(), { inSandbox: true })).toBe(false)
})
