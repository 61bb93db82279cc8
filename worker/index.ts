/** The Worker: its routes and its Durable Objects. */
import { edgeApp } from './routes/app.ts'

export { Catalogue } from './catalogue/catalogue.ts'
export { Budget } from './limits/budget.ts'
export { NetworkHolds } from './limits/network-holds.ts'
export { RefundCount } from './limits/refund-count.ts'
export { Tally } from './limits/tally.ts'
export { OfferLimit } from './order/offer-limit.ts'
export { Order } from './order/order.ts'
export { OrderIndexShard } from './outbox/order-index-shard.ts'

export default { fetch: edgeApp().fetch }
