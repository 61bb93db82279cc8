import type { Result } from '../../shared/result.ts'
import { bodyDigests } from '../credentials/request-digest.ts'
import type { Refusal } from '../domain/refusal.ts'
import type { EdgeContext } from './context.ts'

/** What an order says to another request under a name or key that was used. */
const REUSED: readonly string[] = ['reference-reused', 'key-reused']

/**
 * Asks an order under the digest of what was requested. An order from before a change of `TOKEN_KEY` knows the request
 * by the former key's digest; asking again is harmless, since the first try found the order and changed nothing.
 */
export async function sameRequest<Value>(
  c: EdgeContext,
  body: unknown,
  ask: (bodyDigest: string) => Promise<Result<Value, Refusal>>,
): Promise<Result<Value, Refusal>> {
  const [current, ...before] = await bodyDigests(c.get('config'), body)
  let answer = await ask(current)
  for (const digest of before) {
    if (answer.ok || !REUSED.includes(answer.reason.code)) return answer
    answer = await ask(digest)
  }
  return answer
}
