import { existsSync, globSync } from 'node:fs'
import process from 'node:process'
import { chromium } from 'playwright'

/** The browser engines of the tests. */
export type EngineName = 'chromium' | 'firefox' | 'webkit'

/** What an engine consists of, and how to get it. */
export interface Engine {
  /** What to type where it is missing. */
  readonly hint: string
  /** Debian's packages for it. */
  readonly packages: readonly string[]
  /** Its programs, each with the paths where it may be; `$NAME` stands for a variable of the environment. */
  readonly programs: Readonly<Record<string, readonly string[]>>
}

/** Beside Playwright's Chromium: `chromium-1234/…/chrome` has a neighbour `chromium_headless_shell-1234`. */
const SHELLS_OF_PLAYWRIGHT = ['headless_shell', 'chrome-headless-shell', 'chrome-headless-shell.exe'].map(
  (name) =>
    chromium.executablePath().replace(/chromium-(\d+)[\\/].*/, `chromium_headless_shell-$1/*/${name}`),
)

/** Every engine, its own path first, then the usual places. */
export const ENGINES: Readonly<Record<EngineName, Engine>> = {
  chromium: {
    hint: 'type `npx playwright install chromium`, or set PAY_CHROMIUM to a Chrome or Chromium',
    packages: ['chromium', 'chromium-headless-shell'],
    programs: {
      Chromium: [
        '$PAY_CHROMIUM',
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
      ],
    },
  },
  firefox: {
    hint: 'on Debian type `apt-get install firefox-esr`, or set PAY_FIREFOX to a Firefox',
    packages: ['firefox-esr'],
    programs: {
      Firefox: [
        '$PAY_FIREFOX',
        '/usr/bin/firefox-esr',
        '/usr/bin/firefox',
        '/Applications/Firefox.app/Contents/MacOS/firefox',
      ],
    },
  },
  webkit: {
    hint: 'on Debian type `apt-get install webkit2gtk-driver xvfb`',
    packages: ['webkit2gtk-driver', 'xvfb'],
    programs: {
      WebKitWebDriver: ['/usr/bin/WebKitWebDriver'],
      MiniBrowser: ['/usr/{lib,libexec}/{,*/}webkit{2gtk,gtk}-*/MiniBrowser'],
      Xvfb: ['/usr/bin/Xvfb'],
    },
  },
}

/** Path of an engine's program; `undefined` if this machine lacks it. */
export const programPath = (engine: EngineName, program: string) =>
  firstExisting(ENGINES[engine].programs[program] ?? [])

/**
 * Chromium without what only a window needs: the same engine for a page, at two thirds of the time. It has neither autofill
 * nor the cache for Back and Forward. `undefined` where this machine has none.
 */
export const headlessShell = () =>
  firstExisting(['/usr/bin/chromium-headless-shell', ...SHELLS_OF_PLAYWRIGHT])

/** Names of the programs that an engine lacks on this machine; empty if it is complete. */
export const whatIsMissing = ({ programs }: Pick<Engine, 'programs'>) =>
  Object.entries(programs)
    .filter(([, paths]) => !firstExisting(paths))
    .map(([name]) => name)
    .join(', no ')

function firstExisting(paths: readonly string[]): string | undefined {
  const named = paths.map((path) => (path.startsWith('$') ? (process.env[path.slice(1)] ?? '') : path))
  return named.flatMap((path) => (existsSync(path) ? [path] : path ? globSync(path) : []))[0]
}
