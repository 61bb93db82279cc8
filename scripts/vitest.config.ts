import { defineConfig } from 'vitest/config'

// The tests here start processes and wait for them, on machines that may be busy.
export default defineConfig({
  test: { name: 'scripts', include: ['**/*.test.ts'], testTimeout: 60_000, hookTimeout: 60_000 },
})
