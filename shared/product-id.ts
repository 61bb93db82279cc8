/** Names of products. Pages and the edge check them alike; the file loads no validator. */

/** A product's id, as its merchant chose it. It never changes: orders, their ids and the counter of units go by it. */
export const PRODUCT_ID = /^[A-Za-z0-9_-]{1,64}$/
