/** Runs the tag's tests in a real browser: Playwright's own, or one that the machine has. */
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { playwright } from '@vitest/browser-playwright'
import { chromium } from 'playwright'
import { defineProject } from 'vitest/config'
import { fittedLit } from './build-rules.ts'
import { fakeFrames } from './testing/fake-frames.ts'
import { tightTemplates } from './tight-templates.ts'

const installed = [process.env.PAY_CHROMIUM, chromium.executablePath(), '/usr/bin/chromium']
const executablePath = installed.find((path) => path && existsSync(path))

export default defineProject({
  root: fileURLToPath(new URL('.', import.meta.url)),
  // Lit and templates as they are shipped.
  plugins: [fittedLit(), tightTemplates(), fakeFrames()],
  resolve: { conditions: ['browser', 'module', 'import', 'default'] },
  optimizeDeps: { exclude: ['lit', 'lit-html'] },
  test: {
    name: 'widget',
    include: ['**/*.test.ts'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 30_000 } },
    browser: {
      enabled: true,
      headless: true,
      screenshotFailures: false,
      provider: playwright({
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
