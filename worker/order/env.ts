import type { RateBindings } from '../limits/coarse-limit.ts'
import type { OrderEnv } from './context-setup.ts'
import type { Order } from './order.ts'

/** The platform's bindings of the edge, besides the settings. */
export interface Env extends OrderEnv, RateBindings {
  readonly ORDERS: DurableObjectNamespace<Order>
}
