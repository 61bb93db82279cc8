import { cost } from './cost.ts'
import { edge } from './edge.ts'
import { growth } from './growth.ts'
import { load } from './load.ts'
import type { Part } from './part.ts'
import { scale } from './scale.ts'
import { signing } from './signing.ts'
import { size } from './size.ts'
import { start } from './start.ts'
import { tell } from './tell.ts'

/** The parts, in the order in which all of them run. Each has a place in docs/performance.md. */
export const PARTS: Readonly<Record<string, Part>> = {
  ...{ size, start, signing, edge, cost, tell, growth, scale, load },
}
