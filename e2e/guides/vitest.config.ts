import { defineConfig } from 'vitest/config'
import { SUITE_SETTINGS } from '../support/stack/suite-settings.ts'

/** Every snippet of README and docs, tried as its reader would: one file, one stack, one document after the other. */
export default defineConfig({
  test: {
    name: 'guides',
    root: import.meta.dirname,
    include: ['*.spec.ts'],
    maxWorkers: 1,
    ...SUITE_SETTINGS,
  },
})
