/** For tests inside workerd: orders at a scripted gateway. */
import { runInDurableObject } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { createHash } from 'node:crypto'
import { expect } from 'vitest'
import type { MerchantOrderView } from '../../../shared/order-view.ts'
import { configOf } from '../../config/config.ts'
import type { Times } from '../../config/durations.ts'
import { markKey, markOf } from '../../config/name-key.ts'
import type { OrderTerms } from '../../domain/terms.ts'
import { markedName } from '../model/order-names.ts'
import type { Order } from '../order.ts'
import type { Charge } from '../payments.ts'
import { terms as exampleTerms } from './examples.ts'
import { acceptedReply, type ScriptedGateway } from './scripted-gateway.ts'

export const CARD = {
  number: '4444555566661111',
  holder: 'JANE DOE',
  expiryMonth: '12',
  expiryYear: '2030',
  cvv: '123',
}

/** A charge of a card with no shopper present. */
export const CHARGE: Charge = {
  method: 'card',
  details: { card: CARD },
  customer: { email: 'a@example.com' },
  ip: '203.0.113.9',
}

/** A crash breaks the stub that saw it, so every call takes a fresh one. */
export const orderOf = (id: string) => env.ORDERS.getByName(id)

/** The setting with the durations of the tests, some of them changed. */
export const lasting = (change: Partial<Times>) => ({
  ORDER_TIMES: JSON.stringify({ ...configOf(env).ORDER_TIMES, ...change }),
})

/** Terms of a merchant's server, under a new name. */
export function serverTerms(change: Partial<OrderTerms> = {}): OrderTerms {
  const id = crypto.randomUUID()
  const now = Date.now()
  const { offer: _, ...terms } = exampleTerms
  return {
    ...terms,
    id,
    reference: id,
    collect: [],
    methods: ['card'],
    bodyDigest: 'digest-1',
    openedAt: now,
    expiresAt: now + 60_000,
    ...change,
  }
}

/** An order whose shopper is at the hosted page. */
export async function hostedOrder(change: Partial<OrderTerms> = {}): Promise<string> {
  const { bodyDigest: _, ...own } = serverTerms({ methods: ['hosted'], ...change })
  await orderOf(own.id).open(own, CHARGE.customer)
  await payHosted(own.id, 'key-1')
  return own.id
}

/** Goes to the hosted page, and waits until it is there. */
export async function payHosted(id: string, key: string): Promise<void> {
  const answer = await orderOf(id).pay({ key, method: 'hosted', ip: CHARGE.ip })
  expect(answer.ok).toBe(true)
  await becomes(id, 'redirect')
}

/** The name under which the gateway knows an order's attempt, as the edge makes it of the settings of the tests. */
export async function gatewayName(id: string, number = 1): Promise<string> {
  const config = configOf(env)
  const mark = await markOf(await markKey(config.NAME_KEY ?? ''), config, { orderId: id, number })
  return markedName({ reference: id, number }, mark, config.GATEWAY_PROFILE.orderNameLength)
}

/** A callback about an order's first attempt, as the gateway signs it. */
export async function notice(id: string, gatewayId = '42', name?: string) {
  const word = 'approved'
  const clientOrderId = name ?? (await gatewayName(id))
  const text = word + gatewayId + clientOrderId + configOf(env).GATEWAY_CONTROL_KEY
  const control = createHash('sha1').update(text).digest('hex')
  return { status: word, orderid: gatewayId, client_orderid: clientOrderId, control }
}

/** Sends a callback for an order's first attempt. */
export const callBack = async (id: string, gatewayId = '42', name?: string) =>
  orderOf(id).receiveNotice({ by: 'callback', attempt: 1, fields: await notice(id, gatewayId, name) })

/** The order as its merchant sees it. */
export async function shown(id: string): Promise<MerchantOrderView> {
  const snapshot = await orderOf(id).snapshot('merchant')
  if (!snapshot) throw new TypeError('no such order')
  return snapshot.order as MerchantOrderView
}

/** Polls until the event has happened; the runner's deadline ends it. */
export const becomes = (id: string, expected: string) =>
  expect.poll(async () => (await shown(id)).status).toBe(expected)

/** An order that was charged and approved. */
export async function paidOrder(gateway: ScriptedGateway, change: Partial<OrderTerms> = {}): Promise<string> {
  const terms = serverTerms(change)
  const type = terms.intent === 'preauth' ? 'preauth' : 'sale'
  gateway.on(type, acceptedReply('serial-1'))
  gateway.reports('approved', { 'transaction-type': type })
  await orderOf(terms.id).charge(terms, CHARGE)
  await becomes(terms.id, 'approved')
  return terms.id
}

/** A payout whose first step, the check of its card, was approved. */
export async function checkedPayout(gateway: ScriptedGateway): Promise<string> {
  const terms = serverTerms({ intent: 'payout', methods: ['payout-check'] })
  gateway.on('payout-check', acceptedReply('serial-1'))
  gateway.reports('approved', { 'transaction-type': 'payout-check' })
  await orderOf(terms.id).charge(terms, { ...CHARGE, method: 'payout-check', details: { card: CARD } })
  await becomes(terms.id, 'approved')
  return terms.id
}

/** Everything that the object stores, as text. */
export const storedText = (id: string) =>
  runInDurableObject(orderOf(id), (_: Order, { storage }) => JSON.stringify([...storage.kv.list()]))

/** A text without short random values and times, which may contain any few letters or digits by chance. */
export const withoutChance = (text: string) =>
  text
    // Ids of orders. A longer name may be made of something that it must not have.
    .replaceAll(/(?<![\w-])[\w-]{32}(?![\w-])/g, '')
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, '')
    .replaceAll(/[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}/g, '')
    // A support id begins with the order's id, and a name at the gateway ends in a mark.
    .replaceAll(/"supportId":"[\da-f]{8}/g, '')
    .replaceAll(/\.[a-z2-7]{16}\b/g, '')
    .replaceAll(/\b\d{13}\b/g, '')

/** An order's log of events: one line for each write. */
export const eventsOf = (id: string) =>
  runInDurableObject(orderOf(id), (_: Order, { storage }) =>
    (storage.kv.get<{ log: { event: { type: string } }[] }>('order')?.log ?? []).map(
      ({ event }) => event.type,
    ),
  )

/** Lets an order's object die at once, as at a deploy; a test may change its storage before. */
export const kill = (
  id: string,
  rewrite: (storage: DurableObjectStorage) => void = () => {},
): Promise<void> =>
  runInDurableObject(orderOf(id), async (_: Order, ctx) => {
    rewrite(ctx.storage)
    await ctx.storage.sync()
    ctx.abort('killed by a test')
  }).catch(() => undefined)
