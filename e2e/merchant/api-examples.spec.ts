/**
 * The examples of the API document are what the edge really answers. `PAY_RECORD=yes` writes them:
 * `PAY_RECORD=yes npx vitest run --root e2e/merchant api-examples`, then `npm run reference`.
 */
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import process from 'node:process'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeMerchantKey, merchantEntry } from '../../cli/merchant-key.ts'
import { MERCHANT_SCOPES } from '../../shared/merchant-key.ts'
import type { OrderView } from '../../shared/order-view.ts'
import { resetSandbox, setFaults, settleSales } from '../support/ledger.ts'
import {
  type ApiRecorder,
  apiRecorder,
  memberPaths,
  type RecordedAnswer,
  shown,
} from '../support/merchant/api-recorder.ts'
import { CARD, CUSTOMER, KNOWN_CARD } from '../support/merchant/cards.ts'
import { session } from '../support/merchant/selling.ts'
import { ask, becomes, followUpEnds, post, read } from '../support/merchant/server.ts'
import { addresses, merchantKey, redeploy, webhooks } from '../support/stack/stack.ts'
import { mug } from '../support/strange-page.ts'

interface Recording {
  readonly answers: readonly RecordedAnswer[]
  readonly webhooks: Readonly<Record<string, unknown>>
}

const FILE = join(import.meta.dirname, '../../worker/routes/openapi/recorded-examples.json')

const SALE = { intent: 'sale', amount: '12.50', currency: 'EUR', description: 'Heather mug' } as const
const PAYOUT = { amount: '30.00', currency: 'EUR', description: 'Winnings' }
const PHONE = { phone: { number: '+4915123456789' } }

/** Reserves, captures and refunds; then everything that a server does with a paid order. */
async function recordPaidOrder(api: ApiRecorder): Promise<void> {
  const { call } = api
  const reservation = {
    reference: 'cart-4711',
    ...SALE,
    intent: 'preauth',
    methods: ['card'],
    customer: CUSTOMER,
  }
  const { order, token } = await call('createOrder', 'for a reservation by card', { body: reservation })
  const { id } = order
  const path = { id }
  await call('payOrder', 'by card', { path, token, body: { method: 'card', card: CARD } })
  await becomes(id, 'approved')
  const part = { amount: '10.00', currency: 'EUR' }
  await call('captureOrder', 'a part', { path, body: part })
  await followUpEnds(id)
  await call('captureOrder', 'after a capture', { path, body: part })
  await call('returnOrder', 'a part', { path, body: { amount: '2.50', currency: 'EUR', comment: 'Chipped' } })
  await followUpEnds(id)
  await call('getOrder', 'for its merchant', { path })
  await call('getOrder', 'for its page', { path, token })
  await call('getOrder', 'without a token', { path, token: '' })
  await call('getReceipt', 'of a refunded order', { path, token })
  await call('refreshOrder', 'of a refunded order', { path })
  await call('payOrder', 'of a paid order', { path, token, body: { method: 'card', card: CARD } })
  await expect.poll(async () => (await listed()).length).toBe(1)
  await call('listOrders', 'by reference', { query: { reference: 'cart-4711' } })
  const day = order.updatedAt.slice(0, 10)
  await call('sumOrders', 'of a day', { query: { day } })
  await call('sumDays', 'of a day of a zone', { query: { from: day, to: day, zone: 'UTC' } })
  await call('getMerchantKey', 'with every scope')
  const { cardRef } = await call('createCardReference', 'of the card that paid', { path, body: {} })
  await call('getCardInfo', 'of a Visa card', { path: { ref: cardRef } })
  await call('resendWebhooks', 'of a refunded order', { path })
  await call('noteOrder', 'about a refunded order', { path, body: { text: 'Chipped at the rim.' } })
  const parcel = { carrier: 'Post', parcel: 'JD0077', url: 'https://post.example.com/JD0077' }
  await call('sendOrder', 'with its parcel', { path, body: parcel })
  await recordSavedCards(api, cardRef)
  await call('revokeTokens', 'of a refunded order', { path })
  await call('eraseOrder', 'of a refunded order', { path })
}

