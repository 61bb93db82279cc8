import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

// The tests here start processes and wait for them, on machines that may be busy.
export default defineConfig({
  test: {
    name: 'scripts',
    include: ['**/*.test.ts'],
    // Two on the smallest machine too, since one of them mostly waits.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
})
