import { defineConfig } from 'vitest/config'
import { SUITE_SETTINGS } from '../e2e/support/suite-settings.ts'

/**
 * Campaigns under faults and crashes, each on a stack of its own: the long one first, the short ones three at a time. The
 * file that waits most of the time runs beside them.
 */
export default defineConfig({
  test: {
    name: 'campaign',
    root: import.meta.dirname,
    include: ['*.test.ts', '*.spec.ts'],
    globalSetup: './global-setup.ts',
    maxWorkers: 2,
    ...SUITE_SETTINGS,
    // Several times what they take on a small machine.
    testTimeout: 600_000,
    maxConcurrency: 3,
  },
})
