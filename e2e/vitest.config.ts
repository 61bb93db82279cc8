import { defineConfig } from 'vitest/config'

/**
 * Each of the files that run side by side has a stack of its own. A test that fails is not tried again. Of strange pages
 * one of each kind is here; the others are run by `npm run test:wide`.
 */
export default defineConfig({
  test: {
    name: 'e2e',
    root: import.meta.dirname,
    include: ['specs/**/*.spec.ts'],
    globalSetup: './global-setup.ts',
    maxWorkers: 2,
    testTimeout: 120_000,
    hookTimeout: 120_000,
    retry: 0,
    expect: { poll: { timeout: 40_000 } },
  },
})
