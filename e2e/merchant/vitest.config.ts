import { defineConfig } from 'vitest/config'
import { SUITE_SETTINGS } from '../support/suite-settings.ts'

/**
 * What a merchant's own server does, over HTTP and without a browser.
 *
 * Each of the files that run side by side has a stack of its own.
 */
export default defineConfig({
  test: {
    name: 'merchant',
    root: import.meta.dirname,
    include: ['*.spec.ts'],
    globalSetup: '../global-setup.ts',
    maxWorkers: 2,
    ...SUITE_SETTINGS,
  },
})
