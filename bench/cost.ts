/** What an order uses of the platform, counted by the runtime while a real browser pays, and its price. */
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { nextAddress, payOnce } from '../campaign/load/shoppers.ts'
import type { Browser } from '../e2e/browser.ts'
import { launch } from '../e2e/engines/launch.ts'
import { builtWidget } from '../scripts/build.ts'
import type { PartResult, Row } from '../scripts/reference/bench-results.ts'
import { type Stack, startStack } from '../scripts/stack/stack.ts'
import { TIMES } from '../worker/config/durations.ts'
import { ERASURE_ROWS } from '../worker/order/testing/counted-use.ts'
import { PRICE_SOURCES, PRICES_SEEN } from '../worker/order/testing/price-list.ts'
import type { PlatformUse } from '../worker/testing/platform-use.ts'
import { STORIES } from './cost-orders.ts'
import { get, mugOffer } from './edge-shopper.ts'
import { loadNow } from './machine-load.ts'
import { meanOf, monthlyCosts, type OrderUse, priceOf, usedSince } from './monthly-cost.ts'
import { workerdOf } from './workerd-process.ts'

/** Nothing was counted for so long: all that an order does by itself was done. */
const QUIET_MS = 6_000

/** Orders of a kind that count. One more, before them, does not. */
const ORDERS = 5

/** Orders that are paid before, without a browser: the isolate's first ones are read, compiled and checked. */
const WARM_UP_ORDERS = 30

/** An abandoned order takes longer. */
const ABANDONED_ORDERS = 3

/** The abandoned order's status requests come so soon after each other instead of within 30 days. */
const HURRIED = TIMES.waitingAfter.map((_, place) => (place + 1) * 2_000)
const HURRIED_SECONDS = (HURRIED.at(-1) ?? 0) / 1000

/** A kind of order under settings. */
interface Kind {
  readonly name: string
  readonly story: keyof typeof STORIES
  readonly settings?: Readonly<Record<string, string>>
  /** Default: `ORDERS`. */
  readonly orders?: number
}

const abandonedBy = (story: Kind['story'], times: object): Omit<Kind, 'name'> => ({
  ...{ story, orders: ABANDONED_ORDERS },
  settings: { ORDER_TIMES: JSON.stringify(times) },
})

/** The status requests of the order's first minutes come ten times as soon; the shopper pays after 4.5 s. */
const SOONER = { ORDER_TIMES: JSON.stringify({ waitingAfter: TIMES.waitingAfter.map((ms) => ms / 10) }) }

/** A hosted order that is paid within a minute, by the two conversations of a page, without limits and with them. */
const WITHIN_A_MINUTE = (['hosted, by one request', 'hosted, by two requests and a socket'] as const).flatMap(
  (story): Kind[] => [
    { name: `within a minute: ${story}`, story, settings: SOONER },
    { name: `within a minute: ${story}, with limits`, story, settings: { ...SOONER, LIMITS: '{}' } },
  ],
)

const KINDS: readonly Kind[] = [
  { name: 'a page that nobody touches', story: 'a page that nobody touches' },
  { name: 'hosted', story: 'hosted' },
  { name: 'card, frictionless', story: 'card, frictionless' },
  { name: 'card, with a challenge', story: 'card, with a challenge' },
  { name: 'cart of two', story: 'cart of two' },
  { name: 'payout', story: 'payout' },
  { name: 'hosted, with limits', story: 'hosted', settings: { LIMITS: '{}' } },
  ...WITHIN_A_MINUTE,
  { name: 'abandoned at the hosted page', ...abandonedBy('abandoned', { waitingAfter: HURRIED }) },
  { name: 'abandoned at the challenge', ...abandonedBy('left at the challenge', { waitingAfter: HURRIED }) },
]

/** The cost of orders, by kind. */
export async function cost(): Promise<readonly PartResult[]> {
  const failure = await builtWidget()
  if (failure) throw new Error(failure)
  const stateDir = await mkdtemp(join(tmpdir(), 'pay-checkout-bench-'))
  const receiver = await startReceiver()
  const stack = await startStack({
    ...{ stateDir, edgeEntry: 'worker/testing/edge.ts' },
    edge: {
      ...{ CHECKOUT_METHODS: '["hosted","card"]', WEBHOOK_URL: receiver.url },
      WEBHOOK_SECRET: `whsec_${Buffer.from('a secret of 32 bytes for a test!').toString('base64')}`,
    },
  })
  const browser = await launch()
  try {
    const uses = new Map<string, OrderUse>()
    const rows: Row[] = []
    for (const [place, kind] of KINDS.entries()) {
      const each = await usesOf(kind, { stack, browser, stateDir }, place === 0)
      uses.set(kind.name, meanOf(each))
      rows.push(rowOf(kind.name, each))
      console.log(JSON.stringify(rows.at(-1)))
    }
    return [{ title: 'What one order uses, and USD per million', rows, notes: NOTES }, monthlyCosts(uses)]
  } finally {
    await Promise.all([browser.close(), stack.stop(), receiver.stop()])
    await rm(stateDir, { recursive: true, force: true })
  }
}

