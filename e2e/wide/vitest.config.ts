import { defineConfig } from 'vitest/config'
import { SUITE_SETTINGS } from '../support/stack/suite-settings.ts'

/** Stories in the engine that `PAY_BROWSER` names, one file at a time. */
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
