/** Unit tests of the edge, inside workerd: the bindings of `wrangler.toml` with settings made for one run. */
import { cloudflareTest, readD1Migrations } from '@cloudflare/vitest-plugin'
import { defineConfig } from 'vitest/config'
import { testSettings } from './test-settings.ts'

const MIGRATIONS = `${import.meta.dirname}/outbox/migrations`

export default defineConfig({
  cacheDir: '../node_modules/.vite/worker',
  plugins: [
    cloudflareTest(async () => ({
      main: './testing.ts',
      wrangler: { configPath: '../wrangler.toml' },
      miniflare: {
        bindings: { ...(await testSettings()), TEST_MIGRATIONS: await readD1Migrations(MIGRATIONS) },
      },
    })),
  ],
  test: {
    name: 'worker',
    root: import.meta.dirname,
    include: ['**/*.test.ts'],
    setupFiles: ['./test-tables.ts'],
    silent: 'passed-only',
    // A machine may be busy: a wait ends with what it waits for, so these limits cost nothing.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 30_000 } },
  },
})
