import { currentReference, keptReference } from '../reference.ts'
import type { Check } from './run-checks.ts'

/** The reference page in the repository matches the table of operations. */
export const reference: Check = {
  name: 'the reference of operations is that of the table',
  problems: async () => stale(await keptReference(), currentReference()),
}

/** @returns The first difference between the page in the repository and the generated one; nothing if they match. */
export function stale(kept: string, current: string): string[] {
  if (kept === current) return []
  const [was, is] = [kept, current].map((text) => text.split('\n'))
  const line = is?.findIndex((text, number) => text !== was?.[number]) ?? 0
  return [
    `docs/operations.md is out of date from line ${line < 0 ? (is?.length ?? 0) : line + 1}: npm run reference`,
  ]
}
