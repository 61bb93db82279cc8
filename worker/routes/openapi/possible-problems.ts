/** The problems that an operation may answer. Pure. */
import type { ProblemCode } from '../../../shared/problem.ts'
import { type ApiOperation, partsOf } from '../api-operation.ts'
import { isServedEverywhere } from '../own-host.ts'

/** Any operation may fail, or meet a wrong setting. */
const ALWAYS: readonly ProblemCode[] = ['internal', 'unavailable', 'configuration-invalid']

/** @returns The codes that follow from what the operation declares, and its own; each once. */
export function problemsOf(row: ApiOperation): readonly ProblemCode[] {
  const { token, merchant } = row.access
  const isRestricted = row.pages === 'shop' || row.pages === 'merchant'
  const followed: (ProblemCode | false | undefined)[] = [
    isRestricted && 'origin-not-allowed',
    !isServedEverywhere(partsOf(row).path) && 'host-not-served',
    (token ?? merchant) !== undefined && 'token-invalid',
    (token === 'pay' || merchant !== undefined) && 'scope-missing',
    merchant !== undefined && partsOf(row).path.includes('{id}') && 'not-found',
    row.isKeyed && 'idempotency-key-missing',
    row.query && 'query-malformed',
    row.body && 'body-malformed',
    row.body && 'body-too-large',
  ]
  return [...new Set([...followed.filter((code) => !!code), ...row.problems, ...ALWAYS])]
}
