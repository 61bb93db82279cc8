import { defineConfig } from 'vitest/config'
import { SUITE_SETTINGS } from './support/stack/suite-settings.ts'

/**
 * Stories of shoppers in Chromium. Files that run at the same time have a stack each. `npm run test:wide` runs strange
 * pages, the rows that differ in data alone, and the walks through every state.
 */
export default defineConfig({
  test: {
    name: 'e2e',
    root: import.meta.dirname,
    include: ['specs/**/*.spec.ts'],
    globalSetup: './global-setup.ts',
    maxWorkers: 2,
    // So that axe searches a screen once, and not once for each file that ends at it.
    isolate: false,
    ...SUITE_SETTINGS,
  },
})
