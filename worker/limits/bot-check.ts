/**
 * Verifies that a person passed the bot check for one order. The page of the check is `GET /frames/check`.
 *
 * @see https://developers.cloudflare.com/turnstile/get-started/server-side-validation/
 */
import * as z from 'zod'
import { CHECK_ACTION } from '../../shared/http-bodies.ts'
import type { Config } from '../config/config.ts'
import { log } from '../config/log.ts'
import { withDeadline } from '../deadline.ts'

/** `unreachable`: the verifier gave no usable answer, so nobody knows. That never admits a payment. */
export type CheckOutcome = 'passed' | 'failed' | 'unreachable'

/** What a shopper claims to have passed. */
export interface CheckClaim {
  readonly token: string
  readonly orderId: string
  readonly remoteIp: string
}

type CheckSettings = Pick<Config, 'PUBLIC_URL' | 'TURNSTILE_SECRET_KEY' | 'TURNSTILE_URL' | 'times'>

/** The verifier's clock and ours may differ by this much. */
const CLOCK_SKEW_MS = 60_000

/** Whether checks are set up. */
export const canCheck = ({
  TURNSTILE_SITE_KEY,
  TURNSTILE_SECRET_KEY,
}: Pick<Config, 'TURNSTILE_SITE_KEY' | 'TURNSTILE_SECRET_KEY'>): boolean =>
  !!TURNSTILE_SITE_KEY && !!TURNSTILE_SECRET_KEY

/** Errors that say nothing about the shopper: the verifier failed, or our secret is wrong. */
const NOT_THE_SHOPPERS = ['internal-error', 'missing-input-secret', 'invalid-input-secret', 'bad-request']

const verdict = z.object({
  success: z.boolean(),
  'error-codes': z.array(z.string()).default([]),
  hostname: z.string().default(''),
  action: z.string().default(''),
  cdata: z.string().default(''),
  challenge_ts: z.string().default(''),
})

/** The verifier's answer. Absent members are empty. */
export type Verdict = z.output<typeof verdict>

/** What tests replace. */
interface World {
  readonly fetch?: typeof fetch
  /** Milliseconds since the epoch. */
  readonly now?: number
}

/**
 * Asks the verifier about a token, twice if the first answer is of no use.
 *
 * The verifier accepts a token once. Repeating this call with the same token gives `failed`, whatever it gave before.
 */
export async function verifyCheck(
  config: CheckSettings,
  { token, orderId, remoteIp }: CheckClaim,
  { fetch: fetcher = fetch, now = Date.now() }: World = {},
): Promise<CheckOutcome> {
  const { TURNSTILE_SECRET_KEY: secret } = config
  if (!secret) return 'unreachable'
  // With one key for both requests, the second one is no second use of the token.
  const body = { secret, response: token, remoteip: remoteIp, idempotency_key: crypto.randomUUID() }
  const ask = async () => {
    const given = await askVerifier(config, body, fetcher)
    const outcome = given ? outcomeOf(given, { ...config, orderId, now }) : 'unreachable'
    if (outcome !== 'passed') log('check-not-passed', { outcome, codes: given?.['error-codes'] ?? [] })
    return outcome
  }
  const first = await ask()
  return first === 'unreachable' ? ask() : first
}

/** @returns `undefined` if no answer came in time, or not in the verifier's form. */
async function askVerifier(
  { TURNSTILE_URL, times }: CheckSettings,
  body: object,
  fetcher: typeof fetch,
): Promise<Verdict | undefined> {
  try {
    return await withDeadline(times.checkDeadline, async (signal) => {
      const response = await fetcher(`${TURNSTILE_URL}/turnstile/v0/siteverify`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify(body),
        // The secret goes to this address and to no other.
        redirect: 'manual',
        signal,
      })
      return verdict.safeParse(await response.json()).data
    })
  } catch {
    return undefined
  }
}

/** What a verdict has to fit. */
interface Expected extends Pick<CheckSettings, 'PUBLIC_URL' | 'times'> {
  readonly orderId: string
  /** Milliseconds since the epoch. */
  readonly now: number
}

/** Judges a verdict: it must be about our own page, this check, this order, and these minutes. Pure. */
export function outcomeOf(given: Verdict, { PUBLIC_URL, times, orderId, now }: Expected): CheckOutcome {
  if (given['error-codes'].some((code) => NOT_THE_SHOPPERS.includes(code))) return 'unreachable'
  const ageMs = now - Date.parse(given.challenge_ts)
  const isProof =
    given.success &&
    given.hostname === new URL(PUBLIC_URL).hostname &&
    given.action === CHECK_ACTION &&
    given.cdata === orderId &&
    // An unreadable time is no number, which both comparisons refuse.
    ageMs <= times.checkLife &&
    ageMs >= -CLOCK_SKEW_MS
  return isProof ? 'passed' : 'failed'
}
