/** What an order uses of the platform, counted by the runtime while a real browser pays, and its price. */
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Browser } from '../e2e/browser.ts'
import { launch } from '../e2e/engines/launch.ts'
import { builtWidget } from '../scripts/build.ts'
import type { PartResult, Row } from '../scripts/reference/bench-results.ts'
import { type Stack, startStack } from '../scripts/stack/stack.ts'
import { TIMES } from '../worker/config/durations.ts'
import { PRICE_SOURCES, PRICES_SEEN } from '../worker/order/testing/price-list.ts'
import type { PlatformUse } from '../worker/testing/platform-use.ts'
import { STORIES } from './cost-orders.ts'
import { get } from './edge-shopper.ts'
import { monthlyCosts, type OrderUse, priceOf } from './monthly-cost.ts'
import { workerdOf } from './workerd-process.ts'

/** Nothing was counted for so long: all that an order does by itself was done. */
const QUIET_MS = 6_000

/** The abandoned order's status requests come so soon after each other instead of within 30 days. */
const HURRIED = TIMES.waitingAfter.map((_, place) => (place + 1) * 2_000)

/** A kind of order under settings. */
interface Kind {
  readonly name: string
  readonly story: keyof typeof STORIES
  readonly settings?: Readonly<Record<string, string>>
}

const KINDS: readonly Kind[] = [
  { name: 'hosted', story: 'hosted' },
  { name: 'card, frictionless', story: 'card, frictionless' },
  { name: 'card, with a challenge', story: 'card, with a challenge' },
  { name: 'cart of two', story: 'cart of two' },
  { name: 'payout', story: 'payout' },
  { name: 'hosted, with limits', story: 'hosted', settings: { LIMITS: '{}' } },
  {
    name: 'abandoned at the hosted page',
    story: 'abandoned',
    settings: { ORDER_TIMES: JSON.stringify({ waitingAfter: HURRIED }) },
  },
]

/** The cost of orders, by kind. */
export async function cost(): Promise<readonly PartResult[]> {
  const failure = await builtWidget()
  if (failure) throw new Error(failure)
  const stateDir = await mkdtemp(join(tmpdir(), 'pay-checkout-bench-'))
  const receiver = await startReceiver()
  const stack = await startStack({
    ...{ stateDir, edgeEntry: 'worker/testing.ts' },
    edge: {
      ...{ CHECKOUT_METHODS: '["hosted","card"]', WEBHOOK_URL: receiver.url },
      WEBHOOK_SECRET: `whsec_${Buffer.from('a secret of 32 bytes for a test!').toString('base64')}`,
    },
  })
  const browser = await launch()
  try {
    const uses = new Map<string, OrderUse>()
    const rows: Row[] = []
    for (const kind of KINDS) {
      const use = await useOf(kind, { stack, browser, stateDir })
      uses.set(kind.name, use)
      rows.push(rowOf(kind.name, use))
      console.log(JSON.stringify(rows.at(-1)))
    }
    return [{ title: 'What one order uses, and USD per million', rows, notes: NOTES }, monthlyCosts(uses)]
  } finally {
    await Promise.all([browser.close(), stack.stop(), receiver.stop()])
    await rm(stateDir, { recursive: true, force: true })
  }
}

const NOTES = [
  `One order of each kind in Chromium, from the shop’s page to the outcome and until the edge had done everything after it. Webhooks are on.`,
  `Prices of ${PRICES_SEEN} beyond what the plan includes: ${PRICE_SOURCES.join(', ')}.`,
  'Time in memory is the time in which an order’s object had work under way: an object that waits is asleep, and free. CPU time is that of the whole runtime on this machine, in steps of 10 ms.',
  `An abandoned order asks ${TIMES.waitingAfter.length} times within 30 days; here within ${HURRIED.length * 2} s, so that its object is not made again for each. Erasure after 90 days comes on top of every kind: an alarm and a few rows.`,
]

interface Scene {
  readonly stack: Stack
  readonly browser: Browser
  readonly stateDir: string
}

async function useOf({ story, settings }: Kind, { stack, browser, stateDir }: Scene): Promise<OrderUse> {
  if (settings) {
    await stack.end('edge')
    await stack.start('edge', settings)
  }
  const process = await workerdOf(join(stateDir, 'edge.json'))
  const before = { ...(await countedBy(stack)), cpuMs: await process.cpuMs() }
  await STORIES[story](browser, stack)
  const after = { ...(await quiet(stack)), cpuMs: await process.cpuMs() }
  const used = Object.entries(after).map(([name, count]) => [name, count - before[name as keyof OrderUse]])
  return Object.fromEntries(used) as OrderUse
}

const countedBy = async ({ addresses }: Stack) =>
  JSON.parse(await get(`${addresses.local.edge}/__testing/use`)) as PlatformUse

/** The counts, once they have not changed for a while. */
async function quiet(stack: Stack): Promise<PlatformUse> {
  let last = await countedBy(stack)
  for (;;) {
    await pause(QUIET_MS)
    const next = await countedBy(stack)
    if (JSON.stringify(next) === JSON.stringify(last)) return next
    last = next
  }
}

const rowOf = (kind: string, use: OrderUse): Row => ({
  ...{ kind, requests: use.requests, 'object calls': use.calls, alarms: use.alarms, messages: use.messages },
  ...{ 'rows read': use.rowsRead, 'rows written': use.rowsWritten },
  ...{ 'in memory, s': use.activeMs / 1000, 'CPU, ms': use.cpuMs },
  ...{ 'USD per million': priceOf(use), load: loadavg()[0] ?? 0 },
})

/** The merchant's server: takes every webhook. */
async function startReceiver() {
  const server = createServer((request, response) => {
    request.resume().on('end', () => response.writeHead(204).end())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks`,
    stop: async () => {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}
