import { Command } from '@commander-js/extra-typings'
import { checkEdge } from '../check/edge-check.ts'
import { edgeProbe } from '../check/edge-probe.ts'
import { type Finding, findingLines, unchecked } from '../check/finding.ts'
import { checkPage } from '../check/page-check.ts'
import { CommandError, type Terminal } from '../command.ts'
import { merchantKeyOf } from '../edge-client.ts'
import { EDGE } from './edge-options.ts'

/** Two weeks: time for somebody to notice that a scheduled build has stopped. */
const WARN_DAYS = '14'

/**
 * `pay-checkout check`: checks a deployment and pages, and fails while something needs attention. Changes nothing.
 *
 * @example
 * npx --no pay-checkout check --edge https://pay.example.com --page https://shop.example.com/mug.html
 */
export const checkCommand = (terminal: Terminal) =>
  new Command('check')
    .summary('check a deployment, and pages that sell')
    .description(
      'Checks an edge (its settings, clock, methods, callbacks, the gateway’s answer to a signed request, orders that need attention) and pages (each offer and the day on which it ends, the script, its integrity, the content security policy). Ends with code 3 while something needs attention, and otherwise with 4 if something could not be checked, so a schedule can run it.',
    )
    .requiredOption(...EDGE)
    .option('--page <place...>', 'pages: addresses, or paths of built files')
    .option('--warn-days <days>', 'how many days an offer should still sell', WARN_DAYS)
    .option('--allow-unchecked', 'end with 0 also if something could not be checked; its line still says so')
    .option(
      '--merchant-key-file <file>',
      'file with a merchant key of scopes read and charge; default: PAY_MERCHANT_KEY',
    )
    .action(async (options) => {
      const { edge, page = [], warnDays } = options
      if (!/^\d{1,4}$/.test(warnDays))
        throw new CommandError('usage', ['--warn-days: must be a number of days'])
      const key = await merchantKeyOf(options, terminal)
      const client = edgeProbe(edge, key)
      const horizon = { now: terminal.now(), warnDays: Number(warnDays) }
      const ofEdge = await checkEdge(client, terminal.now)
      const isUp = ofEdge.every(({ code }) => code !== 'edge-unreachable')
      const stranger = edgeProbe(edge)
      const ofPages = await Promise.all(
        page.map((one) => (isUp ? checkPage(one, stranger, horizon) : unseen(one))),
      )
      const findings = [...ofEdge, ...ofPages.flat()]
      const has = (wanted: Finding['level']) => findings.some(({ level }) => level === wanted)
      const [needsAttention, isIncomplete] = [has('attention'), has('unchecked')]
      terminal.answer({
        lines: findingLines(findings),
        value: { needsAttention, isIncomplete, findings },
        ...{ needsAttention, isUncertain: isIncomplete && !options.allowUnchecked },
      })
    })

const unseen = (page: string): Finding[] => [
  unchecked('page-unchecked', `${page} was not checked, since the edge does not answer`, 'Check again then.'),
]
