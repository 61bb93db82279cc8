/** What one order uses of the platform besides its rows, as a real browser makes it. */

/**
 * The requests of an order that is paid on the hosted page, by route. `e2e/specs/order/requests.spec.ts` holds the pages to
 * them, and a test of the bench holds the two lists together. The gateway calls back; a page of another origin asks first
 * whether it may.
 */
export const PAID_REQUESTS = {
  'GET /v1/settings': 2,
  'OPTIONS /v1/offers/check': 1,
  'POST /v1/offers/check': 1,
  'OPTIONS /v1/checkout': 1,
  'POST /v1/checkout': 1,
  'GET /callback/*/*': 1,
  'POST /return/*/*': 1,
  'OPTIONS /v1/orders/*': 1,
  'GET /v1/orders/*': 1,
} as const

/** Those of an order whose shopper leaves at the hosted page. */
export const ABANDONED_REQUESTS = {
  'GET /v1/settings': 1,
  'OPTIONS /v1/offers/check': 1,
  'POST /v1/offers/check': 1,
  'OPTIONS /v1/checkout': 1,
  'POST /v1/checkout': 1,
} as const

/** The requests of all routes. */
export const sumOf = (requests: Readonly<Record<string, number>>): number =>
  Object.values(requests).reduce((sum, count) => sum + count, 0)

/** Calls of the order's object and sockets to it, and with `LIMITS` also calls of the limiter's: `npm run bench -- cost`. */
export const CALLS = { paid: 4, paidWithLimits: 7, abandoned: 3 } as const

/**
 * CPU time of workerd in milliseconds, its storage and the reading of sockets included, rounded up: `npm run bench -- edge` on
 * two quiet cores, 2026-11-26. Another machine takes another time; 10 ms are 0.20 USD per million orders.
 */
export const CPU_MS = {
  /** From the offer to the approval. */
  paid: 16,
  /** From the offer to the hosted address. */
  opened: 9,
  /** A status request that changes nothing: not more than an object with one row and one alarm that signs and forwards. */
  question: 2,
} as const

/**
 * Time in memory of a paid order with limits, the gateway beside the edge: `npm run bench -- cost`. A paid order without limits
 * and an abandoned one take less than half of it, and are priced with it too. Each second that requests to a gateway far away
 * take altogether costs 1.60 USD per million orders more.
 */
export const ACTIVE_SECONDS = 0.46

/** The rows of a paid order's erasure, months after its outcome. The alarm for it is a row of the outcome. */
export const ERASURE_ROWS = 7
