/** What the platform charges for what an order uses. */

/**
 * When these prices were last compared: those of objects with a copy of the page, the others with other people's notes of
 * it.
 */
export const PRICES_SEEN = '2026-11-23'

/** Where the platform publishes them. */
export const PRICE_SOURCES = [
  'https://developers.cloudflare.com/workers/platform/pricing/',
  'https://developers.cloudflare.com/durable-objects/platform/pricing/',
  'https://developers.cloudflare.com/d1/platform/pricing/',
] as const

/**
 * Prices of the paid plan beyond what it includes, in USD for a million: requests, CPU milliseconds, rows or GB-seconds. A
 * row costs the same in an object and in the index. An object that is idle and could be evicted costs nothing.
 */
export const PRICES = {
  request: 0.3,
  cpuMs: 0.02,
  objectRequest: 0.15,
  gigabyteSecond: 12.5,
  rowRead: 0.001,
  rowWritten: 1,
} as const

/** What the plan includes a month, in millions; and its price in USD. */
export const INCLUDED = {
  request: 10,
  cpuMs: 30,
  objectRequest: 1,
  gigabyteSecond: 0.4,
  rowRead: 25_000,
  rowWritten: 50,
} as const

export const PLAN_USD = 5

/** The memory that an object is billed for. */
export const OBJECT_GIGABYTES = 0.128

/** Messages of a client's socket that are billed as one request. */
export const MESSAGES_A_REQUEST = 20
