/** Many orders of every kind, under faults and crashes, and what became of them. */

import { formWalker } from '../e2e/support/form-walker.ts'
import { type Stack, startStack } from '../scripts/stack/stack.ts'
import { type CampaignResult, joined } from './campaign-result.ts'
import { Caller } from './edge-client.ts'
import { leisureMs, orderTimes } from './edge-times.ts'
import { faultRules } from './faults.ts'
import { followUp } from './follow-ups.ts'
import { answerLate } from './late-bank.ts'
import { Sandbox } from './ledger.ts'
import { ofKind } from './order-kinds.ts'
import { type Plan, planOf } from './plan.ts'
import { forEach } from './pool.ts'
import { isInNeed } from './quiescence.ts'
import type { Made, Scene } from './scene.ts'
import { makeOrders } from './server.ts'
import { sellOrder } from './shopper.ts'
import { type Judged, judge } from './verification.ts'
import { type Receiver, startReceiver } from './webhook-receiver.ts'

/** What a campaign does. */
export interface CampaignOptions {
  readonly seed: number
  /** Numbers of the orders to be made. */
  readonly numbers: readonly number[]
  /** The safeguard that the edge goes without. */
  readonly careless?: string
  /** How often an order's object dies, at each of the named points. Default: one time in fifty. */
  readonly crashProbability?: number
  /** How often the receiver of webhooks answers that it failed. Default: one time in ten. */
  readonly receiverFails?: number
  /** How long orders may take to come to rest, beyond what is asked about at leisure. */
  readonly restMs?: number
  /** Called whenever an order is through. */
  readonly onOrder?: (count: number) => void
}

/** So many orders are under way at a time: most of them wait for something. */
const AT_ONCE = 36

const CRASHES = 0.02

const RECEIVER_FAILS = 0.1

const CALLBACK_RETRIES_MS = [300, 600, 1_200, 2_400, 5_000]

/** For repairs and their retries. Like all that follows the first round of questions, spent only where something is wrong. */
const REST_MS = 60_000

/** That an order was never accepted takes four answers, of which many get lost, and most are asked for at leisure. */
const ROUNDS = 6

/** Logs are long; a handful tells what is wrong. */
const MOST_KEPT = 20

/**
 * Every object holds three files open while it is awake, and orders that were left are asked about for long: with more
 * on one stack than this, a slow machine runs out of files, and the runtime falls over in a way that no platform does.
 */
const ORDERS_PER_STACK = 2_000

/** Runs a campaign, on as many stacks after each other as it needs. */
export async function runCampaign(options: CampaignOptions): Promise<CampaignResult> {
  const { numbers, onOrder } = options
  const results: CampaignResult[] = []
  for (let made = 0; made < numbers.length; made += ORDERS_PER_STACK) {
    const part = numbers.slice(made, made + ORDERS_PER_STACK)
    const before = made
    results.push(await runPart({ ...options, numbers: part, onOrder: (count) => onOrder?.(before + count) }))
  }
  return joined(results)
}

async function runPart(options: CampaignOptions): Promise<CampaignResult> {
  const receiver = await startReceiver(options.seed, options.receiverFails ?? RECEIVER_FAILS)
  const stack = await startStack(stackOf(options, receiver))
  try {
    return await onStack(stack, options, receiver)
  } finally {
    await stack.stop()
    receiver.stop()
  }
}

function stackOf({ seed, numbers, careless, crashProbability }: CampaignOptions, receiver: Receiver) {
  const edge = {
    ORDER_TIMES: JSON.stringify(orderTimes(numbers.length)),
    CHECKOUT_METHODS: '["hosted","payment-page","card","saved-card"]',
    TEST_CRASHES: JSON.stringify({ probability: crashProbability ?? CRASHES, seed }),
    TEST_CARELESS: careless ?? '',
    TEST_QUIET: 'yes',
    ...receiver.settings,
  }
  const sandbox = { SANDBOX_CALLBACK_RETRIES_MS: JSON.stringify(CALLBACK_RETRIES_MS) }
  return { edge, sandbox, edgeEntry: 'worker/testing.ts' }
}

async function onStack(stack: Stack, options: CampaignOptions, receiver: Receiver): Promise<CampaignResult> {
  const began = Date.now()
  const { addresses, secrets } = stack
  const caller = new Caller(addresses.local.edge)
  const scene = { addresses, merchantKey: secrets.merchantKey, caller, walker: formWalker(addresses.shop) }
  const sandbox = new Sandbox(addresses.local.gateway)
  await sandbox.setFaults(faultRules(options.seed))
  const made = await makeAll(scene, sandbox, options)
  const faults = await sandbox.faults()
  await sandbox.setFaults([])
  const leisure = leisureMs(options.numbers.length)
  const court = {
    scene,
    sandbox,
    leisureMs: leisure,
    limitMs: leisure + (options.restMs ?? ROUNDS * leisure + REST_MS),
    heard: receiver.heard,
  }
  const orders = await judge(made, court)
  const inside = `${addresses.local.edge}/__testing`
  const crashes = (await (await fetch(`${inside}/crashes`)).json()) as Record<string, number>
  const kept = await keptOf(orders, inside)
  const { webhooks } = receiver.heard
  return { orders, faults, crashes, webhooks, requests: caller.requests, tookMs: Date.now() - began, kept }
}

async function makeAll(scene: Scene, sandbox: Sandbox, { seed, numbers, onOrder }: CampaignOptions) {
  const made: Made[] = []
  let count = 0
  await forEach(numbers, AT_ONCE, async (number) => {
    const orders = await makeOne(scene, planOf(seed, number))
    for (const order of orders) {
      if (isInNeed(order)) await answerLate(sandbox, await sandbox.slice(order.reference))
      made.push(order)
    }
    count += 1
    onOrder?.(count)
  })
  return made
}

async function makeOne(scene: Scene, plan: Plan): Promise<Made[]> {
  const made = ofKind(plan.kind).method ? [await sellOrder(scene, plan)] : await makeOrders(scene, plan)
  const last = made.at(-1)
  if (last) await followUp(scene, last)
  return made
}

async function keptOf(orders: readonly Judged[], inside: string): Promise<Map<string, string>> {
  const wrong = orders.filter(({ findings }) => findings.length > 0).slice(0, MOST_KEPT)
  const kept = new Map<string, string>()
  for (const { made } of wrong) {
    if (!made.watch) continue
    const reply = await fetch(`${inside}/orders/${made.watch.id}`)
    kept.set(made.reference, await reply.text())
  }
  return kept
}
