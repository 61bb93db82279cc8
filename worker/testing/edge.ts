/**
 * The edge with hooks for tests: crashes at named or random points, a policy without one safeguard, and a test's own
 * gateway.
 *
 * A separate entry that nothing imports, so that the deployed bundle cannot contain it. `npm run check` searches the
 * bundle for the mark below all the same.
 */
import edge from '../index.ts'
import { Budget as DeployedBudget } from '../limits/budget.ts'
import type { LimiterEnv } from '../limits/limiter.ts'
import { NetworkHolds as DeployedNetworkHolds } from '../limits/network-holds.ts'
import { Tally as DeployedTally } from '../limits/tally.ts'
import type { CrashPoint, OrderHooks } from '../order/context.ts'
import type { Env } from '../order/env.ts'
import { OfferLimit as DeployedOfferLimit } from '../order/offer-limit.ts'
import { Order as DeployedOrder } from '../order/order.ts'
import { costs, countCall, countedIndex, countStorage, figuresOf } from './cost-counters.ts'
import { crashedOrders, crashes, isDying } from './crash-injection.ts'
import { addUse, countBackground, countedMethods, platformUse } from './platform-use.ts'
import { policyWithout } from './policy-mutants.ts'

export { Catalogue, OrderIndexShard, RefundCount } from '../index.ts'
export { type Costs, costs, figuresOf } from './cost-counters.ts'
export { policyWithout } from './policy-mutants.ts'

/** Shows that a bundle contains this file. */
const TESTING_MARK = 'pay-checkout:crash-point'

/** Settings of this entry only. */
interface TestSettings {
  /** JSON: `{ "probability": 0.02, "seed": 7 }`. Without it objects crash only where a test says. */
  readonly TEST_CRASHES?: string
  /** The safeguard to remove. */
  readonly TEST_CARELESS?: string
  /** Turns the log off. A line takes about half as long as an exchange with the gateway. */
  readonly TEST_QUIET?: string
}

/** Order → the point where it is to crash, and how many times it passes there before. */
const armed = new Map<string, { readonly point: CrashPoint; passes: number }>()

let gateway: typeof fetch | undefined

/** Settings that override the platform's for every object that is created; none unless a test has some. */
let settings: Readonly<Record<string, unknown>> | undefined

/** Where shoppers are, whose browsers cannot say that; none unless a test says. */
let shoppersAddress: string | undefined

/** The platform's settings → those of a test over them. */
let overridden = new WeakMap<object, object>()

/**
 * Crashes an order when it next reaches a point, as a deploy would: it loses its memory and keeps its storage.
 *
 * @param passes How many times it passes there before.
 */
export function crashAt(order: string, point: CrashPoint, passes = 0): void {
  armed.set(order, { point, passes })
}

/** Replaces the network by a test's gateway, for all orders from now on. */
export const answerWith = (fetcher: typeof fetch): void => {
  gateway = fetcher
}

/** Changes the settings of every object that is created from now on, also after a crash. */
export const setWith = (changes: Readonly<Record<string, unknown>>): void => {
  settings = changes
  overridden = new WeakMap()
}

/**
 * The settings that objects are created with: one object for all of them, as the platform has it, since the isolate keeps
 * what it read of that object. A new one for each order would be read and checked again for each.
 */
function withSettings<Given extends object>(env: Given): Given {
  if (!settings) return env
  const kept = (overridden.get(env) ?? { ...env, ...settings }) as Given
  overridden.set(env, kept)
  return kept
}

const settingsOf = (env: object): TestSettings => env

/** The order's object with test hooks. */
export class Order extends DeployedOrder {
  constructor(ctx: DurableObjectState, env: Env) {
    countStorage(ctx.id.name ?? '', ctx.storage)
    countBackground(ctx)
    const own = withSettings(env)
    super(ctx, own, hooksFor(ctx, own))
  }

  override open(...given: Parameters<DeployedOrder['open']>) {
    countCall(this.ctx.id.name ?? '')
    return super.open(...given)
  }

  override checkOut(...given: Parameters<DeployedOrder['checkOut']>) {
    countCall(this.ctx.id.name ?? '')
    return super.checkOut(...given)
  }

  override pay(...given: Parameters<DeployedOrder['pay']>) {
    countCall(this.ctx.id.name ?? '')
    return super.pay(...given)
  }

  /** The stored state and its events as JSON. Contains no personal data. */
  async kept(): Promise<string> {
    return JSON.stringify(this.ctx.storage.kv.get('order') ?? null)
  }
}

/** A counter that shows what it has, takes a test's settings, and sends webhooks to a test's receiver. */
export class OfferLimit extends DeployedOfferLimit {
  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, withSettings(env), (input, init) => (gateway ?? fetch)(input, init))
  }

  /** The units that are sold, and those that each order holds. */
  counted(): { readonly sold: number; readonly held: Readonly<Record<string, number>> } {
    const { kv } = this.ctx.storage
    const held = [...kv.list<{ units: number }>({ prefix: 'held:' })]
    return {
      sold: kv.get<number>('sold') ?? 0,
      held: Object.fromEntries(held.map(([row, { units }]) => [row.slice('held:'.length), units])),
    }
  }
}

/** A budget that takes a test's settings and counts its rows. */
export class Budget extends DeployedBudget {
  constructor(ctx: DurableObjectState, env: LimiterEnv) {
    countStorage(ctx.id.name ?? '', ctx.storage)
    super(ctx, withSettings(env))
  }

