/** Whether an answer tells what became of a request that must not happen twice. Pure. */
import type { Result } from '../../shared/result.ts'
import type { Refusal } from '../../widget/order/api.ts'
import { isPassing } from '../../widget/order/problems.ts'

/**
 * Refusals that only an edge that knows the request's name can give. `gateway-refused` says what became of it. The other two say
 * that another request has the name. The package for servers keeps the same list.
 */
const ABOUT_THE_NAME: readonly string[] = ['gateway-refused', 'key-reused', 'reference-reused']

/**
 * Whether an answer is certain. After a try that nobody knows the end of, a refusal is so only where it is about the request's name:
 * the edge may have stored that try, or a proxy may still deliver it.
 */
export const isCertain = (
  answer: Result<unknown, Refusal>,
  { isRepeat }: { readonly isRepeat: boolean },
): boolean =>
  answer.ok || (!isPassing(answer.reason) && (!isRepeat || ABOUT_THE_NAME.includes(answer.reason.code)))