const NOTES = [
  `The mean of ${ORDERS} orders of each kind, ${ABANDONED_ORDERS} of those that are left, after ${WARM_UP_ORDERS} that a program pays and one more that does not count; low and high are the cheapest and the dearest. Each is made in Chromium, by a shopper with a network of their own, from the shop’s page to the outcome, and counted until the edge had done everything after it. Webhooks are on.`,
  `Prices of ${PRICES_SEEN} beyond what the plan includes: ${PRICE_SOURCES.join(', ')}.`,
  'Time in memory is the time in which an order’s object had work under way: an object that waits is asleep, and free. The gateway is on the same machine: its distance comes on top, for each request to it. CPU time is that of the whole runtime on this machine, in steps of 10 ms: it serves the tag’s files too, which the platform does for nothing.',
  'The kinds “within a minute” are of a shopper who takes 45 s: the edge’s status requests, and the shopper, are ten times as fast here. Their click is a script of the page, which has the same conversation as the tag of this version, or of the versions before.',
  `An abandoned order asks ${TIMES.waitingAfter.length} times within 30 days; here within ${HURRIED_SECONDS} s, so that its object is not made again for each. The alarm for the erasure is counted; the erasure itself, 90 days and 24 months later, comes on top of every paid order: ${ERASURE_ROWS} rows.`,
]

interface Scene {
  readonly stack: Stack
  readonly browser: Browser
  readonly stateDir: string
}

/** @param isFirst The edge has just started. It starts again for settings of a kind. */
async function usesOf(
  { story, settings, orders = ORDERS }: Kind,
  { stack, browser, stateDir }: Scene,
  isFirst: boolean,
): Promise<readonly OrderUse[]> {
  if (settings) {
    await stack.end('edge')
    await stack.start('edge', settings)
  }
  const process = await workerdOf(join(stateDir, 'edge.json'))
  const counted = async () => ({ ...(await countedBy(stack)), cpuMs: await process.cpuMs() })
  if (isFirst || settings) {
    await warmUp(stack)
    await pause(TIMES.catchUpAfter)
    await quiet(counted)
  }
  const uses: OrderUse[] = []
  for (let made = 0; made <= orders; made += 1) {
    // Each shopper comes from a network of their own.
    await get(`${stack.addresses.local.edge}/__testing/address/${nextAddress()}`)
    const before = await counted()
    await STORIES[story](browser, stack)
    const used = usedSince(before, await quiet(counted))
    if (made > 0) uses.push(used)
  }
  return uses
}

/**
 * Each of these orders wakes once more, after {@link TIMES.catchUpAfter}: an alarm that is set too early stays.
 * The orders that count come after that.
 *
 * @throws {Error} If an order is not paid.
 */
async function warmUp(stack: Stack): Promise<void> {
  const { addresses, secrets } = stack
  const scene = { edge: addresses.local.edge, offer: await mugOffer(stack), merchantKey: secrets.merchantKey }
  for (let made = 0; made < WARM_UP_ORDERS; made += 1) {
    const { faults } = await payOnce(scene)
    if (faults.length > 0) throw new Error(faults.join('; '))
  }
}

const countedBy = async ({ addresses }: Stack) =>
  JSON.parse(await get(`${addresses.local.edge}/__testing/use`)) as PlatformUse

/** The counts, once they have not changed for a while: as they were before that while, in which the runtime idles. */
async function quiet(counted: () => Promise<OrderUse>): Promise<OrderUse> {
  const text = ({ cpuMs: _, ...counts }: OrderUse) => JSON.stringify(counts)
  let last = await counted()
  for (;;) {
    await pause(QUIET_MS)
    const next = await counted()
    if (text(next) === text(last)) return last
    last = next
  }
}

function rowOf(kind: string, each: readonly OrderUse[]): Row {
  const use = meanOf(each)
  const prices = each.map(priceOf)
  return {
    ...{ kind, requests: use.requests, 'object calls': use.calls, alarms: use.alarms },
    ...{ messages: use.messages, 'rows read': use.rowsRead, 'rows written': use.rowsWritten },
    ...{ 'in memory, s': use.activeMs / 1000, 'CPU, ms': use.cpuMs, 'USD per million': priceOf(use) },
    ...{ low: Math.min(...prices), high: Math.max(...prices), load: loadNow() },
  }
}

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
