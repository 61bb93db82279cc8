export * from './events.js'
export * from './load-checkout.js'
export * from './order.js'
export * from './tag.js'
