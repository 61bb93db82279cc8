/** What an order costs while its shopper is away, counted in workerd with the edge's real durations. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Sandbox } from '../../scripts/campaign/sandbox.ts'
import { type Stack, startStack } from '../../scripts/stack.ts'
import type { Figures } from '../../worker/testing/figures.ts'
import { type Browser, launch, type Tab } from '../browser.ts'
import { onHostedPage } from '../pages/hosted-page.ts'
import { pay } from '../pages/shop.ts'

let stack: Stack
let browser: Browser
let sandbox: Sandbox

beforeAll(async () => {
  stack = await startStack({ edgeEntry: 'worker/testing.ts' })
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

/** How often the gateway was asked what became of an order. */
const asked = async (order: string) => {
  const { requests } = await sandbox.slice(order)
  return requests.filter(({ operation }) => operation === 'status').length
}

/** A shopper who has gone to the gateway's page, and the order. */
async function atHostedPage(): Promise<{ tab: Tab; order: string }> {
  const profile = crypto.randomUUID()
  const tab = await browser.open(`${stack.addresses.shop}/mug.html`, { profile })
  await pay(tab, { email: `${profile}@example.com` })
  await onHostedPage(tab)
  const { transactions } = await ledger()
  const order = transactions.find(({ email }) => email.startsWith(profile))?.clientOrderId
  if (!order) throw new Error('the gateway knows of no order')
  return { tab, order }
}

const ledger = async () => {
  const reply = await fetch(`${stack.addresses.local.gateway}/__sandbox/ledger`)
  return (await reply.json()) as { transactions: { clientOrderId: string; email: string }[] }
}

/** The gap between two questions is long enough for the platform to let the object go, even if a machine is slow. */
const PATIENCE = { timeout: 110_000, interval: 500 }

describe('an order whose shopper is at the hosted page', () => {
  it('is out of memory between two questions', async () => {
    const { order } = await atHostedPage()

    // Made by the checkout, and again by each of two alarms.
    await expect.poll(async () => (await figuresOf(order)).awakenings, PATIENCE).toBeGreaterThanOrEqual(3)

    expect(await asked(order)).toBeGreaterThanOrEqual(2)
  })
})
