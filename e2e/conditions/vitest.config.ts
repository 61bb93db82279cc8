import { defineConfig } from 'vitest/config'

/** 3-D Secure where browsers, pages and shoppers make it hard; in Chromium. One stack, so one file after the other. */
export default defineConfig({
  test: {
    name: 'e2e under hard conditions',
    root: import.meta.dirname,
    include: ['*.spec.ts'],
    globalSetup: '../global-setup.ts',
    fileParallelism: false,
    testTimeout: 120_000,
    hookTimeout: 120_000,
    retry: 0,
    expect: { poll: { timeout: 40_000 } },
  },
})
