/** Unit tests of the edge, inside workerd: the bindings of `wrangler.toml` with settings made for one run. */
import { availableParallelism } from 'node:os'
import { cloudflareTest, readD1Migrations } from '@cloudflare/vitest-plugin'
import { defineConfig } from 'vitest/config'
import { testSettings } from './testing/settings.ts'

const MIGRATIONS = `${import.meta.dirname}/outbox/migrations`

export default defineConfig({
  cacheDir: '../node_modules/.vite/worker',
  plugins: [
    cloudflareTest(async () => ({
      main: './testing/edge.ts',
      wrangler: { configPath: '../wrangler.toml' },
      miniflare: {
        bindings: { ...(await testSettings()), TEST_MIGRATIONS: await readD1Migrations(MIGRATIONS) },
      },
    })),
  ],
  test: {
    name: 'worker',
    provide: {
      // The same histories in every run, so that what fails was made by a change; others to search on.
      propertySeed: Number(process.env.PAY_SEED ?? 1),
      propertyRuns: Number(process.env.PAY_RUNS ?? 1_000),
      // How many states each search of every history looks at.
      searchedStates: Number(process.env.PAY_STATES ?? 4_000),
    },
    root: import.meta.dirname,
    include: ['**/*.test.ts'],
    setupFiles: ['./testing/tables.ts', './testing/one-day.ts'],
    // Loading the edge takes longer than most files: a workerd runs many of them, and each test has orders of its own.
    isolate: false,
    silent: 'passed-only',
    // A machine may be busy: a wait ends with what it waits for, so these limits cost nothing.
    // Files wait for alarms most of the time: three of them keep two cores busy for three quarters of it.
    maxWorkers: Math.max(3, availableParallelism() - 1),
    testTimeout: 60_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 30_000 } },
  },
})
