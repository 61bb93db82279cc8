import process from 'node:process'
import { defineConfig } from 'vitest/config'
import { SUITE_SETTINGS } from '../e2e/support/stack/suite-settings.ts'

/** What `npm run test:wide` runs besides: an attack, the campaign without each of its safeguards, more deeds, and load. */
const WIDE = process.env.PAY_ORDERS ? ['wide/*.spec.ts'] : []

/**
 * Campaigns under faults and crashes, each on a stack of its own. The long one, the short ones and the abandoned orders
 * mostly wait, each for something else, so `npm test` runs them at the same time.
 */
export default defineConfig({
  test: {
    name: 'campaign',
    root: import.meta.dirname,
    include: ['*.test.ts', '*.spec.ts', ...WIDE],
    globalSetup: './global-setup.ts',
    maxWorkers: 3,
    ...SUITE_SETTINGS,
    // Several times what they take on a small machine.
    testTimeout: 1_800_000,
    maxConcurrency: 4,
  },
})
