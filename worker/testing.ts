/**
 * The edge with handles for tests: objects that die at named points, and a gateway in the test's own hands.
 *
 * An entry of its own that nothing imports, so that the deployed bundle cannot hold it; `npm run check` looks for the
 * mark below all the same.
 */
import type { Env } from './order/env.ts'
import { type CrashPoint, Order as DeployedOrder, FETCHER, REACHED } from './order/order.ts'

export { default, OfferLimit } from './index.ts'

/** Found in a bundle, it tells that this file is in there. */
export const TESTING_MARK = 'pay-checkout:crash-point'

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

/** The order's object, made to die where a test says. */
export class Order extends DeployedOrder {
  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, { ...env, ...settings })
  }

  override async [REACHED](point: CrashPoint): Promise<void> {
    const { name = '' } = this.ctx.id
    if (armed.get(name) !== point) return
    armed.delete(name)
    await this.ctx.storage.sync()
    this.ctx.abort(`${TESTING_MARK} ${point}`)
  }

  override get [FETCHER](): typeof fetch {
    return gateway ?? super[FETCHER]
  }
}
