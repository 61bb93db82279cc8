/**
 * The campaign: places many orders of every kind under faults and crashes, and verifies what became of each.
 *
 * `plan` draws what people do; `shopper` and `server` do it; `faults` says what goes wrong; `quiescence` waits until
 * all is quiet; `money-verification` and `stock-verification` decide whether money and stock are right.
 */
import { setTimeout as pause } from 'node:timers/promises'
import { formWalker } from '../e2e/support/form-walker.ts'
import { merchantClient } from '../packages/server/src/server.ts'
import { type Stack, startStack } from '../scripts/stack/stack.ts'
import { Catalogue } from './catalogue.ts'
import { EdgeClient } from './edge-client.ts'
import { faultRules, OWNERSHIP_FAULTS } from './faults.ts'
import { type LedgerRequest, Sandbox } from './ledger.ts'
import { answerAsBank } from './manual-resolution.ts'
import { traitsOf } from './order-kinds.ts'
import { type Plan, planOf } from './plan.ts'
import { forEach, queue } from './pool.ts'
import { withPriceFindings } from './price-verification.ts'
import { needsPeople, type VerifiedOrder, verifyOrders } from './quiescence.ts'
import { type CampaignResult, joined } from './report.ts'
import { runtimeErrorsOf } from './runtime-errors.ts'
import type { PlacedOrder, Scene } from './scene.ts'
import { followUp, placeServerOrders } from './server.ts'
import { placeShopperOrder } from './shopper.ts'
import { countStock, scarcePieces, signStock, withUnits } from './stock.ts'
import { withStockFindings } from './stock-verification.ts'
import { startWebhookReceiver, type WebhookReceiver } from './webhook-recorder.ts'

/** What a campaign does. */
export interface CampaignOptions {
  readonly seed: number
  /** Numbers of the orders to place. */
  readonly numbers: readonly number[]
  /** A safeguard that the edge goes without, so that the campaign has to find damage. */
  readonly withoutSafeguard?: string
  /** How often an order's object dies, at each of the named points. Default: one time in fifty. */
  readonly crashProbability?: number
  /** Fault rules of the sandbox. Default: all those of `faults.ts`. */
  readonly faults?: readonly object[]
  /** Pieces of each item in stock. Default: fewer than all the shoppers want. */
  readonly pieces?: number
  /** A second edge at the same gateway account places the same orders: with secrets of its own, or with every one copied. */
  readonly secondEdge?: 'own-secrets' | 'copied-secrets'
  /** How long the edge waits for an answer of the gateway. Default: a few seconds, which a busy machine may exceed. */
  readonly requestDeadlineMs?: number
  /** How often the receiver of webhooks answers with a failure. Default: one time in ten. */
  readonly receiverFails?: number
  /** How long orders may take to settle, beyond the first round of slow polls. */
  readonly restMs?: number
  /** Called after each order. */
  readonly onOrder?: (count: number) => void
}

/** Most orders under way wait for something: each takes a sixth of a second of one processor, and ten seconds in all. */
const ORDERS_AT_ONCE = 72

const CRASH_PROBABILITY = 0.02

const RECEIVER_FAILS = 0.1

const REQUEST_DEADLINE_MS = 3_000

const CALLBACK_RETRIES_MS = [300, 600, 1_200, 2_400, 5_000]

/** For repairs and their retries. Spent only where something is wrong, as is every round of slow polls after the first. */
const REST_MS = 60_000

/** Proof that the gateway never accepted an order takes four answers. Many get lost, and most come by slow polls. */
const ROUNDS = 6

/** Logs are long, and a handful shows what is wrong. */
const MOST_LOGS = 20

/**
 * Every object holds three files open while it is awake, and the edge polls abandoned orders for long. With more orders
 * than this on one stack a slow machine runs out of files, and the runtime fails in a way that no platform does.
 */
const ORDERS_PER_STACK = 2_000

/** While one part waits for its orders to settle, which takes little of the machine, the next one places its own. */
const PARTS_AT_ONCE = 2

/** Runs a campaign, on as many stacks as it needs. */
export async function runCampaign(options: CampaignOptions): Promise<CampaignResult> {
  const { numbers, onOrder } = options
  const startedAt = Date.now()
  const starts = Array.from({ length: Math.ceil(numbers.length / ORDERS_PER_STACK) }, (_, index) => index)
  const results: CampaignResult[] = []
  const inTurn = queue()
  await forEach(starts, PARTS_AT_ONCE, async (index) => {
    const start = index * ORDERS_PER_STACK
    const part = numbers.slice(start, start + ORDERS_PER_STACK)
    const counting = (count: number) => onOrder?.(start + count)
    results[index] = await runPart({ ...options, numbers: part, onOrder: counting }, inTurn)
  })
  return { ...joined(results), tookMs: Date.now() - startedAt }
}

/** One edge of a campaign, with its merchant's receiver of webhooks. */
interface Site {
  readonly stack: Stack
  readonly receiver: WebhookReceiver
}

