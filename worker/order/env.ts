/** The platform's bindings of the edge, besides the settings. */
import type { Order, OrderEnv } from './order.ts'

export interface Env extends OrderEnv {
  readonly ORDERS: DurableObjectNamespace<Order>
  readonly ASSETS: Fetcher
}
