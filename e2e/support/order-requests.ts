/** The requests that the pages of one order make to the edge, by method and route. The platform bills each. */

/** The check of the offer at the first touch, and the click. A page of another origin asks first whether it may. */
const PAYING = {
  'OPTIONS /v1/offers/check': 1,
  'POST /v1/offers/check': 1,
  'OPTIONS /v1/checkout': 1,
  'POST /v1/checkout': 1,
} as const

/** Those of an order that is paid on the hosted page: the page after it reads the settings too. */
export const PAID_PAGES = { ...PAYING, 'GET /v1/settings': 2, 'POST /return/*/*': 1 } as const

/** Those of an order whose shopper leaves at the hosted page. */
export const ABANDONED_PAGE = { ...PAYING, 'GET /v1/settings': 1 } as const

/** Those of an order that the shop's server opened, and that is paid by a card in the page. */
export const CARD_PAGE = {
  ...{ 'GET /v1/settings': 1, 'GET /frames/card': 1, 'POST /v1/orders/*/pay': 1 },
} as const

/**
 * Following an order: a page opens one socket, and looks while none tells of it. How often depends on how fast the gateway
 * is. The tag may also close a step's frame before it says that it is done.
 */
export const FOLLOWING: readonly string[] = [
  ...['OPTIONS /v1/orders/*', 'GET /v1/orders/*', 'GET /v1/orders/*/live', 'GET /frames/done'],
]
