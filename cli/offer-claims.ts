/** The claims of an offer, and what each may be. Pure. */
import { COLLECT } from '../shared/customer.ts'
import type { OfferClaims } from '../shared/offer.ts'
import { METHODS } from '../shared/order-view.ts'
import { accepted, type Result, refused } from '../shared/result.ts'
import { exponentOf, type MoneyDraft, normalizeMoney } from './offer-prices.ts'

/** Claims as a person wrote them: JSON of any shape, usually without `iat`. */
export type Draft = Readonly<Record<string, unknown>>

const INTENTS = ['sale', 'preauth', 'verify']

const KNOWN_CLAIMS = new Set([
  ...['aud', 'iat', 'exp', 'item', 'description', 'currency', 'intent', 'amount', 'min', 'max', 'suggested'],
  ...['quantity', 'origins', 'methods', 'collect', 'limit'],
])

/** Checks one claim. @returns What is wrong with it, if anything. */
type Rule = readonly [claim: string, holds: (value: unknown) => boolean, expected: string]

const REQUIRED: readonly Rule[] = [
  ['aud', isOrigin, 'the origin of the edge, such as https://pay.example.com'],
  ['exp', isSeconds, 'whole seconds since 1970'],
  ['item', isText, 'a text that is not empty'],
  ['description', isText, 'a text that is not empty'],
  [
    'currency',
    (value) => exponentOf(value) !== undefined,
    'an ISO 4217 code that can be charged, such as EUR',
  ],
  ['intent', isOneOf(INTENTS), `one of ${INTENTS.join(', ')}`],
]

const OPTIONAL: readonly Rule[] = [
  ['iat', isSeconds, 'whole seconds since 1970'],
  ['quantity', isQuantity, '{ "min": …, "max": … } with whole numbers from 1 up'],
  ['origins', isListOf(isOrigin), 'a list of origins, such as ["https://shop.example.com"]'],
  ['methods', isListOf(isOneOf(METHODS)), `a list of ${METHODS.join(', ')}`],
  ['collect', isListOf(isOneOf(COLLECT)), `a list of ${COLLECT.join(', ')}`],
  ['limit', isCount, 'a whole number from 1 up'],
]

/**
 * Checks claims before they are signed, and writes amounts with exactly the currency's decimals.
 *
 * @param now Seconds since the epoch; becomes `iat` if the draft has none.
 * @returns The claims; or every problem at once, one sentence each.
 */
export function parseClaims(draft: Draft, now: number): Result<OfferClaims, readonly string[]> {
  const complete = { iat: now, ...draft }
  const problems = [...unknownIn(draft), ...brokenIn(complete), ...lifetime(complete, now)]
  const money = normalizeMoney(complete as MoneyDraft)
  if (!money.ok) problems.push(...money.reason)
  if (problems.length > 0 || !money.ok) return refused(problems)
  // The rules above checked every member; the compiler cannot follow rules that are data.
  return accepted({ ...complete, ...money.value } as unknown as OfferClaims)
}

function unknownIn(draft: Draft): string[] {
  return Object.keys(draft).flatMap((claim) =>
    KNOWN_CLAIMS.has(claim) ? [] : [`${claim}: there is no such claim`],
  )
}

function brokenIn(draft: Draft): string[] {
  const present = OPTIONAL.filter(([claim]) => draft[claim] !== undefined)
  return [...REQUIRED, ...present].flatMap(([claim, holds, expected]) => {
    if (holds(draft[claim])) return []
    return [draft[claim] === undefined ? `${claim}: missing; ${expected}` : `${claim}: must be ${expected}`]
  })
}

function lifetime({ iat, exp }: Draft, now: number): string[] {
  if (!isSeconds(iat) || !isSeconds(exp)) return []
  if (exp <= iat) return ['exp: must be later than iat']
  return exp <= now ? ['exp: the offer would have expired already'] : []
}

function isText(value: unknown): boolean {
  return typeof value === 'string' && value.trim() !== ''
}

function isSeconds(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) > 0
}

function isCount(value: unknown): boolean {
  return Number.isSafeInteger(value) && (value as number) >= 1
}

function isOrigin(value: unknown): boolean {
  if (typeof value !== 'string' || !/^https?:/.test(value)) return false
  return URL.canParse(value) && new URL(value).origin === value
}

function isQuantity(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false
  const { min, max, ...rest } = value as Record<string, unknown>
  return isCount(min) && isCount(max) && (min as number) <= (max as number) && Object.keys(rest).length === 0
}

function isOneOf(words: readonly string[]) {
  return (value: unknown) => words.includes(value as string)
}

function isListOf(holds: (value: unknown) => boolean) {
  return (value: unknown) => Array.isArray(value) && value.length > 0 && value.every(holds)
}
