import { afterAll, beforeAll, beforeEach, describe } from 'vitest'
import type { Browser } from '../browser.ts'
import { whyMissing } from '../engines/executables.ts'
import { chosenEngine, launch } from '../engines/launch.ts'
import { resetSandbox } from './ledger.ts'

/**
 * Describes a shopper in the engine that `PAY_BROWSER` names: starts it for the file, and empties the sandbox before
 * each test. Skipped, with the reason in the title, where this machine lacks the engine.
 *
 * @param stories Gets what opens a tab.
 */
export function describeShopper(stories: (open: Browser['open']) => void): void {
  const engine = chosenEngine()
  const missing = whyMissing(engine)
  describe.skipIf(missing)(`a shopper with ${missing ?? engine}`, () => {
    let browser: Browser | undefined
    beforeAll(async () => {
      browser = await launch(engine)
    })
    beforeEach(() => resetSandbox())
    afterAll(() => browser?.close())
    stories((url, options) => {
      if (!browser) throw new TypeError('no browser yet')
      return browser.open(url, options)
    })
  })
}
