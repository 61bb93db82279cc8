import { defineConfig } from 'vitest/config'

/** The engine is chosen by `PAY_BROWSER`. Engines over WebDriver are slower, so are their limits. */
export default defineConfig({
  test: {
    name: `e2e in ${process.env.PAY_BROWSER || 'chromium'}`,
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
