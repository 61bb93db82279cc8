import { defineConfig } from 'vitest/config'
import { SUITE_SETTINGS } from './support/stack/suite-settings.ts'

/**
 * Stories of shoppers in Chromium. Files that run at the same time have a stack each. One strange page of each kind is
 * here; `npm run test:wide` runs the others.
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
