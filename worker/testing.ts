/**
 * The edge with handles for tests: objects that die at named points or by a seed, a policy that lacks a safeguard, and a
 * gateway in the test's own hands.
 *
 * An entry of its own that nothing imports, so that the deployed bundle cannot hold it; `npm run check` looks for the
 * mark below all the same.
 */
import edge from './index.ts'
import type { CrashPoint, OrderHooks } from './order/context.ts'
import type { Env } from './order/env.ts'
import { Order as DeployedOrder } from './order/order.ts'
import { countedIndex, countStorage, figuresOf } from './testing/cost-counters.ts'
import { crashes, isDying } from './testing/crash-injection.ts'
import { policyWithout } from './testing/policy-mutants.ts'

export { OfferLimit } from './index.ts'
export { figuresOf } from './testing/cost-counters.ts'

/** Found in a bundle, it tells that this file is in there. */
const TESTING_MARK = 'pay-checkout:crash-point'

/** Settings that only this entry knows. */
interface TestSettings {
  /** JSON: `{ "probability": 0.02, "seed": 7 }`. Without it objects die only where they are told to. */
  readonly TEST_CRASHES?: string
  /** The safeguard that is taken away. */
  readonly TEST_CARELESS?: string
  /** Set: nothing is logged. A line of the log takes about as long as half an exchange with the gateway. */
  readonly TEST_QUIET?: string
}

/** Orders that are to die, by name, and where. */
const armed = new Map<string, CrashPoint>()

let gateway: typeof fetch | undefined

/** Settings that orders have instead of the platform's; read whenever an object is made. */
let settings: Readonly<Record<string, unknown>> = {}

/** Lets an order die when it next reaches a point, as at a deploy: memory is lost, what was written stays. */
export function crashAt(order: string, point: CrashPoint): void {
  armed.set(order, point)
}

/** Puts a gateway in place of the network, for all orders from now on. */
export const answerWith = (fetcher: typeof fetch): void => {
  gateway = fetcher
}

/** Gives every order that is made from now on other settings, also after a crash. */
export const setWith = (changes: Readonly<Record<string, unknown>>): void => {
  settings = changes
}

const settingsOf = (env: object): TestSettings => env

/** The order's object, made to die where a test says. */
export class Order extends DeployedOrder {
  constructor(ctx: DurableObjectState, env: Env) {
    const { name = '' } = ctx.id
    countStorage(name, ctx.storage)
    const changed = { ...env, ORDER_INDEX: countedIndex(name, env.ORDER_INDEX), ...settings }
    super(ctx, changed, hooksFor(ctx, changed))
  }

  /** What the object keeps, as JSON: its state, and the events that led there. Holds no personal data. */
  async kept(): Promise<string> {
    return JSON.stringify(this.ctx.storage.kv.get('order') ?? null)
  }
}

const hooksFor = (ctx: DurableObjectState, env: Env): OrderHooks => ({
  reached: (point) => dieAt(ctx, env, point),
  fetcher: (input, init) => (gateway ?? fetch)(input, init),
  policy: policyWithout(settingsOf(env).TEST_CARELESS),
})

async function dieAt(ctx: DurableObjectState, env: Env, point: CrashPoint): Promise<void> {
  const { name = '' } = ctx.id
  const isArmed = armed.get(name) === point
  if (isArmed) armed.delete(name)
  if (!isDying(settingsOf(env).TEST_CRASHES, name, point) && !isArmed) return
  await ctx.storage.sync()
  ctx.abort(`${TESTING_MARK} ${point}`)
}

/** Where a test looks into the edge: `/__testing/crashes`, `/__testing/orders/{id}` and `/__testing/figures/{id}`. */
const LOOKS_INSIDE = /^\/__testing\/(crashes|orders|figures)\/?(.*)$/

export default {
  fetch: async (request: Request, env: Env, ctx: ExecutionContext): Promise<Response> => {
    if (settingsOf(env).TEST_QUIET) console.log = () => undefined
    const [, place, id = ''] = LOOKS_INSIDE.exec(new URL(request.url).pathname) ?? []
    const order = env.ORDERS as unknown as DurableObjectNamespace<Order>
    if (place === 'crashes') return Response.json(crashes())
    // Does not call the object, which would bring it back into memory.
    if (place === 'figures') return Response.json(figuresOf(id))
    if (place === 'orders') return new Response(await order.getByName(id).kept())
    return edge.fetch(request, env, ctx)
  },
}
