/** Unit tests of the edge, inside workerd: the bindings of `wrangler.toml` with settings made for one run. */
import { cloudflareTest } from '@cloudflare/vitest-plugin'
import { defineConfig } from 'vitest/config'
import { testSettings } from './test-settings.ts'

export default defineConfig({
  cacheDir: '../node_modules/.vite/worker',
  plugins: [
    cloudflareTest(async () => ({
      main: './testing.ts',
      wrangler: { configPath: '../wrangler.toml' },
      miniflare: { bindings: await testSettings() },
    })),
  ],
  test: {
    name: 'worker',
    root: import.meta.dirname,
    include: ['**/*.test.ts'],
    silent: 'passed-only',
    testTimeout: 15_000,
  },
})
