import { defineConfig } from 'vitest/config'

/** What a merchant's own server does, over HTTP and without a browser. One stack, so one file after the other. */
export default defineConfig({
  test: {
    name: 'merchant',
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
