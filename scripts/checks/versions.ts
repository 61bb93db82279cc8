import { disagreements } from '../release/agreement.ts'
import { readParts } from '../release/release-parts.ts'
import type { Check } from './run-checks.ts'

/** A release says one thing wherever it is named. */
export const versions: Check = {
  name: 'changelogs and releases/ are of the version in package.json',
  problems: async () => disagreements(await readParts()),
}
