/** Unit tests of the contract between page and edge: pure, so plain Node will do. */
import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    name: 'shared',
    root: import.meta.dirname,
    include: ['**/*.test.ts'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
})
