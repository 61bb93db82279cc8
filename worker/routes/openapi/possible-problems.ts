/** The problems that an operation may answer. Pure. */
import type { ProblemCode } from '../../../shared/problem.ts'
import { type ApiOperation, partsOf } from '../api-operation.ts'
import { findsOrders } from '../order-place.ts'
import { isServedEverywhere } from '../own-host.ts'
import { budgetOf } from '../request-budget.ts'

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
    ((token !== undefined && token !== 'any') || merchant !== undefined) && 'scope-missing',
    budgetOf(row) !== undefined && 'too-many-requests',
    merchant !== undefined && partsOf(row).path.includes('{id}') && 'not-found',
    (row.opensOrders || findsOrders(row)) && 'jurisdiction-changed',
    row.isKeyed && 'idempotency-key-missing',
    row.query && 'query-malformed',
    row.body && 'body-malformed',
    row.body && 'body-too-large',
    row.body && 'body-too-slow',
  ]
  return [...new Set([...followed.filter((code) => !!code), ...row.problems, ...ALWAYS])]
}
