import { defineConfig } from 'vitest/config'
import { SUITE_SETTINGS } from '../support/stack/suite-settings.ts'

/** The packed packages in projects of other people: `examples/`, one after the other. An install may take minutes. */
export default defineConfig({
  test: {
    name: 'packages',
    root: import.meta.dirname,
    include: ['*.spec.ts'],
    maxWorkers: 1,
    ...SUITE_SETTINGS,
    testTimeout: 300_000,
    hookTimeout: 300_000,
  },
})
