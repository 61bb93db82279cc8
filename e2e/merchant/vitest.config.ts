import { defineConfig } from 'vitest/config'
import { SUITE_SETTINGS } from '../support/stack/suite-settings.ts'

/**
 * Stories of a merchant's own server: over HTTP, without a browser.
 *
 * Files that run at the same time have a stack each.
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
