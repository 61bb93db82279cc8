import type { Order, OrderEnv } from './order.ts'

/** The platform's bindings of the edge, besides the settings. */
export interface Env extends OrderEnv {
  readonly ORDERS: DurableObjectNamespace<Order>
  readonly ASSETS: Fetcher
}
