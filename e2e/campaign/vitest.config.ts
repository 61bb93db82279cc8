import { defineConfig } from 'vitest/config'

/** Campaigns under faults and crashes, each on a stack of its own: the long one alone, the short ones three at a time. */
export default defineConfig({
  test: {
    name: 'campaign',
    root: import.meta.dirname,
    include: ['*.spec.ts'],
    globalSetup: './global-setup.ts',
    fileParallelism: false,
    // Several times what they take on a small machine.
    testTimeout: 600_000,
    maxConcurrency: 3,
    retry: 0,
    expect: { poll: { timeout: 40_000 } },
  },
})
