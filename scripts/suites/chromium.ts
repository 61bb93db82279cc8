import { existsSync } from 'node:fs'
import process from 'node:process'
import { chromium } from 'playwright'
import { nodeTool, runStep } from '../run-step.ts'
import { debianInstall } from './debian-packages.ts'

/** A Chromium on this machine: the one that was named, Playwright's own, Debian's, an installed Chrome or Edge. */
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

/** Path of a Chromium that is there already, if any. */
export const findChromium = () => candidates().find((path) => path && existsSync(path))

/**
 * Makes sure that there is a Chromium, and names it to everything started from here as `PAY_CHROMIUM`.
 *
 * Where none is found it is installed: by the package manager on Debian as root, else by Playwright into the
 * user's cache. Both print how much they download.
 *
 * @returns Whether there is one now. If not, one line has said what to type.
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
