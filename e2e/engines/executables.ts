import { existsSync, globSync } from 'node:fs'
import { chromium } from 'playwright'
import type { Engine } from '../browser.ts'

/** This machine lacks an engine. Suites catch it to report themselves as skipped. */
export class EngineMissing extends Error {
  override readonly name = 'EngineMissing'
}

const INSTALL: Record<Engine, string> = {
  chromium: 'type `npx playwright install chromium`, or set PAY_CHROMIUM to a Chrome or Chromium',
  firefox: 'on Debian type `apt-get install firefox-esr`, or set PAY_FIREFOX to a Firefox',
  webkit: 'on Debian type `apt-get install webkit2gtk-driver xvfb`',
}

/** Program → paths where it may be; the first that exists counts. */
const CANDIDATES = {
  Chromium: () => [
    process.env.PAY_CHROMIUM,
    chromium.executablePath(),
    '/usr/bin/chromium',
    '/usr/bin/google-chrome',
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  ],
  Firefox: () => [
    process.env.PAY_FIREFOX,
    '/usr/bin/firefox-esr',
    '/usr/bin/firefox',
    '/Applications/Firefox.app/Contents/MacOS/firefox',
  ],
  WebKitWebDriver: () => ['/usr/bin/WebKitWebDriver'],
  MiniBrowser: () => globSync('/usr/{lib,libexec}/{,*/}webkit{2gtk,gtk}-*/MiniBrowser'),
  Xvfb: () => ['/usr/bin/Xvfb'],
} satisfies Record<string, () => (string | undefined)[]>

/** A program of an engine. */
export type Part = keyof typeof CANDIDATES

const PARTS: Record<Engine, readonly Part[]> = {
  chromium: ['Chromium'],
  firefox: ['Firefox'],
  webkit: ['WebKitWebDriver', 'MiniBrowser', 'Xvfb'],
}

const found = (part: Part) => CANDIDATES[part]().find((path) => path && existsSync(path))

/** Says what to install for an engine, or nothing if it is complete. */
export function whyMissing(engine: Engine): string | undefined {
  const lacking = PARTS[engine].filter((part) => !found(part))
  return lacking.length > 0 ? `no ${lacking.join(', no ')} here: ${INSTALL[engine]}` : undefined
}

/**
 * Path of a program of an engine.
 *
 * @throws {EngineMissing} if it is not installed.
 */
export function executable(engine: Engine, part: Part): string {
  const path = found(part)
  if (!path) throw new EngineMissing(`${engine}: ${whyMissing(engine)}`)
  return path
}

/**
 * Makes sure that an engine can be started.
 *
 * @throws {EngineMissing} if a part of it is not installed.
 */
export function assertInstalled(engine: Engine): void {
  for (const part of PARTS[engine]) executable(engine, part)
}
