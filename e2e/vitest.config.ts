import { defineConfig } from 'vitest/config'

/** One browser and one stack, so one file after the other. A test that fails is not tried again. */
export default defineConfig({
  test: {
    name: 'e2e',
    root: import.meta.dirname,
    include: ['*.spec.ts'],
    globalSetup: './global-setup.ts',
    fileParallelism: false,
    testTimeout: 120_000,
    hookTimeout: 120_000,
    retry: 0,
    expect: { poll: { timeout: 40_000 } },
  },
})
