/** A real Vendure on a real PostgreSQL sells 200 orders while it is killed, and while the gateway, the edge and webhooks fail. */
import process from 'node:process'
import { afterAll, describe, expect, it } from 'vitest'
import { merchantClient } from '../../packages/server/src/server.ts'
import { builtWidget } from '../../scripts/build.ts'
import { freePorts } from '../../scripts/stack/ports.ts'
import { type Stack, startStack } from '../../scripts/stack/stack.ts'
import { WEBHOOK_SECRET } from '../guides/reader-stack.ts'
import type { Movement } from '../support/ledger.ts'
import { copyExample, type Project } from './project.ts'
import { examplesOf, stepsOf } from './steps.ts'
import { compareBooks } from './vendure/books.ts'
import { type LossyBox, startLossyBox } from './vendure/lossy-box.ts'
import { type Postgres, startPostgres } from './vendure/postgres.ts'
import { beginFaults, faultReport, type RunScene, refund, sell, settle, soldReport } from './vendure/run.ts'
import { type BookedOrder, type BookedPayment, ShopAdmin } from './vendure/shop-admin.ts'
import { ShopShopper } from './vendure/shop-shopper.ts'
import { populatedVendure, type VendureServer } from './vendure/vendure-server.ts'

const ORDERS = Number(process.env.PAY_ORDERS ?? 200)
const REFUNDS = Math.ceil(ORDERS / 8)
const SEED = 1

/** Hundreds of orders take many minutes on a busy machine. */
const LONG_MS = 1_200_000

/** Some shoppers go away before the edge has found out what became of a request that was lost. */
const MOST_PAY = 0.9

/** The gateway declines three requests in a hundred. */
const MOST_REFUSED = 0.5

/** So short that an order settles in seconds. The deadline is as in production: the busiest machine answers in time. */
const ORDER_TIMES = {
  requestDeadline: 30_000,
  activeEvery: 700,
  activeFor: 10_000,
  waitingAfter: [1_000, 2_500, 5_000, 10_000, 20_000],
  minutesEvery: 5_000,
  catchUpAfter: 1_000,
  notAcceptedAfter: 300,
  notAcceptedSpan: 1_200,
  webhookRetryFirst: 800,
}

const BOOKED: BookedOrder = {
  ...{ id: '1', code: 'ABC', state: 'PaymentSettled', currencyCode: 'KWD', totalWithTax: 750 },
  payments: [{ id: '1', state: 'Settled', amount: 750, transactionId: 'x', refunds: [] }],
}

const movement = (kind: Movement['kind'], amount: string): Movement => ({
  ...{ orderId: '1', clientOrderId: 'ABC-1.name', kind, amount, currency: 'KWD', at: '' },
  amountMinor: Number(amount) * 1000,
})

it.each([
  ['agree about an order that is paid', BOOKED, [movement('charge', '7.500')], []],
  [
    'differ where the shop does not know of the payment',
    { ...BOOKED, state: 'ArrangingPayment', payments: [] },
    [movement('charge', '7.500')],
    ['paidButPending', 'differences'],
  ],
  [
    'differ where the shopper is charged twice',
    BOOKED,
    [movement('charge', '7.500'), movement('charge', '7.500')],
    ['doubles', 'differences'],
  ],
  ['differ where another sum is charged', BOOKED, [movement('charge', '7.501')], ['doubles', 'differences']],
  ['differ where the shop believes in a payment', BOOKED, [], ['differences']],
  [
    'differ where the shop does not know of a refund',
    BOOKED,
    [movement('charge', '7.500'), movement('reversal', '1.000')],
    ['differences'],
  ],
] as const)('books and ledger %s', (_title, order, movements, kinds) => {
  const found = Object.entries(compareBooks([order], movements)).filter(([, list]) => list.length > 0)
  expect(found.map(([kind]) => kind)).toEqual(kinds)
})

const isPending = ({ state }: BookedPayment) => state === 'Pending'