type InTurn = ReturnType<typeof queue>

async function runPart(options: CampaignOptions, inTurn: InTurn): Promise<CampaignResult> {
  const sites: Site[] = []
  try {
    sites.push(await startSite(options))
    const [first] = sites
    if (first && options.secondEdge) sites.push(await startSite(options, first.stack))
    return await runOn(sites, options, inTurn)
  } finally {
    for (const { stack, receiver } of sites.toReversed()) {
      await stack.stop()
      receiver.stop()
    }
  }
}

/** @param gatewayOf The stack whose gateway account the new edge shares. */
async function startSite(options: CampaignOptions, gatewayOf?: Stack): Promise<Site> {
  const receiver = await startWebhookReceiver(options.seed, options.receiverFails ?? RECEIVER_FAILS)
  const secrets = gatewayOf && options.secondEdge === 'copied-secrets' ? { secrets: gatewayOf.secrets } : {}
  const stack = await startStack({
    ...stackOptions(options, receiver),
    ...(gatewayOf && { gatewayOf, ...secrets }),
  })
  return { stack, receiver }
}

function stackOptions(
  { seed, numbers, withoutSafeguard, crashProbability, requestDeadlineMs }: CampaignOptions,
  receiver: WebhookReceiver,
) {
  const edge = {
    ORDER_TIMES: JSON.stringify(orderTimes(numbers.length, requestDeadlineMs)),
    CHECKOUT_METHODS: '["hosted","payment-page","card","saved-card"]',
    TEST_CRASHES: JSON.stringify({ probability: crashProbability ?? CRASH_PROBABILITY, seed }),
    TEST_CARELESS: withoutSafeguard ?? '',
    TEST_QUIET: 'yes',
    ...receiver.settings,
  }
  const sandbox = { SANDBOX_CALLBACK_RETRIES_MS: JSON.stringify(CALLBACK_RETRIES_MS) }
  return { edge, sandbox, edgeEntry: 'worker/testing/edge.ts' }
}

/** Every edge gets the same orders at the same time. */
async function runOn(
  sites: readonly Site[],
  options: CampaignOptions,
  inTurn: InTurn,
): Promise<CampaignResult> {
  const scenes = await Promise.all(sites.map((site) => sceneOf(site, options)))
  const [{ sandbox }] = scenes as [PlacedScene]
  await sandbox.setFaults(options.faults ?? faultRules(options.seed))
  const placed = await inTurn(() => Promise.all(scenes.map((scene) => placeAll(scene, options))))
  const faults = { ...(await sandbox.faults()), ownership: ownershipShare(await sandbox.requests()) }
  await sandbox.setFaults([])
  const results = await Promise.all(
    scenes.map((scene, index) => verifySite(scene, placed[index] ?? [], options)),
  )
  const none = { rules: [], exchanges: {}, ownership: { total: 0, disturbed: 0 } }
  const parts = results.map((result, index) => ({ ...result, faults: index === 0 ? faults : none }))
  return joined(parts.length > 1 ? parts.map(ofEdge) : parts)
}

const ofEdge = (result: CampaignResult, index: number): CampaignResult => ({
  ...result,
  orders: result.orders.map((order) => ({ ...order, edge: index + 1 })),
})

/** Longer than the edge's own deadlines; and so long that one try gets through, whatever the faults and crashes. */
const PATIENCE = { timeoutMs: 20_000, patienceMs: 30_000 }

/** A scene, and what verifies the orders there. */
interface PlacedScene extends Site {
  readonly scene: Scene
  readonly sandbox: Sandbox
}

async function sceneOf(
  { stack, receiver }: Site,
  { pieces, numbers }: CampaignOptions,
): Promise<PlacedScene> {
  const { addresses, secrets } = stack
  const units = pieces ?? scarcePieces(numbers.length)
  const stock = await signStock(stack, units)
  const [edge, pages] = [new EdgeClient(addresses.local.edge), formWalker(addresses.shop)]
  const { merchantKey } = secrets
  const pay = merchantClient({ edge: addresses.local.edge, key: merchantKey, fetch: edge.fetch, ...PATIENCE })
  const catalogue = new Catalogue(pay)
  await catalogue.create(units)
  const scene = { addresses, merchantKey, edge, pay, pages, stock, catalogue }
  return { stack, receiver, scene, sandbox: new Sandbox(addresses.local.gateway) }
}

