import { defineConfig } from 'vitest/config'

/** Campaigns under faults and crashes, each on a stack of its own, one after the other. */
export default defineConfig({
  test: {
    name: 'campaign',
    root: import.meta.dirname,
    include: ['*.spec.ts'],
    globalSetup: './global-setup.ts',
    fileParallelism: false,
    // Several times what they take on a small machine.
    testTimeout: 600_000,
    retry: 0,
    expect: { poll: { timeout: 40_000 } },
  },
})
