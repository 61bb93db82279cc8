/** Every folder with tests is a project: `npx vitest run --project cli` runs one, `npm test` all in their order. */
import { defineConfig } from 'vitest/config'

export default defineConfig({ test: { projects: ['{*,packages/*}/vitest.config.{ts,mts}'] } })
