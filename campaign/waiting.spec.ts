/** The cost of an order while its shopper is away, counted in workerd with the edge's real durations. */
import { afterAll, beforeAll, describe, it } from 'vitest'
import type { Browser, Tab } from '../e2e/browser.ts'
import { launch } from '../e2e/engines/launch.ts'
import { onHostedPage, payByCard } from '../e2e/pages/hosted-page.ts'
import { choosePaymentMethod, pay, statusText } from '../e2e/pages/shop.ts'
import { type Stack, startStack } from '../scripts/stack/stack.ts'
import type { Figures } from '../worker/testing/cost-counters.ts'
import { Sandbox } from './ledger.ts'

let stack: Stack
let browser: Browser
let sandbox: Sandbox

beforeAll(async () => {
  stack = await startStack({ edgeEntry: 'worker/testing/edge.ts' })
  sandbox = new Sandbox(stack.addresses.local.gateway)
  browser = await launch()
})

afterAll(async () => {
  await browser?.close()
  await stack?.stop()
})

const figuresOf = async (order: string) => {
  const reply = await fetch(`${stack.addresses.local.edge}/__testing/figures/${order}`)
  return (await reply.json()) as Figures
}

/** How often the edge polled for an order. */
const asked = async (order: string) => {
  const { requests } = await sandbox.ledgerOf(order)
  return requests.filter(({ operation }) => operation === 'status').length
}

/** A shopper who has gone to the gateway's page, and the order. */
async function atHostedPage(): Promise<{ tab: Tab; order: string }> {
  const profile = crypto.randomUUID()
  const tab = await browser.open(`${stack.addresses.shop}/mug.html`, { profile })
  await choosePaymentMethod(tab, /payment page/)
  await pay(tab, { email: `${profile}@example.com` })
  await onHostedPage(tab)
  const { transactions } = await ledger()
  const order = transactions.find(({ email }) => email.startsWith(profile))?.clientOrderId.split('.', 1)[0]
  if (!order) throw new Error('the gateway knows of no order')
  return { tab, order }
}

const ledger = async () => {
  const reply = await fetch(`${stack.addresses.local.gateway}/__sandbox/ledger`)
  return (await reply.json()) as { transactions: { clientOrderId: string; email: string }[] }
}

/** The gap between two polls is so long that the platform lets the object go, even on a slow machine. */
const PATIENCE = { timeout: 150_000, interval: 500 }

const written = ({ rows }: Figures) => Object.values(rows).reduce((sum, count) => sum + count, 0)

describe.concurrent('an order whose shopper is at the hosted page', () => {
  it.for([
    ['at once', 0],
    ['after two questions', 2],
    ['after three questions', 3],
  ] as const)(
    'sleeps between questions, and writes at most 14 rows where it is paid %s',
    async ([, questions], { expect }) => {
      const { tab, order } = await atHostedPage()
      await expect.poll(() => asked(order), PATIENCE).toBeGreaterThanOrEqual(questions)

      await payByCard(tab)
      await statusText(tab, /Thank you/)
      await expect.poll(async () => (await figuresOf(order)).rows.index, PATIENCE).toBe(3)

      const figures = await figuresOf(order)
      // The checkout made the object, and each alarm made it again.
      expect(figures.awakenings).toBeGreaterThan(questions)
      expect(figures.rows.personal).toBe(1)
      expect(written(figures)).toBeLessThanOrEqual(14)
    },
  )
})
