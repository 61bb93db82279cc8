import { defineConfig } from 'vitest/config'

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
    // Several times what they take on a small machine.
    testTimeout: 600_000,
    hookTimeout: 120_000,
    maxConcurrency: 3,
    retry: 0,
    expect: { poll: { timeout: 40_000 } },
  },
})
