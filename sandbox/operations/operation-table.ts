import { FOLLOW_UPS } from './capture-return-void.ts'
import { CARD_PAYMENTS } from './card-payments.ts'
import { CARD_REFS } from './card-refs.ts'
import { RECURRING } from './create-recurring-payment.ts'
import { FORMS } from './forms.ts'
import type { Operation, Operations } from './handler.ts'
import { ELIGIBILITY } from './pan-eligibility.ts'
import { PAYOUTS } from './payouts.ts'
import { QUERIES } from './status.ts'
import { THREE_DS_RESULTS } from './three-ds-results.ts'
import { TRANSFERS } from './transfers.ts'

/** All operations, by the name that fault rules and the ledger use. */
export const OPERATIONS: Operations = {
  ...FORMS,
  ...CARD_PAYMENTS,
  ...THREE_DS_RESULTS,
  ...FOLLOW_UPS,
  ...CARD_REFS,
  ...PAYOUTS,
  ...QUERIES,
  ...RECURRING,
  ...ELIGIBILITY,
  ...TRANSFERS,
}

/** Finds the operation at a path. The name of an unknown one is the path without its version. */
export function operationAt(prefix: string): readonly [name: string, operation?: Operation] {
  const known = Object.entries(OPERATIONS).find(([, operation]) => operation.prefix === prefix)
  return known ?? [prefix.replace(/^\/api\/(3ds\/)?v\d+\//, '')]
}