  override enter(...given: Parameters<DeployedBudget['enter']>) {
    countCall(this.ctx.id.name ?? '')
    return super.enter(...given)
  }

  override enterNetwork(...given: Parameters<DeployedBudget['enterNetwork']>) {
    countCall(this.ctx.id.name ?? '')
    return super.enterNetwork(...given)
  }

  override takeMail(...given: Parameters<DeployedBudget['takeMail']>) {
    countCall(this.ctx.id.name ?? '')
    return super.takeMail(...given)
  }

  override settle(...given: Parameters<DeployedBudget['settle']>) {
    countCall(this.ctx.id.name ?? '')
    return super.settle(...given)
  }
}

/** What a network holds, with its rows counted. */
export class NetworkHolds extends DeployedNetworkHolds {
  constructor(ctx: DurableObjectState, env: Cloudflare.Env) {
    countStorage(ctx.id.name ?? '', ctx.storage)
    super(ctx, env)
  }

  override hold(...given: Parameters<DeployedNetworkHolds['hold']>) {
    countCall(this.ctx.id.name ?? '')
    return super.hold(...given)
  }

  override end(...given: Parameters<DeployedNetworkHolds['end']>) {
    countCall(this.ctx.id.name ?? '')
    return super.end(...given)
  }
}

/** A tally that takes a test's settings, counts its rows, and sends webhooks to a test's receiver. */
export class Tally extends DeployedTally {
  constructor(ctx: DurableObjectState, env: Env) {
    countStorage(ctx.id.name ?? '', ctx.storage)
    super(ctx, withSettings(env), (input, init) => (gateway ?? fetch)(input, init))
  }

  override note(...given: Parameters<DeployedTally['note']>) {
    countCall(this.ctx.id.name ?? '')
    return super.note(...given)
  }

  override offUntil() {
    countCall(this.ctx.id.name ?? '')
    return super.offUntil()
  }

  override furtherCardIn() {
    countCall(this.ctx.id.name ?? '')
    return super.furtherCardIn()
  }

  override furtherForm() {
    countCall(this.ctx.id.name ?? '')
    return super.furtherForm()
  }
}

countedMethods(Order)
countedMethods(OfferLimit)
countedMethods(Budget)
countedMethods(NetworkHolds)
countedMethods(Tally)

const hooksFor = (ctx: DurableObjectState, env: Env): OrderHooks => ({
  reached: (point) => dieAt(ctx, env, point),
  fetcher: (input, init) => (gateway ?? fetch)(input, init),
  policy: policyWithout(settingsOf(env).TEST_CARELESS),
  indexOf: (database) => countedIndex(ctx.id.name ?? '', database),
})

async function dieAt(ctx: DurableObjectState, env: Env, point: CrashPoint): Promise<void> {
  const { name = '' } = ctx.id
  const isArmed = isDueToCrash(name, point)
  if (isArmed) armed.delete(name)
  if (!isDying(settingsOf(env).TEST_CRASHES, name, point) && !isArmed) return
  await ctx.storage.sync()
  ctx.abort(`${TESTING_MARK} ${point}`)
}

function isDueToCrash(name: string, point: CrashPoint): boolean {
  const crash = armed.get(name)
  if (crash?.point !== point) return false
  crash.passes -= 1
  return crash.passes < 0
}

/** The runtime says so of a caller on the same machine. */
const LOOPBACK = /^(127\.|::1$|::ffff:127\.)/

/** A request as the platform hands it on, with the address that it comes from. */
function withAddress(request: Request): Request {
  const told = request.headers.get('CF-Connecting-IP') ?? '127.0.0.1'
  if (!shoppersAddress || !LOOPBACK.test(told)) return request
  const headers = new Headers(request.headers)
  headers.set('CF-Connecting-IP', shoppersAddress)
  return new Request(request, { headers })
}

/**
 * Paths for tests: `/__testing/crashes`, `/__testing/crashed`, `/__testing/costs`, `/__testing/use`, `/__testing/orders/{id}`,
 * `/__testing/figures/{id}`, by the digest of an offer `/__testing/stock/{digest}`, and `/__testing/address/{ip}`, from which
 * browsers come from then on.
 */
const LOOKS_INSIDE = /^\/__testing\/(crashes|crashed|costs|use|orders|figures|stock|address)\/?(.*)$/

export default {
  fetch: async (request: Request, env: Env, ctx: ExecutionContext): Promise<Response> => {
    if (settingsOf(env).TEST_QUIET) console.log = () => undefined
    const [, place, id = ''] = LOOKS_INSIDE.exec(new URL(request.url).pathname) ?? []
    const order = env.ORDERS as unknown as DurableObjectNamespace<Order>
    if (place === 'crashes') return Response.json(crashes())
    if (place === 'crashed') return Response.json(crashedOrders())
    if (place === 'costs') return Response.json(costs())
    if (place === 'use') return Response.json(platformUse())
    // A call would bring the object back into memory.
    if (place === 'figures') return Response.json(figuresOf(id))
    const counters = env.OFFER_LIMITS as unknown as DurableObjectNamespace<OfferLimit>
    if (place === 'stock') return Response.json(await counters.getByName(id).counted())
    if (place === 'orders') return new Response(await order.getByName(id).kept())
    if (place === 'address') shoppersAddress = id
    if (place) return new Response()
    addUse({ requests: 1 })
    return edge.fetch(withAddress(request), env, ctx)
  },
}
