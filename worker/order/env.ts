import type { RateBindings } from '../limits/coarse-limit.ts'
import type { Order, OrderEnv } from './order.ts'

/** The platform's bindings of the edge, besides the settings. */
export interface Env extends OrderEnv, RateBindings {
  readonly ORDERS: DurableObjectNamespace<Order>
  readonly ASSETS: Fetcher
}
