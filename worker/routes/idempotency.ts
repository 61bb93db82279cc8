import type { Result } from '../../shared/result.ts'
import { bodyDigests } from '../credentials/request-digest.ts'
import type { Refusal } from '../domain/refusal.ts'
import type { EdgeContext } from './context.ts'

/** An order's answer to a different request under a used reference or key. */
const REUSED: readonly string[] = ['reference-reused', 'key-reused']

/**
 * Calls an order with the digest of the request, so that a repeated request is recognized and another one is refused.
 * An order from before a change of `TOKEN_KEY` stored the former key's digest, so that one is tried next. The second
 * call is harmless: the first found the order and changed nothing.
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
