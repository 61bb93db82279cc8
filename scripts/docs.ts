/** `npm run docs`: builds the documentation as a site, and serves it on this machine. */
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { serveFolder } from '../shop/static-server.ts'
import { readSite, SITE_DIR, writeSite } from './docs-site/site.ts'
import { ROOT } from './root.ts'
import { runStep } from './run-step.ts'
import { DOCS_ORIGIN } from './stack/addresses.ts'
import { ensureChromium } from './suites/chromium.ts'
import { finalReport, isGreen } from './suites/outcome.ts'
import { runSuite } from './suites/suite.ts'

/** Where the site is built: plain files, for any host. */
const DOCS_DIR = join(ROOT, 'dist/docs')

const USAGE = `Usage: npm run docs [-- command]

  (none)   builds the site into dist/docs, and serves it at ${DOCS_ORIGIN} until Ctrl-C
  build    builds it
  test     builds it, and tries it in Chromium`

/** @returns 0 if it is done; 1 after what failed. */
export async function main([command = 'serve']: string[] = []): Promise<number> {
  const act = COMMANDS[command]
  if (!act) {
    console.error(USAGE)
    return 1
  }
  const problems = await buildDocs()
  for (const problem of problems) console.error(problem)
  return problems.length === 0 ? act() : 1
}

const COMMANDS: Readonly<Record<string, () => Promise<number>>> = {
  build: async () => say('The site is in dist/docs.'),
  serve,
  test: async () => {
    if (!(await ensureChromium())) return 1
    const outcomes = [await runSuite({ name: 'docs', folder: 'e2e/docs' })]
    console.log(finalReport(outcomes))
    return isGreen(outcomes) ? 0 : 1
  },
}

/** Until the first signal to end. */
async function serve(): Promise<number> {
  const interrupted = Promise.race(['SIGINT', 'SIGTERM', 'SIGHUP'].map((signal) => once(process, signal)))
  const port = Number(new URL(DOCS_ORIGIN).port)
  const server = await serveFolder(DOCS_DIR, port).catch(({ code }: NodeJS.ErrnoException) => code)
  if (typeof server !== 'object') {
    console.error(`Port ${port} cannot be used (${server}). The site is in dist/docs.`)
    return 1
  }
  say(`The documentation is at ${DOCS_ORIGIN}. Ctrl-C ends it.`)
  await interrupted
  await server.stop()
  return 0
}

/** @returns What is wrong with the documents, or what the build printed if it failed. */
async function buildDocs(): Promise<readonly string[]> {
  const site = await readSite()
  if (site.problems.length > 0) return site.problems
  await writeSite(site)
  if (!existsSync(join(SITE_DIR, 'node_modules/.package-lock.json'))) {
    console.log('Fetching what builds the site, once: 125 packages, 102 MB on the disk …')
    const { code, output } = await runStep(['npm', 'ci', '--prefix', SITE_DIR, '--no-audit', '--no-fund'])
    if (code !== 0) return [output]
  }
  console.log('Building the site …')
  const program = join(SITE_DIR, 'node_modules/vitepress/bin/vitepress.js')
  const { code, output } = await runStep([process.execPath, program, 'build', SITE_DIR])
  return code === 0 ? [] : [output]
}

function say(text: string): number {
  console.log(text)
  return 0
}
