/** Spends a request's budget, for a subject that must not be known from the counters. */
import { toBase64Url } from '../config/base64url.ts'
import type { Config } from '../config/config.ts'
import { purposeKeys } from '../config/derived-keys.ts'
import { measuring } from '../config/metrics.ts'
import type { Refusal } from '../domain/refusal.ts'
import { type BudgetName, secondsToWait } from '../limits/coarse-limit.ts'
import type { EdgeContext } from './context.ts'

/** Enough that no two subjects meet. */
const SUBJECT_BYTES = 16

/**
 * Counts a request.
 *
 * @param subject Who sends it, in clear.
 * @returns `undefined` within the budget. Which one is spent is for the log only.
 */
export async function spendBudget(
  c: EdgeContext,
  budget: BudgetName,
  subject: string,
): Promise<Refusal | undefined> {
  const config = c.get('config')
  if (config.LIMITS === 'off') return undefined
  const retryAfterSeconds = await secondsToWait(c.env, c.get('windows'), {
    budget,
    subject: await digestOf(config, subject),
    now: Date.now(),
  })
  if (retryAfterSeconds === undefined) return undefined
  // Without a dataset the refusal's own line tells it, which is sampled: a flood must not flood the log.
  if (c.env.METRICS) measuring(c.env)('budget-hit', { budget, answer: 'too-many-requests' })
  return { code: 'too-many-requests', why: budget, retryAfterSeconds }
}

/** Stands for the sender, who must not be known from it. Differs between deployments of one account. */
async function digestOf(config: Config, subject: string): Promise<string> {
  const [{ key }] = await purposeKeys(config, 'source')
  const whole = await crypto.subtle.sign('HMAC', key, new TextEncoder().encode(subject))
  return toBase64Url(new Uint8Array(whole, 0, SUBJECT_BYTES))
}