describe.each(await examplesOf('vendure.spec.ts'))('examples/$name', ({ name }) => {
  const step = stepsOf(name)
  let stack: Stack
  let postgres: Postgres
  let project: Project
  let server: VendureServer
  let webhooks: LossyBox
  let requests: LossyBox
  let scene: RunScene

  afterAll(async () => {
    await server?.kill()
    await postgres?.stop()
    await stack?.stop()
    requests?.stop()
    webhooks?.stop()
    await project?.remove()
  })

  step('install', 'installs the packed package', async () => {
    project = await copyExample(name, {})
    await project.install()
  })

  step('build', 'builds', () => project.run('build'))

  async function startSurroundings(port: number): Promise<void> {
    // Vitest says `test`, which would make Lit's development files part of the tag.
    process.env.NODE_ENV = 'production'
    const failure = await builtWidget()
    if (failure) throw new Error(`The tag cannot be built:\n${failure}`)
    webhooks = await startLossyBox(
      `http://127.0.0.1:${port}/pay-checkout`,
      { passed: 55, swallowed: 15, late: 10, twice: 8, 'answer lost': 6, 'again later': 6 },
      'webhooks',
    )
    stack = await startStack({
      edge: {
        ORDER_TIMES: JSON.stringify(ORDER_TIMES),
        CHECKOUT_METHODS: '["hosted","payment-page","card"]',
        WEBHOOK_URL: `${webhooks.origin}/webhooks`,
        WEBHOOK_SECRET,
      },
    })
    requests = await startLossyBox(
      stack.addresses.local.edge,
      { passed: 76, 'request lost': 6, 'answer lost': 8, twice: 5, 'again later': 5 },
      'requests',
    )
    postgres = await startPostgres()
  }

  step('mount', 'fills its database, and starts', async () => {
    const { shop: port } = await freePorts()
    await startSurroundings(port)
    const { merchantKey: key } = stack.secrets
    const { edge, gateway } = stack.addresses.local
    server = await populatedVendure(project, {
      ...{ port, database: postgres.url, edge: requests.origin, key },
      ...{ webhookSecret: WEBHOOK_SECRET, reconcileAt: '*/4 * * * * *' },
    })
    await server.start()
    const admin = new ShopAdmin(server)
    const address = { shop: server.origin, edge, ...(await admin.setUp()) }
    const pay = merchantClient({ edge, key })
    scene = { server, admin, address, boxes: [requests, webhooks], gateway, pay }
    await beginFaults(scene, SEED)
  })

  step(
    'paid',
    `sells ${ORDERS} orders while it dies again and again`,
    async () => {
      const { shopped, kills } = await sell(scene, { orders: ORDERS, seed: SEED })

      console.log(soldReport(shopped, kills))
      expect(shopped.flatMap(({ complaints }) => complaints)).toEqual([])
      const stayed = shopped.filter(({ manner }) => manner !== 'leaves')
      const paid = stayed.filter(({ status }) => status === 'approved')
      expect(paid.length / stayed.length).toBeGreaterThan(MOST_PAY)
      expect(kills).toBeGreaterThan(0)
    },
    LONG_MS,
  )

  step(
    'refunded',
    `refunds ${REFUNDS} of them, and knows of each what the gateway knows`,
    async () => {
      const { refunds } = await refund(scene, { refunds: REFUNDS, seed: SEED })
      const begin = performance.now()
      const settlement = await settle(scene)

      const seconds = ((performance.now() - begin) / 1000).toFixed(0)
      console.log(`${faultReport(settlement, scene.boxes)}\n${refunds} refunds, settling ${seconds} s`)
      const { findings, unfinished, refused } = settlement
      expect(findings, server.printed()).toEqual({ paidButPending: [], doubles: [], differences: [] })
      expect(unfinished).toEqual([])
      expect(refused.length / refunds).toBeLessThan(MOST_REFUSED)
      expect(refunds).toBe(REFUNDS)
    },
    LONG_MS,
  )

  step(undefined, 'settles after a webhook, or after the reconciliation where none came', async () => {
    const [told, found] = ['a webhook', 'the reconciliation'].map((reason) =>
      server.linesWith(`is settled, after ${reason}`),
    )

    console.log(`settled after a webhook ${told}, after the reconciliation ${found}`)
    expect(told).toBeGreaterThan(0)
    expect(found).toBeGreaterThan(0)
  })

  const bookedOf = async (codes: readonly string[]) =>
    (await scene.admin.books()).filter(({ code }) => codes.includes(code))

  step(undefined, 'has no payment open once another tab has gone back to the cart', async () => {
    const shopper = new ShopShopper(scene.address, 'EUR')
    await shopper.fillCart(1)
    const held = requests.hold('/v1/orders')
    const opening = shopper.triesToOpen()
    await held.arrived
    let isBack = false
    const goingBack = shopper.triesToGoBack().then(() => {
      isBack = true
    })
    // The edge answers the one tab only once the other has gone back, or waits for the lock of the order.
    await expect.poll(async () => isBack || (await postgres.hasWaiting())).toBe(true)
    held.release()
    await Promise.all([opening, goingBack])

    const [cart] = await bookedOf([shopper.code])
    expect(cart?.state).toBe('AddingItems')
    expect(cart?.payments.filter(isPending)).toEqual([])
  })

  step(undefined, 'opens no payment for a shopper whose other tab is going back to the cart', async () => {
    const shopper = new ShopShopper(scene.address, 'EUR')
    await shopper.fillCart(1)
    const [edgeOrder] = (await shopper.openPayment()).split('.')
    const held = requests.hold(`/v1/orders/${edgeOrder}/cancel`)
    const goingBack = shopper.triesToGoBack()
    await held.arrived
    // It has read the order before the other tab's change is stored, and waits for the lock.
    const opening = shopper.triesToOpen()
    await expect.poll(() => postgres.hasWaiting()).toBe(true)
    held.release()
    await Promise.all([goingBack, opening])

    const [cart] = await bookedOf([shopper.code])
    expect(cart?.state).toBe('AddingItems')
    expect(cart?.payments.map(({ state }) => state)).toEqual(['Cancelled'])
  })

  step(undefined, 'cancels the payment of the old price when a coupon changes it', async () => {
    await scene.admin.createCoupon('HALF')
    const shopper = new ShopShopper(scene.address, 'EUR')
    await shopper.fillCart(2)
    const before = await shopper.openPayment()
    await shopper.entersCoupon('HALF')
    const after = await shopper.openPayment()

    const [order] = await bookedOf([shopper.code])
    expect(after).not.toBe(before)
    expect(order?.payments.map(({ state }) => state).toSorted()).toEqual(['Cancelled', 'Pending'])
    expect(order?.payments.find(isPending)?.amount).toBe(order?.totalWithTax)
  })

  step(undefined, 'refuses a webhook that the edge did not sign', async () => {
    const reply = await fetch(`${server.origin}/pay-checkout/webhooks`, { method: 'POST', body: '{}' })

    expect(reply.status).toBe(400)
  })

  step(undefined, 'refuses a webhook of more than a megabyte, and reads no more of it', async () => {
    const body = 'x'.repeat(3_000_000)
    const sent = fetch(`${server.origin}/pay-checkout/webhooks`, { method: 'POST', body })

    // Where the connection ends before all of it is sent, the answer may be lost.
    expect(await sent.then(({ status }) => status).catch(() => 413)).toBe(413)
  })

  step(undefined, 'lets no administrator settle what is not paid', async () => {
    const { admin } = scene
    const open = (await admin.books()).flatMap(({ payments }) => payments.filter(isPending))
    expect(open).not.toEqual([])

    for (const { id } of open) expect(await admin.settle(id)).toBe('Settling the payment failed')

    expect((await admin.books()).flatMap(({ payments }) => payments.filter(isPending))).toEqual(open)
  })
})
