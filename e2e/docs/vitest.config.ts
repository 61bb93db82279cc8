import { defineConfig } from 'vitest/config'

/** The documentation's site, as `npm run docs -- test` has built it. */
export default defineConfig({
  test: {
    name: 'docs',
    root: import.meta.dirname,
    include: ['*.spec.ts'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
})
