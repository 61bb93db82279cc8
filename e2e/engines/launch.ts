import type { EngineName } from '../../scripts/suites/engines.ts'
import type { Browser } from '../browser.ts'
import { launchChromium } from './chromium.ts'
import { launchFirefox } from './firefox.ts'
import { launchWebkit } from './webkit.ts'

const LAUNCHERS: Record<EngineName, () => Promise<Browser>> = {
  chromium: launchChromium,
  firefox: launchFirefox,
  webkit: launchWebkit,
}

/**
 * The engine of this run: `PAY_BROWSER` in the environment, else Chromium.
 *
 * @throws {TypeError} If no engine has this name.
 */
export function chosenEngine(name = process.env.PAY_BROWSER || 'chromium'): EngineName {
  if (name === 'chromium' || name === 'firefox' || name === 'webkit') return name
  throw new TypeError(`PAY_BROWSER is ${name}; known are ${Object.keys(LAUNCHERS).join(', ')}`)
}

/**
 * Starts an engine without a window.
 *
 * @throws {EngineMissing} if this machine lacks it; the message says what to install.
 */
export const launch = (engine: EngineName = chosenEngine()): Promise<Browser> => LAUNCHERS[engine]()
