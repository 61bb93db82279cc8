import process from 'node:process'
import { nodeTool, runStep } from '../run-step.ts'
import { debianInstall } from './debian-packages.ts'
import { ENGINES, headlessShell, programPath } from './engines.ts'

/** Path of an installed Chromium, if there is one. */
export const findChromium = () => programPath('chromium', 'Chromium')

/**
 * Makes sure that there is a Chromium, and sets `PAY_CHROMIUM` for every process started from here. Unless that was set
 * before, it also sets `PAY_HEADLESS_SHELL`, if there is one.
 *
 * Installs one if none is found: with the package manager on Debian as root, else with Playwright into the user's cache.
 * Both print how much they download.
 *
 * @returns Whether there is one now. If not, it has printed what to type.
 */
export async function ensureChromium(): Promise<boolean> {
  const named = process.env.PAY_CHROMIUM
  const path = findChromium() ?? (await installed())
  const shell = named ? undefined : headlessShell()
  if (shell) process.env.PAY_HEADLESS_SHELL = shell
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
