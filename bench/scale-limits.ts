/** Which limit of the platform an edge meets first, by the orders of a month. Pure: published limits, and what an order uses. */

/**
 * Limits of the paid plan. Last compared with copies of these pages on 2026-11-23; they name no date of their own.
 *
 * @see https://developers.cloudflare.com/durable-objects/platform/limits/
 * @see https://developers.cloudflare.com/d1/platform/limits/
 * @see https://developers.cloudflare.com/workers/platform/limits/
 */
export const PLATFORM = {
  /** "Maximum database size: 10 GB", and "storage per Durable Object: 10 GB". A gigabyte has 1,000,000,000 bytes. */
  databaseBytes: 10e9,
  objectBytes: 10e9,
  /** "An individual Object has a soft limit of 1,000 requests per second." */
  objectRequests: 1_000,
  /** Of those that write: "200 to 500", in the rules of Durable Objects. The lower figure counts here. */
  objectWrites: 200,
  /** D1 is one thread: "if your average query takes 1 ms, you can run approximately 1,000 queries per second". */
  databaseQueries: 1_000,
  /** "CPU per request: 30 s" of an object, and "Maximum SQL query duration: 30 seconds" of D1. */
  querySeconds: 30,
  /** "Queries per Worker invocation: 1000", and subrequests: 1,000 on older pages, 10,000 on the newest. */
  callsOfOneRequest: 1_000,
} as const

/** What an order uses. Counted or measured, unless it says assumed. */
export const ORDER = {
  /** Stored bytes, the share of indexes included: `npm run bench -- scale`, with 5,000,000 of them. */
  bytes: 218,
  /** Writes of its entry: it begins, and it ends (`worker/order/stories/order-budgets.test.ts`). */
  puts: 2,
  /** Rows of a day's sums that one second adds up: 161,290 in 478 ms, in the same run, rounded down. */
  sumRowsPerSecond: 300_000,
  /** `RETENTION`, by default (`worker/config/durations.ts`). */
  months: 24,
  /** Assumed: the busiest second has so many times the mean of its month. */
  peak: 10,
  /** A counter of a limited offer: the units are reserved, then sold or given back. Both write. */
  counterCalls: 2,
  /** The budget of a network (/24) counts each try, and writes it. Its shoppers are assumed to be so many of all. */
  networkCalls: 1,
  networkShare: 0.01,
  /** The tally of the whole edge hears how each payment ended. It writes nothing for an approval. */
  tallyCalls: 1,
} as const

/** The mean month of a year. */
const MONTH_SECONDS = (365 / 12) * 86_400
const MONTH_DAYS = 365 / 12

/** A limit, and the orders a month at which it is met. */
export interface Ceiling {
  readonly limit: string
  readonly ordersPerMonth: number
}

/** The orders a month at whose peak something is asked so often in a second. */
const atRate = (perSecond: number, callsOfOrder: number) =>
  (perSecond * MONTH_SECONDS) / (callsOfOrder * ORDER.peak)

/** The orders a month of whose busiest day, twice the mean, one query adds up the sums. */
const atSums = (places: number) => (PLATFORM.querySeconds * ORDER.sumRowsPerSecond * MONTH_DAYS * places) / 2

/**
 * The limits of an index, the one that is met first at the beginning.
 *
 * @param shards Of each month; 0: one database for all.
 */
export function indexCeilings(shards: number): readonly Ceiling[] {
  const ceilings: readonly Ceiling[] = shards === 0 ? databaseCeilings : shardCeilings(shards)
  return ceilings.toSorted((one, other) => one.ordersPerMonth - other.ordersPerMonth)
}

const databaseCeilings: readonly Ceiling[] = [
  {
    limit: 'bytes of the database',
    ordersPerMonth: PLATFORM.databaseBytes / ORDER.bytes / ORDER.months,
  },
  { limit: 'queries of the database', ordersPerMonth: atRate(PLATFORM.databaseQueries, ORDER.puts) },
  { limit: 'time of a day’s sums', ordersPerMonth: atSums(1) },
]

/** A shard looks into the catalogue behind the first entry of its object. That is made again once it slept, at most so often. */
const LOOKS = {
  /** Statements of a look (`worker/outbox/shard-catalogue.ts`). */
  queries: 4,
  /** An object sleeps once it was idle "for 10 consecutive seconds". @see https://developers.cloudflare.com/durable-objects/platform/pricing/ */
  everySeconds: 10,
  /** Orders of two months still change: they begin in one, and end in the next. */
  months: 2,
} as const

const looksPerSecond = (shards: number) => (LOOKS.queries * LOOKS.months * shards) / LOOKS.everySeconds

/** An order's object may be in an isolate that has asked nothing yet: then each put also asks the catalogue, in D1. */
const shardCeilings = (shards: number): readonly Ceiling[] => [
  { limit: 'bytes of a shard', ordersPerMonth: (PLATFORM.objectBytes / ORDER.bytes) * shards },
  { limit: 'writes of a shard', ordersPerMonth: atRate(PLATFORM.objectWrites, ORDER.puts) * shards },
  { limit: 'time of a day’s sums', ordersPerMonth: atSums(shards) },
  {
    limit: 'queries of the catalogue',
    ordersPerMonth: atRate(PLATFORM.databaseQueries - looksPerSecond(shards), ORDER.puts),
  },
]

/** Objects besides the index that many orders share, and the limit of each. */
export const SHARED_OBJECTS: readonly Ceiling[] = [
  {
    limit: 'the counter of one limited offer, which all orders are for',
    ordersPerMonth: atRate(PLATFORM.objectWrites, ORDER.counterCalls),
  },
  {
    limit: 'the tally of the whole edge, with LIMITS',
    ordersPerMonth: atRate(PLATFORM.objectRequests, ORDER.tallyCalls),
  },
  {
    limit: 'the budget of one network, which 1 in 100 shoppers come from, with LIMITS',
    ordersPerMonth: atRate(PLATFORM.objectWrites, ORDER.networkCalls) / ORDER.networkShare,
  },
]

/** The calls of one request, in an index whose months all have shards. */
export const listCalls = (shards: number, months: number) => ({
  /** The newest month is asked first, and has the first page. */
  'first page': shards + 1,
  'an id': months + 2,
  'chargebacks, ids, the beginning of an id': shards * months + 2,
})
