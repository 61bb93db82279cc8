import { defineConfig } from 'vitest/config'
import { SUITE_SETTINGS } from '../support/suite-settings.ts'

/**
 * 3-D Secure where browsers, pages and shoppers make it hard, more cards, every presentation of the
 * gateway’s pages, more strange pages and odd gateways; in Chromium.
 *
 * Each of the files that run side by side has a stack of its own.
 */
export default defineConfig({
  test: {
    name: 'e2e under hard conditions',
    root: import.meta.dirname,
    include: ['**/*.spec.ts'],
    globalSetup: '../global-setup.ts',
    maxWorkers: 2,
    ...SUITE_SETTINGS,
  },
})