/** The list gets an order shortly after its change. */
const listed = async () => {
  const { body } = await ask<{ orders: unknown[] }>('GET', '/v1/orders?reference=cart-4711')
  return body.orders
}

/** A link that somebody clicks on. */
async function recordPaymentRequest({ call }: ApiRecorder): Promise<void> {
  const request = { reference: 'INV-2027-31', ...SALE, act: 'invoice', request: true, expiresIn: 1_209_600 }
  const { order, payUrl } = await call('createOrder', 'for a payment request', { body: request })
  const path = { id: order.id }
  const link = new URL(payUrl).hash.slice(`#order=${order.id}.`.length)
  await call('getOrder', 'for the page of its link', { path, token: link })
  await call('exchangeLink', 'by the click', { path, token: link, body: {} })
  await call('renewLink', 'after a change of keys', { path, body: {} })
  const expiresAt = new Date(Date.parse(order.updatedAt) + 30 * 86_400_000).toISOString()
  await call('changeExpiry', 'to a month after its opening', { path, body: { expiresAt } })
  const again = { ...request, reference: 'INV-2027-31-2', follows: order.id }
  await call('createOrder', 'for a payment that is asked for again', { body: again })
  await call('getOrder', 'whose payment is asked for again', { path })
}

/** How many saved cards the page of a session shows. */
async function savedCardsOf(id: string, token: string): Promise<number | undefined> {
  const { body } = await ask<OrderView>('GET', `/v1/orders/${id}`, undefined, {
    Authorization: `Bearer ${token}`,
  })
  return body.savedCards?.length
}

async function recordSavedCards({ call }: ApiRecorder, cardRef: string): Promise<void> {
  const customers = { reference: 'cart-4712', ...SALE, cardRefs: [cardRef], mayRemoveCards: true }
  const opened = { ...customers, customer: CUSTOMER, methods: ['saved-card'] }
  const { order, token } = await call('createOrder', 'for a customer with saved cards', { body: opened })
  const path = { id: order.id }
  await expect.poll(() => savedCardsOf(order.id, token)).toBe(1)
  await call('removeCard', 'the only one', { path, token, body: { savedCard: '1' } })
  const rebill = {
    reference: 'club-2027-01',
    cardRef,
    amount: '7.00',
    currency: 'EUR',
    description: 'Tea club',
  }
  await call('createRebill', 'of a saved card', { body: rebill })
}

/** Opens a session that is not recorded, and pays it by card. */
async function sold(reference: string, changes: object = {}, cvv = CARD.cvv) {
  const { id, token, pay } = await session({ reference, ...SALE, methods: ['card'], ...changes })
  await pay({ method: 'card', card: { ...CARD, cvv } })
  return { id, path: { id }, token }
}

async function recordOtherOutcomes({ call }: ApiRecorder): Promise<void> {
  const declined = await sold('cart-4713', {}, '101')
  await becomes(declined.id, 'declined')
  await call('getOrder', 'of a declined payment', { path: declined.path, token: declined.token })
  await call('voidOrder', 'of a declined payment', { path: declined.path, body: {} })
  await call('mailOrder', 'a request to pay again', { path: declined.path, body: { kind: 'request' } })
  const held = await sold('cart-4714', { intent: 'preauth' })
  await becomes(held.id, 'approved')
  await call('voidOrder', 'of a reservation', { path: held.path, body: {} })
  await followUpEnds(held.id)
  await setFaults({ operation: 'sale', fault: 'drop-request', clientOrderId: 'cart-4715' })
  const lost = await sold('cart-4715')
  await expect.poll(async () => (await read(lost.id)).attempts.at(-1)?.status).not.toBe('sending')
  await call('declareNotAccepted', 'of a lost request', { path: lost.path })
  await setFaults()
}

async function recordHostedPage({ call }: ApiRecorder): Promise<void> {
  const offer = await mug({ origins: [addresses().shop] })
  await call('checkOffer', 'of the shop', { token: '', body: { offer } })
  await call('checkOffer', 'of a stranger', { token: '', body: { offer: `${offer.slice(0, -8)}AAAAAAAA` } })
  const body = { offer, customer: { email: CUSTOMER.email } }
  const { order, token } = await call('checkout', 'of an offer', { token: '', body })
  const path = { id: order.id }
  await call('payOrder', 'on the hosted page', { path, token, body: { method: 'hosted' } })
  await becomes(order.id, 'redirect')
  await call('getOrder', 'at the hosted page', { path, token })
  await call('continueOrder', 'at the hosted page', { path, token })
  await call('endThreeDsMethod', 'without such a step', { path, token })
  await call('cancelOrder', 'by the shopper', { path, token })
}

