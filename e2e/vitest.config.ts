import { defineConfig } from 'vitest/config'
import { SUITE_SETTINGS } from './support/suite-settings.ts'

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
    ...SUITE_SETTINGS,
  },
})
