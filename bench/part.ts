import type { PartResult } from '../scripts/reference/bench-results.ts'

/** One part of the bench: builds or starts what it needs, and ends it. */
export type Part = () => Promise<readonly PartResult[]>