/** Makes a product, sells it, and changes it. */
async function recordCatalogue({ call }: ApiRecorder): Promise<void> {
  const mug = { name: 'Heather mug', currency: 'EUR', intent: 'sale', amount: '12.50', shown: true }
  const made = { id: 'heather-mug', ...mug, description: 'Glazed by hand.', units: 20 }
  const { version } = await call('createProduct', 'with twenty units', { body: made })
  await call('createProduct', 'under an id that is in use', { body: { ...made, amount: '14.00' } })
  const path = { product: 'heather-mug' }
  await call('getProduct', 'for a page', { path, token: '' })
  await call('getProduct', 'that there is not', { path: { product: 'no-mug' }, token: '' })
  const seen = { amount: '12.50', currency: 'EUR' }
  const body = { product: 'heather-mug', expect: seen, customer: { email: CUSTOMER.email } }
  await call('checkout', 'of a product', { token: '', body })
  const changed = { version, ...mug, amount: '13.00' }
  await call('changeProduct', 'to another price', { path, body: changed })
  await call('changeProduct', 'that somebody else has changed', { path, body: { ...changed, name: 'Mug' } })
  await call('checkout', 'of a product whose price has changed', { token: '', body })
  await call('changeUnits', 'by five', { path, body: { change: 5 } })
  await call('getProduct', 'for its merchant', { path })
  await call('listProducts', 'of a shop')
  await call('listProductVersions', 'of a changed product', { path })
}

/** The cursor whose answer ends the list. Orders of other tests, which may be many, are in the list too. */
async function lastCursorAfter(cursor: string): Promise<string> {
  const { cursor: next } = await post<{ readonly cursor?: string }>('/v1/orders/reindex', { cursor })
  return next ? lastCursorAfter(next) : cursor
}

async function recordServers({ call }: ApiRecorder): Promise<void> {
  await call('createPayout', 'to a phone', { body: { reference: 'payout-1', ...PAYOUT, to: PHONE } })
  const payout = { reference: 'payout-2', ...PAYOUT, to: PHONE }
  const { id } = await call('checkPayout', 'to a phone', { body: payout })
  await becomes(id, 'approved')
  await call('payCheckedPayout', 'to a phone', { path: { id }, body: {} })
  const money = { amount: '15.00', currency: 'EUR' }
  const transfer = { reference: 'transfer-1', ...money, from: 'deposit', to: { cardNumber: CARD.number } }
  await call('createTransfer', 'from the deposit', { body: transfer })
  await call('checkPanEligibility', 'of a card', { body: { reference: 'check-1', card: KNOWN_CARD } })
  const verification = { reference: 'check-2', description: 'Card check', card: CARD, customer: CUSTOMER }
  await call('verifyCard', 'with its code', { body: verification })
  const club = {
    ...{ amount: '9.99', currency: 'EUR', description: 'Tea club' },
    period: 'month',
    interval: 1,
  }
  const recurring = { reference: 'club-2027', ...club, card: KNOWN_CARD, customer: CUSTOMER }
  await call('createRecurringPayment', 'each month', { body: recurring })
  await call('reindexOrders', 'to its end', { body: { cursor: await lastCursorAfter(id) } })
  const wrong = { reference: 'cart-4716', ...SALE, amount: '12.505', customer: CUSTOMER }
  await call('createOrder', 'with too many decimals', { body: wrong })
  const other = { reference: 'cart-4711', ...SALE, amount: '99.00', customer: CUSTOMER }
  await call('createOrder', 'with the reference of another order', { body: other })
}

