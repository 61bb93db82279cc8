import { runStep } from './run-step.ts'
import { ensureChromium } from './suites/chromium.ts'
import { debianInstall } from './suites/debian-packages.ts'
import { ENGINES, type EngineName, whatIsMissing } from './suites/engines.ts'
import { finalReport, type Outcome } from './suites/outcome.ts'
import { runSuite } from './suites/suite.ts'

/** The engines besides Chromium, in the order in which they run. */
const WIDE_ENGINES: readonly EngineName[] = ['firefox', 'webkit']

/**
 * `npm run test:wide`: the main stories in the other browser engines, and everything that takes long: the snippets of the
 * documents, 3-D Secure under hard conditions, more cards, every presentation, more strange pages, changes of every key, more
 * orders of the campaign and the campaign without each of its safeguards, more deeds of a server, an attack and load.
 *
 * An engine that this machine lacks is listed as skipped.
 *
 * @returns 0 if nothing failed.
 */
export async function main(): Promise<number> {
  const outcomes: Outcome[] = [await guides(), await stories(), await longCampaign(), await hardCampaigns()]
  for (const engine of WIDE_ENGINES) outcomes.push(await runEngine(engine))
  console.log(finalReport(outcomes))
  return outcomes.every(({ failed }) => failed === 0) ? 0 : 1
}

/** Old libraries of pages. Debian alone has them as browsers ran them. */
const OLD_LIBRARIES = ['libjs-prototype', 'libjs-mootools']

async function stories(): Promise<Outcome> {
  const name = 'e2e'
  console.log(`\n── ${name}`)
  if ((await runStep(['dpkg', '--status', ...OLD_LIBRARIES])).code !== 0) await debianInstall(OLD_LIBRARIES)
  if (await ensureChromium()) return runSuite({ name, folder: 'e2e', files: ['.wide.'] })
  return { suite: name, passed: 0, failed: 1, skipped: 0, notes: ['no Chromium here'] }
}

/** Every snippet of README and docs. PHP's run where PHP is; without it, its parser alone has read them. */
async function guides(): Promise<Outcome> {
  const name = 'guides'
  console.log(`\n── ${name}`)
  if ((await runStep(['php', '--version'])).code !== 0) await debianInstall(['php-cli'])
  if (await ensureChromium()) return runSuite({ name, folder: 'e2e/guides' })
  return { suite: name, passed: 0, failed: 1, skipped: 0, notes: ['no Chromium here'] }
}

/** Orders of the campaign; `npm test` places a part of them. */
const ORDERS = '1000'

/** Has the machine for itself: where polls wait for a processor, orders settle late. */
const longCampaign = () => campaign('campaign', ['campaign.spec'])

/** What `npm test` leaves out, or tries with fewer orders. */
const hardCampaigns = () => campaign('campaign/wide', ['wide/', 'two-edges'])

function campaign(name: string, files: readonly string[]): Promise<Outcome> {
  console.log(`\n── ${name}`)
  return runSuite({ name, folder: 'campaign', files, env: { PAY_ORDERS: ORDERS } })
}

async function runEngine(name: EngineName): Promise<Outcome> {
  const engine = ENGINES[name]
  console.log(`\n── ${name}`)
  if (whatIsMissing(engine)) await debianInstall(engine.packages)
  const missing = whatIsMissing(engine)
  if (!missing) return runSuite({ name, folder: 'e2e', files: ['.engines.'], env: { PAY_BROWSER: name } })
  const note = `skipped: no ${missing} here; on Debian type \`apt-get install ${engine.packages.join(' ')}\``
  console.log(note)
  return { suite: name, passed: 0, failed: 0, skipped: 1, notes: [note] }
}
