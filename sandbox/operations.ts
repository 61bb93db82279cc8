import { CARD_PAYMENTS } from './operations/card-payments.ts'
import { CARD_REFS } from './operations/card-refs.ts'
import { FOLLOW_UPS } from './operations/follow-ups.ts'
import { FORMS } from './operations/forms.ts'
import type { Operation, Operations } from './operations/operation.ts'
import { PAYOUTS } from './operations/payouts.ts'
import { QUERIES } from './operations/queries.ts'
import { THREE_DS_RESULTS } from './operations/three-ds-results.ts'
import { TRANSFERS } from './operations/transfers.ts'

/** Every operation, by the name that fault rules and the list of requests use. */
export const OPERATIONS: Operations = {
  ...FORMS,
  ...CARD_PAYMENTS,
  ...THREE_DS_RESULTS,
  ...FOLLOW_UPS,
  ...CARD_REFS,
  ...PAYOUTS,
  ...QUERIES,
  ...TRANSFERS,
}

/** Finds the operation at a path prefix. An unknown one is named by the path without its version. */
export function operationAt(prefix: string): readonly [name: string, operation?: Operation] {
  const known = Object.entries(OPERATIONS).find(([, operation]) => operation.prefix === prefix)
  return known ?? [prefix.replace(/^\/api\/(3ds\/)?v\d+\//, '')]
}
