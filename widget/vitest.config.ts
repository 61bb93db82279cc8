/** Runs the tag's tests in a real browser: Playwright's own, or one that the machine has. */
import { existsSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { playwright } from '@vitest/browser-playwright'
import { chromium } from 'playwright'
import { defineProject } from 'vitest/config'
import { languageConstants } from './build/languages.ts'
import { litWithoutHooks } from './build/lit-without-hooks.ts'
import { trustedTypesPolicy } from './build/trusted-types-policy.ts'
import { fakeFrames } from './testing/fake-frames.ts'

const installed = [process.env.PAY_CHROMIUM, chromium.executablePath(), '/usr/bin/chromium']
const executablePath = installed.find((path) => path && existsSync(path))

export default defineProject({
  root: fileURLToPath(new URL('.', import.meta.url)),
  define: languageConstants(),
  // Lit as it is shipped.
  plugins: [trustedTypesPolicy(), litWithoutHooks(), fakeFrames()],
  resolve: { conditions: ['browser', 'module', 'import', 'default'] },
  optimizeDeps: { exclude: ['lit', 'lit-element', 'lit-html', '@lit/reactive-element'] },
  test: {
    name: 'widget',
    include: ['**/*.test.ts'],
    setupFiles: [fileURLToPath(new URL('testing/empty-page.ts', import.meta.url))],
    // Two on the smallest machine too, since pages wait most of the time.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    testTimeout: 60_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 30_000 } },
    browser: {
      enabled: true,
      headless: true,
      screenshotFailures: false,
      provider: playwright({
        // Places are those that a panel has once it stands.
        contextOptions: { reducedMotion: 'reduce' },
        launchOptions: {
          ...(executablePath && { executablePath }),
          // Chromium refuses its sandbox to root, as whom containers run.
          args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
        },
      }),
      instances: [{ browser: 'chromium' }],
    },
  },
})
