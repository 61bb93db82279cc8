import { existsSync } from 'node:fs'
import process from 'node:process'
import { chromium } from 'playwright'
import { nodeTool, runStep } from '../run-step.ts'
import { debianInstall } from './debian-packages.ts'

/** Where a Chromium may be: the one that `PAY_CHROMIUM` names, Playwright's own, Debian's, an installed Chrome or Edge. */
const candidates = () => [
  process.env.PAY_CHROMIUM,
  chromium.executablePath(),
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/usr/bin/microsoft-edge',
  '/snap/bin/chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge',
  `${process.env.PROGRAMFILES}\\Google\\Chrome\\Application\\chrome.exe`,
  `${process.env['PROGRAMFILES(X86)']}\\Microsoft\\Edge\\Application\\msedge.exe`,
]

/** Path of an installed Chromium, if there is one. */
export const findChromium = () => candidates().find((path) => path && existsSync(path))

/**
 * Makes sure that there is a Chromium, and sets `PAY_CHROMIUM` for every process started from here.
 *
 * Installs one if none is found: with the package manager on Debian as root, else with Playwright into the user's cache.
 * Both print how much they download.
 *
 * @returns Whether there is one now. If not, it has printed what to type.
 */
export async function ensureChromium(): Promise<boolean> {
  const path = findChromium() ?? (await installed())
  if (path) process.env.PAY_CHROMIUM = path
  else
    console.error(
      'No Chromium here: type `npx playwright install chromium`, or set PAY_CHROMIUM to a Chrome.',
    )
  return path !== undefined
}

async function installed(): Promise<string | undefined> {
  if (!(await debianInstall(['chromium']))) {
    console.log('No browser here; running `playwright install chromium`.')
    await runStep(nodeTool('playwright/cli.js', 'install', 'chromium'), { shown: true })
  }
  return findChromium()
}
