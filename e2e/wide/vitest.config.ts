import { defineConfig } from 'vitest/config'
import { SUITE_SETTINGS } from '../support/suite-settings.ts'

/** The engine is chosen by `PAY_BROWSER`. Engines over WebDriver are slower, so are their limits. */
export default defineConfig({
  test: {
    name: `e2e in ${process.env.PAY_BROWSER || 'chromium'}`,
    root: import.meta.dirname,
    include: ['*.spec.ts'],
    globalSetup: '../global-setup.ts',
    fileParallelism: false,
    ...SUITE_SETTINGS,
  },
})