async function verifySite(
  { stack, receiver: { webhooks }, scene, sandbox }: PlacedScene,
  placed: readonly PlacedOrder[],
  { numbers, restMs }: CampaignOptions,
): Promise<Omit<CampaignResult, 'faults'>> {
  const leastMs = slowPollMs(numbers.length)
  const limitMs = leastMs + (restMs ?? ROUNDS * leastMs + REST_MS)
  const verified = await verifyOrders(placed, { scene, sandbox, webhooks, leastMs, limitMs })
  const priced = withPriceFindings(verified, await scene.catalogue.pricesOfVersions())
  const orders = await verifyStock(priced, scene, restMs ?? REST_MS)
  const inside = `${scene.addresses.local.edge}/__testing`
  const crashes = await read<Record<string, number>>(`${inside}/crashes`)
  const crashed = new Set(await read<string[]>(`${inside}/crashed`))
  const afterCrash = webhooks.repeats.filter((order) => crashed.has(order)).length
  const repeats = { afterCrash, withoutCrash: webhooks.repeats.length - afterCrash }
  const eventLogs = await eventLogsOf(orders, inside)
  const counts = { webhooks: webhooks.count, repeats, requests: scene.edge.requests, tookMs: 0 }
  return { orders, crashes, ...counts, eventLogs, runtimeErrors: await runtimeErrorsOf(stack) }
}

const read = async <Body>(url: string): Promise<Body> => (await (await fetch(url)).json()) as Body

/** How many requests there were, and how many of them a fault of {@link OWNERSHIP_FAULTS} disturbed. */
function ownershipShare(requests: readonly LedgerRequest[]) {
  const isOne = (fault: string) => OWNERSHIP_FAULTS.includes(fault)
  return { total: requests.length, disturbed: requests.filter(({ faults }) => faults.some(isOne)).length }
}

async function placeAll(
  { scene, sandbox }: PlacedScene,
  { seed, numbers, onOrder }: CampaignOptions,
): Promise<PlacedOrder[]> {
  const placed: PlacedOrder[] = []
  let count = 0
  await forEach(numbers, ORDERS_AT_ONCE, async (number) => {
    for (const order of await placeOne(scene, planOf(seed, number))) {
      if (needsPeople(order)) await answerAsBank(sandbox, await sandbox.ledgerOf(order.reference))
      placed.push(order)
    }
    count += 1
    onOrder?.(count)
  })
  return placed
}

/** Carries out a plan. A server's plan may take several orders: one fails, and the next one is another order. */
async function placeOne(scene: Scene, plan: Plan): Promise<PlacedOrder[]> {
  const isShoppers = traitsOf(plan.kind).method !== undefined
  const placed = await (isShoppers ? placeShopperOrder(scene, plan) : placeServerOrders(scene, plan))
  const last = placed.at(-1)
  if (last) await followUp(scene, last)
  return placed
}

/** Units that lapsed just now go back within seconds; only what stays wrong is damage. */
async function verifyStock(
  verified: readonly VerifiedOrder[],
  { stock: signed, catalogue, addresses }: Scene,
  limitMs: number,
): Promise<readonly VerifiedOrder[]> {
  const startedAt = Date.now()
  const stock = await withUnits(signed, catalogue)
  for (;;) {
    const orders = withStockFindings(verified, stock, await countStock(stock, addresses))
    const isRight = orders.every(
      ({ findings }, index) => findings.length === verified[index]?.findings.length,
    )
    if (isRight || Date.now() - startedAt > limitMs) return orders
    await pause(BETWEEN_LOOKS_MS)
  }
}

const BETWEEN_LOOKS_MS = 1_000

async function eventLogsOf(orders: readonly VerifiedOrder[], inside: string): Promise<Map<string, string>> {
  const wrong = orders.filter(({ findings }) => findings.length > 0).slice(0, MOST_LOGS)
  const logs = new Map<string, string>()
  for (const { order } of wrong) {
    if (!order.watch) continue
    const reply = await fetch(`${inside}/orders/${order.watch.id}`)
    logs.set(order.reference, await reply.text())
  }
  return logs
}

/** Polls for abandoned orders must not fill the machine while others are paid. */
const SLOW_POLL_PER_ORDER_MS = 25
const LEAST_SLOW_POLL_MS = 3_000
const MOST_SLOW_POLL_MS = 120_000

/** More slow polls than any campaign lasts. */
const SLOW_POLLS = 200

/** How often the edge polls for what a shopper abandoned. */
const slowPollMs = (orders: number) =>
  Math.min(MOST_SLOW_POLL_MS, Math.max(LEAST_SLOW_POLL_MS, orders * SLOW_POLL_PER_ORDER_MS))

/** The edge's durations: so short that an order settles in seconds, in their real proportions. */
function orderTimes(
  orders: number,
  requestDeadline = REQUEST_DEADLINE_MS,
): Readonly<Record<string, number | readonly number[]>> {
  const slow = slowPollMs(orders)
  return {
    requestDeadline,
    methodDeadline: 2_000,
    activeEvery: 700,
    activeFor: 5_000,
    waitingAfter: [1_000, 2_500, ...Array.from({ length: SLOW_POLLS }, (_, place) => (place + 1) * slow)],
    minutesEvery: slow,
    catchUpAfter: 1_000,
    forgedWakeEvery: 1_000,
    webhookRetryFirst: 800,
    notAcceptedAfter: 300,
    notAcceptedSpan: 1_200,
    // So short that some forms are paid after it.
    reservation: 2_000,
  }
}
