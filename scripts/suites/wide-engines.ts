import { existsSync, globSync } from 'node:fs'
import process from 'node:process'

/** A browser engine besides Chromium. */
export interface WideEngine {
  /** The tests get it as `PAY_BROWSER`. */
  readonly name: 'firefox' | 'webkit'
  /** Debian's packages for it. */
  readonly packages: readonly string[]
  /** Its programs, each with the paths where it may be. */
  readonly programs: Readonly<Record<string, readonly string[]>>
}

/** The engines in the order in which they run. */
export const ENGINES: readonly WideEngine[] = [
  {
    name: 'firefox',
    packages: ['firefox-esr'],
    programs: {
      Firefox: [
        process.env.PAY_FIREFOX ?? '',
        '/usr/bin/firefox-esr',
        '/usr/bin/firefox',
        '/Applications/Firefox.app/Contents/MacOS/firefox',
      ],
    },
  },
  {
    name: 'webkit',
    packages: ['webkit2gtk-driver', 'xvfb'],
    programs: {
      WebKitWebDriver: ['/usr/bin/WebKitWebDriver'],
      MiniBrowser: ['/usr/{lib,libexec}/{,*/}webkit{2gtk,gtk}-*/MiniBrowser'],
      Xvfb: ['/usr/bin/Xvfb'],
    },
  },
]

/** Names of the programs that an engine lacks on this machine; empty if it is complete. */
export const whatIsMissing = ({ programs }: Pick<WideEngine, 'programs'>) =>
  Object.entries(programs)
    .filter(([, paths]) => !paths.some((path) => existsSync(path) || (path && globSync(path).length > 0)))
    .map(([name]) => name)
    .join(', no ')
