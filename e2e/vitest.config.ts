import { defineConfig } from 'vitest/config'
import { SUITE_SETTINGS } from './support/stack/suite-settings.ts'

/** Unset, the stories run in Chromium. */
const ENGINE = process.env.PAY_BROWSER

/**
 * Stories of shoppers, a folder for each subject. The end of a file's name says which command runs it:
 *
 * - `.spec.ts`: `npm test`, in Chromium
 * - `.wide.spec.ts`: `npm run test:wide`, in Chromium; what takes long, or differs in data alone
 * - `.engines.spec.ts`: `npm run test:wide`, in Firefox and WebKit
 * - `.wide.engines.spec.ts`: `npm run test:wide`, in all three
 *
 * Files that run at the same time have a stack each.
 */
export default defineConfig({
  test: {
    name: ENGINE ? `e2e in ${ENGINE}` : 'e2e',
    root: import.meta.dirname,
    include: ['specs/**/*.spec.ts'],
    globalSetup: './global-setup.ts',
    // Outside Chromium each file takes all that a small machine has.
    maxWorkers: ENGINE ? 1 : 2,
    // So that axe searches a screen once, and not once for each file that ends at it.
    isolate: Boolean(ENGINE),
    ...SUITE_SETTINGS,
  },
})