/** A key with limits asks for two refunds above them, on which another key decides. */
async function recordWaitingRefunds({ call }: ApiRecorder): Promise<void> {
  const assistant = makeMerchantKey()
  const limits = { refundUpTo: { EUR: '4.00' }, refundPerDay: { EUR: '20.00' } }
  const keys = [
    merchantEntry(merchantKey(), 'this machine', MERCHANT_SCOPES),
    merchantEntry(assistant, 'assistant', ['read', 'refund'], limits),
  ]
  await redeploy('edge', { MERCHANT_KEYS: JSON.stringify(keys) })
  await call('getMerchantKey', 'with limits', { token: assistant })
  const { id, path } = await sold('cart-4717')
  await becomes(id, 'approved')
  await settleSales()
  const body = { amount: '7.50', currency: 'EUR', comment: 'Broken' }
  await call('returnOrder', 'above the limits of its key', { path, token: assistant, body })
  await call('approveFollowUp', 'by the key that asked', { path, token: assistant, body: { followUp: 1 } })
  await call('approveFollowUp', 'by another key', { path, body: { followUp: 1 } })
  await followUpEnds(id)
  const headers = { Authorization: `Bearer ${assistant}` }
  await post(`/v1/orders/${id}/return`, { ...body, amount: '5.00', comment: 'The rest' }, headers)
  await call('refuseFollowUp', 'by another key', { path, body: { followUp: 2 } })
}

async function recordPublic({ call }: ApiRecorder): Promise<void> {
  await call('getSettings', 'of a shop', { token: '' })
  await call('getReceiptKeys', 'of one key', { token: '' })
  await call('getHealth', 'all is well', { token: '' })
}

/** Types of the notifications that these orders lead to. */
const TYPES = [
  'order.approved',
  'order.declined',
  'order.captured',
  'order.partially-returned',
  'order.voided',
  'order.cancelled',
  'order.resent',
  'follow-up.waiting',
  'follow-up.settled',
  'card.removed',
  'request.seen',
]

interface Notification {
  readonly type: string
  readonly data: { readonly order?: { readonly id: string } }
}

/** The first notification of each type about the recorded orders. One about an order of another test may come late. */
async function notifications({ answers }: ApiRecorder): Promise<Record<string, unknown>> {
  const recorded = JSON.stringify(answers)
  const all = (await webhooks())
    .map((body) => JSON.parse(body) as Notification)
    .filter(({ data: { order } }) => order && recorded.includes(order.id))
  return Object.fromEntries(
    TYPES.flatMap((type) => {
      const first = all.find((one) => one.type === type)
      return first ? [[type, shown(first)] as const] : []
    }),
  )
}

async function record(): Promise<Recording> {
  const api = await apiRecorder()
  await recordPublic(api)
  await recordPaidOrder(api)
  await recordOtherOutcomes(api)
  await recordHostedPage(api)
  await recordPaymentRequest(api)
  await recordServers(api)
  await recordCatalogue(api)
  await recordWaitingRefunds(api)
  await expect.poll(async () => Object.keys(await notifications(api))).toEqual(TYPES)
  return { answers: api.answers, webhooks: await notifications(api) }
}

const STALE = 'the examples are out of date: record them again, as this file says at its top'

const title = ({ operationId, summary, status }: RecordedAnswer) => `${operationId} ${summary}: ${status}`

/**
 * Without what other things decide: orders of other tests are in the sums of a day too, and whether a webhook has arrived
 * when an answer is written is a matter of milliseconds.
 */
const membersOf = ({ request, response }: RecordedAnswer) =>
  memberPaths({ request, response }).filter(
    (path) => !path.includes('.statuses.') && !/\.deliveries\[\]\.(at|httpStatus)$/.test(path),
  )

beforeAll(() => resetSandbox())
afterAll(() => redeploy('edge'))

describe('the examples of the API document', () => {
  it('have the outcomes and the members that the edge answers and posts now', async () => {
    const now = await record()
    if (process.env.PAY_RECORD) await writeFile(FILE, `${JSON.stringify(now, null, 2)}\n`)
    const kept: Recording = JSON.parse(await readFile(FILE, 'utf8'))

    expect(kept.answers.map(title), STALE).toEqual(now.answers.map(title))
    for (const [place, one] of now.answers.entries())
      expect(membersOf(kept.answers[place] ?? one), `${title(one)}: ${STALE}`).toEqual(membersOf(one))
    expect(memberPaths(kept.webhooks), STALE).toEqual(memberPaths(now.webhooks))
  })
})
