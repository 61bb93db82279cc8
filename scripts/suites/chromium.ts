import process from 'node:process'
import { nodeTool, runStep } from '../run-step.ts'
import { debianInstall } from './debian-packages.ts'
import { ENGINES, programPath } from './engines.ts'

/** Path of an installed Chromium, if there is one. */
export const findChromium = () => programPath('chromium', 'Chromium')

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
  else console.error(`No Chromium here: ${ENGINES.chromium.hint}.`)
  return path !== undefined
}

async function installed(): Promise<string | undefined> {
  if (!(await debianInstall(ENGINES.chromium.packages))) {
    console.log('No browser here; running `playwright install chromium`.')
    await runStep(nodeTool('playwright/cli.js', 'install', 'chromium'), { shown: true })
  }
  return findChromium()
}
