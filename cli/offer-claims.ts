/** Checks the claims of an offer before they are signed, in words for the person who wrote them. Pure. */
import type * as z from 'zod'
import { COLLECT } from '../shared/customer.ts'
import type { OfferClaims } from '../shared/offer.ts'
import { offerClaims } from '../shared/offer-claims.ts'
import { ACTS, METHODS } from '../shared/order-values.ts'
import { accepted, type Result, refused } from '../shared/result.ts'
import { type MoneyDraft, normalizeMoney } from './offer-prices.ts'

/** Claims as a person wrote them: JSON of any shape, usually without `iat`. */
export type Draft = Readonly<Record<string, unknown>>

const SECONDS = 'whole seconds since 1970'
const EXPIRY = `days (30d), hours (12h) or minutes (30m) from now, or a date such as 2027-01-31, by --expires; in JSON ${SECONDS}`
const TEXT = 'a text that is not empty, without control characters and marks that turn its direction'
const ORIGINS = 'a list of origins, such as ["https://shop.example.com"]'

/** What each claim must be. The prices have words of their own (`offer-prices.ts`). */
const EXPECTED: Readonly<Record<string, string>> = {
  aud: 'the origin of the edge, such as https://pay.example.com',
  iat: SECONDS,
  exp: EXPIRY,
  nbf: SECONDS,
  item: TEXT,
  description: TEXT,
  currency: 'an ISO 4217 code that can be charged, such as EUR',
  intent: `one of ${offerClaims.shape.intent.options.join(', ')}`,
  act: `one of ${ACTS.join(', ')}; a verification has none`,
  suggested: 'at most 12 amounts',
  quantity: '{ "min": …, "max": … } with whole numbers from 1 up',
  origins: ORIGINS,
  methods: `a list of ${METHODS.join(', ')}`,
  collect: `a list of ${COLLECT.join(', ')}`,
  countries: 'a list of ISO 3166-1 codes such as DE, in an offer whose collect has billing or shipping',
  limit: 'a whole number from 1 up',
}

/** Claims whose amounts `normalizeMoney` reports, in better words. */
const PRICES = ['amount', 'min', 'max', 'suggested']

/**
 * Checks claims before they are signed, and writes amounts with exactly the currency's decimals. It refuses all that the
 * edge refuses, and besides what the edge takes but no merchant means: blank texts, empty lists, an end in the past.
 *
 * @param now Seconds since the epoch; becomes `iat` if the draft has none.
 * @returns The claims; or every problem at once, one sentence each.
 *
 * @example
 * import { parseClaims } from './offer-claims.ts'
 *
 * const claims = parseClaims({ item: 'mug', currency: 'EUR' }, Math.floor(Date.now() / 1000))
 * if (!claims.ok) for (const problem of claims.reason) console.error(problem)
 */
export function parseClaims(draft: Draft, now: number): Result<OfferClaims, readonly string[]> {
  const complete = { iat: now, ...draft }
  const money = normalizeMoney(complete as MoneyDraft)
  const read = offerClaims.safeParse({ ...complete, ...(money.ok && money.value) })
  const shape = read.success ? [] : problemsIn(read.error, complete)
  const problems = [...shape, ...meaningless(complete, shape), ...lifetime(complete, now)]
  if (!money.ok) problems.push(...money.reason)
  return read.success && problems.length === 0 ? accepted(read.data) : refused(problems)
}

function problemsIn({ issues }: z.ZodError, draft: Draft): string[] {
  const unknown = issues.flatMap((issue) =>
    issue.code === 'unrecognized_keys' && !issue.path[0] ? issue.keys : [],
  )
  const broken = new Set(issues.map(({ path: [claim] }) => String(claim ?? '')))
  // Whether suggestions are amounts, the prices say; how many there may be, only the shape.
  const isManySuggestions = issues.some(
    ({ code, path }) => code === 'too_big' && path.length === 1 && path[0] === 'suggested',
  )
  const named = [...broken].filter(
    (claim) => claim in EXPECTED && (!PRICES.includes(claim) || isManySuggestions),
  )
  return [
    ...unknown.map((claim) => `${claim}: there is no such claim`),
    ...named.map((claim) => mustBe(claim, draft[claim])),
  ]
}

const mustBe = (claim: string, value: unknown) =>
  value === undefined ? `${claim}: missing; ${EXPECTED[claim]}` : `${claim}: must be ${EXPECTED[claim]}`

/** Claims that have a right shape and no meaning. */
function meaningless(draft: Draft, reported: readonly string[]): string[] {
  const blank = ['item', 'description'].filter((claim) => isBlank(draft[claim]))
  const empty = ['origins', 'collect', 'countries'].filter(
    (claim) => Array.isArray(draft[claim]) && draft[claim].length === 0,
  )
  const wrong = [
    ...(isOrigin(draft.aud) ? [] : ['aud']),
    ...blank,
    ...empty,
    ...['iat', 'exp'].filter((claim) => draft[claim] === 0),
  ]
  const isNew = (claim: string) => !reported.some((problem) => problem.startsWith(`${claim}:`))
  return wrong.filter(isNew).map((claim) => mustBe(claim, draft[claim]))
}

const isBlank = (value: unknown) => typeof value === 'string' && value.trim() === ''

/** Whether a value is an origin of the web, as a browser writes it. */
export const isOrigin = (value: unknown) =>
  typeof value === 'string' && /^https?:/.test(value) && originOf(value) === value

const originOf = (text: string) => (URL.canParse(text) ? new URL(text).origin : undefined)

function lifetime({ iat, exp }: Draft, now: number): string[] {
  if (!isSeconds(iat) || !isSeconds(exp)) return []
  if (exp <= iat) return ['exp: must be later than iat']
  return exp <= now ? ['exp: the offer would have expired already'] : []
}

const isSeconds = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) > 0
