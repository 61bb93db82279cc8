import { defineConfig } from 'vitest/config'
import { SUITE_SETTINGS } from '../support/stack/suite-settings.ts'

/**
 * 3-D Secure under hard conditions, more cards, every presentation of the gateway's pages, strange pages and faulty
 * gateways, changes of every key, the engine's own contract; in Chromium.
 *
 * Files that run at the same time have a stack each.
 */
export default defineConfig({
  test: {
    name: 'e2e under hard conditions',
    root: import.meta.dirname,
    include: ['**/*.spec.ts'],
    globalSetup: '../global-setup.ts',
    maxWorkers: 2,
    // So that axe searches a screen once, and not once for each file that ends at it.
    isolate: false,
    ...SUITE_SETTINGS,
  },
})
