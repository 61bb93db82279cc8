import { FORMS } from './operations/forms.ts'
import type { Operation, Operations } from './operations/operation.ts'
import { QUERIES } from './operations/queries.ts'

/** Every operation, by the name that fault rules and the list of requests use. */
export const OPERATIONS: Operations = {
  ...FORMS,
  ...QUERIES,
}

/** Finds the operation at a path prefix. An unknown one is named by the path without its version. */
export function operationAt(prefix: string): readonly [name: string, operation?: Operation] {
  const known = Object.entries(OPERATIONS).find(([, operation]) => operation.prefix === prefix)
  return known ?? [prefix.replace(/^\/api\/(3ds\/)?v\d+\//, '')]
}
