import { Command } from '@commander-js/extra-typings'
import { type Answer, CommandError, type Terminal } from '../command.ts'
import { merchantClient } from '../edge-client.ts'
import { readText } from '../files.ts'
import { ownMember } from '../own-member.ts'
import {
  asDifferences,
  type Comparison,
  compare,
  type Difference,
  mayBeOurs,
  type Stranger,
} from '../reconciliation/comparison.ts'
import { knownOrders } from '../reconciliation/known-orders.ts'
import { DECIMAL_MARKS, type DecimalMark, decimalMarkIn } from '../reconciliation/report-amounts.ts'
import { COLUMNS, type NamedColumns } from '../reconciliation/report-columns.ts'
import { type ReportFile, readReport } from '../reconciliation/report-file.ts'
import { type ReadLines, readLines, writtenAmounts } from '../reconciliation/report-rows.ts'
import { EDGE } from './edge-options.ts'

const DELIMITERS: Readonly<Record<string, string>> = { comma: ',', semicolon: ';', tab: '\t', pipe: '|' }

/**
 * `pay-checkout orders reconcile`: compares a report of the gateway with the orders. Changes nothing.
 *
 * @example
 * npx --no pay-checkout orders reconcile report.csv --edge https://pay.example.com --from 2026-11-01 --to 2026-11-30
 */
export const reconcileCommand = (terminal: Terminal) =>
  new Command('reconcile')
    .summary('compare a report of the gateway with the orders')
    .description(
      'Compares a report of the gateway (CSV) with the orders of the edge, by the sums that moved, and lists the differences. With --from and --to it also finds orders that the report lacks. It says which columns it used. Exit code 3 if anything differs, otherwise 4 if a line was not understood or there is none.',
    )
    .argument('<file>', 'the report')
    .requiredOption(...EDGE)
    .option('--from <time>', 'ISO 8601: the report begins then')
    .option('--to <time>', 'ISO 8601: the report ends then')
    .option(
      '--columns <pair...>',
      `which column is which, such as amount=Gross or amount=#4; of ${COLUMNS.join(', ')}`,
    )
    .option('--delimiter <name>', `what separates columns: ${Object.keys(DELIMITERS).join(', ')}`)
    .option('--decimal <mark>', `what stands before decimals: ${DECIMAL_MARKS.join(' or ')}`)
    .option(
      '--own-account',
      'no other shop uses the gateway account: a row of an unknown order is a difference',
    )
    .option('--merchant-key-file <file>', 'file with a merchant key of scope read; default: PAY_MERCHANT_KEY')
    .action(async (file, options) => {
      const { from, to, ownAccount = false } = options
      if ((from === undefined) !== (to === undefined))
        throw new CommandError('usage', ['--from and --to come together or not at all'])
      const client = await merchantClient(options, terminal)
      const report = await reportIn(file, options)
      const names = new Set(report.lines.rows.map(({ name }) => name))
      for (const { name } of report.lines.unread) if (name !== undefined) names.add(name)
      const time = from === undefined || to === undefined ? undefined : { from, to }
      const found = compare(report.lines, await knownOrders(client, names, time))
      terminal.answer(answerOf(report, found, { ownAccount, isWithoutTime: time === undefined }))
    })

interface Layout {
  readonly columns?: readonly string[]
  readonly delimiter?: string
  readonly decimal?: string
}

/** A report that was read, and how. */
interface Report {
  readonly file: ReportFile
  readonly decimal: DecimalMark
  readonly lines: ReadLines
}

async function reportIn(path: string, { columns = [], delimiter, decimal }: Layout): Promise<Report> {
  const malformed = (problems: readonly string[]) =>
    new CommandError(
      'file-malformed',
      problems.map((problem) => `${path}: ${problem}`),
    )
  const separator = delimiter === undefined ? undefined : ownMember(DELIMITERS, delimiter)
  if (delimiter !== undefined && separator === undefined)
    throw new CommandError('usage', [`--delimiter: must be ${Object.keys(DELIMITERS).join(', ')}`])
  const mark = DECIMAL_MARKS.find((one) => one === decimal)
  if (decimal !== undefined && mark === undefined)
    throw new CommandError('usage', [`--decimal: must be ${DECIMAL_MARKS.join(' or ')}`])
  const named = namedColumns(columns)
  const text = await readText(path)
  const file = readReport(text, { columns: named, ...(separator !== undefined && { delimiter: separator }) })
  if (!file.ok) throw malformed(file.reason)
  const found = mark ? undefined : decimalMarkIn(writtenAmounts(file.value.lines))
  if (found && !found.ok) throw malformed([found.reason])
  const used = mark ?? found?.value ?? 'point'
  const lines = readLines(file.value.lines, used)
  if (lines.rows.length === 0 && lines.unread.length > 0)
    throw malformed(lines.unread.slice(0, MAX_TOLD).map(({ line, why }) => `line ${line}: ${why}`))
  return { file: file.value, decimal: used, lines }
}

