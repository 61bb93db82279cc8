/** What the platform charges for what an order uses. */

/**
 * Prices of the paid plan beyond what it includes, in USD for a million: requests, CPU milliseconds, rows or GB-seconds. A
 * row costs the same in an object and in the index. An object that is idle and could be evicted costs nothing.
 * Last compared with copies of these pages on 2026-11-23.
 *
 * @see https://developers.cloudflare.com/workers/platform/pricing/
 * @see https://developers.cloudflare.com/durable-objects/platform/pricing/
 * @see https://developers.cloudflare.com/d1/platform/pricing/
 */
export const PRICES = {
  request: 0.3,
  cpuMs: 0.02,
  objectRequest: 0.15,
  gigabyteSecond: 12.5,
  rowRead: 0.001,
  rowWritten: 1,
} as const

/** The memory that an object is billed for. */
export const OBJECT_GIGABYTES = 0.128