function namedColumns(pairs: readonly string[]): NamedColumns {
  const named = pairs.map((pair) => [pair.split('=', 1)[0] ?? '', pair.slice(pair.indexOf('=') + 1)] as const)
  const strange = named.filter(([column]) => !COLUMNS.some((name) => name === column))
  if (strange.length > 0)
    throw new CommandError(
      'usage',
      strange.map(([column]) => `--columns: there is no ${column}; use ${COLUMNS.join(', ')}`),
    )
  return Object.fromEntries(named)
}

const WORDS: Readonly<Record<Difference['code'], string>> = {
  'not-in-report': 'the edge has money that the report lacks',
  'not-at-edge': 'the report has money of an order that the edge does not list',
  amount: 'the sums differ',
  currency: 'the currencies differ',
}

/** A report that is not understood would otherwise fill the screen. `--json` has all. */
const MAX_TOLD = 20

/** An export that failed looks like a day without payments. */
const EMPTY = 'The report has names and no rows below them: was anything exported?'

interface Scope {
  readonly ownAccount: boolean
  /** Only orders that the report names were read. */
  readonly isWithoutTime: boolean
}

function answerOf(report: Report, comparison: Comparison, { ownAccount, isWithoutTime }: Scope): Answer {
  const { rows, unread } = report.lines
  const strangers = ownAccount
    ? comparison.strangers.filter(({ report: sums }) => !sums)
    : comparison.strangers
  const lost = ownAccount ? asDifferences(comparison.strangers) : []
  const uncompared = [...comparison.uncompared, ...(isWithoutTime ? mayBeOurs(strangers) : [])]
  const differences = [...comparison.differences, ...lost]
  const { columns, delimiter, headLine } = report.file
  const foreign = new Set(comparison.strangers.map(({ name }) => name))
  const counts = {
    transactions: rows.length + unread.length,
    ofThisEdge: rows.filter(({ name }) => !foreign.has(name)).length,
    notUnderstood: unread.length,
  }
  return {
    lines: [
      ...readAs(report),
      ...(counts.transactions === 0 ? [EMPTY] : []),
      ...differences.map(differenceText),
      ...told(uncompared.map(({ reference, why }) => `${reference}: was not compared; ${why}`)),
      ...told(unread.map(({ line, why }) => `line ${line}: not understood; ${why}`)),
      ...strangersText(strangers),
      `${counts.transactions} transactions, ${counts.ofThisEdge} of this edge, ${counts.notUnderstood} not understood; ${differences.length} differences`,
    ],
    value: {
      ...counts,
      differences,
      ...{ uncompared, unread, strangers },
      read: { columns, delimiter, headLine, decimal: report.decimal },
    },
    needsAttention: differences.length > 0,
    isUncertain: counts.transactions === 0 || unread.length > 0 || uncompared.length > 0,
  }
}

/** Says how the report was read, since all that follows is only as right as that. */
function readAs({ file: { columns, delimiter, headLine }, decimal }: Report): readonly string[] {
  const used = COLUMNS.map((column) => {
    const head = columns[column]
    return head === undefined ? `${column} from no column` : `${column} from “${head}”`
  })
  const name = Object.keys(DELIMITERS).find((one) => DELIMITERS[one] === delimiter)
  const defaults = [
    ...(columns.type === undefined ? ['every row counts as a sale, and below zero as money back'] : []),
    ...(columns.status === undefined ? ['every row counts as approved'] : []),
  ]
  return [
    `Read as: ${used.join(', ')}; names in line ${headLine}, separated by ${name}, decimals after a ${decimal}.`,
    ...defaults.map((text) => `So ${text}.`),
  ]
}

const differenceText = ({ code, reference, report = '–', edge = '–' }: Difference) =>
  `${reference}: ${WORDS[code]} (${code}); report ${report}, edge ${edge}`

function strangersText(strangers: readonly Stranger[]): readonly string[] {
  const similar = strangers.filter(({ isSimilar }) => isSimilar)
  return [
    ...(strangers.length > 0
      ? [`${strangers.length} orders of the gateway account are not of this edge`]
      : []),
    ...told(
      similar.map(
        ({ name, report = 'nothing moved' }) =>
          `${name}: begins like an order of this edge, which did not make it; ${report}`,
      ),
    ),
  ]
}

function told(lines: readonly string[]): readonly string[] {
  const more = lines.length - MAX_TOLD
  return more > 0 ? [...lines.slice(0, MAX_TOLD), `… and ${more} more; --json has all`] : lines
}
