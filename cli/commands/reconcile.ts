import { Command } from '@commander-js/extra-typings'
import { EXPONENTS } from '../../shared/currencies.ts'
import { toDecimal, toMinor } from '../../shared/money.ts'
import type { OrderStatus } from '../../shared/order-status.ts'
import { type Answer, CommandError, type Terminal } from '../command.ts'
import { type EdgeClient, merchantClient } from '../edge-client.ts'
import { readText } from '../files.ts'
import { type ListedOrder, listedBetween, listedUnder, readOrder } from '../order-lookup.ts'
import {
  COLUMN_NAMES,
  type Difference,
  type KnownOrder,
  parseReport,
  type ReportRow,
  reconcile,
  referenceOf,
  unknownTypes,
} from '../reconciliation.ts'

/** `pay-checkout orders reconcile`: compares a report of the gateway with the orders. Changes nothing. */
export const reconcileCommand = (terminal: Terminal) =>
  new Command('reconcile')
    .summary('compare a report of the gateway with the orders')
    .description(
      'Compares a report of the gateway (CSV) with the orders of the edge, by the sums that moved, and lists the differences. With --from and --to it also finds orders that the report lacks. Exit code 3 if anything differs.',
    )
    .argument('<file>', 'the report')
    .requiredOption('--edge <origin>', 'the edge, such as https://pay.example.com')
    .option('--from <time>', 'ISO 8601: the report begins then')
    .option('--to <time>', 'ISO 8601: the report ends then')
    .option(
      '--columns <pair...>',
      `which column is which, such as amount=Gross; of ${COLUMN_NAMES.join(', ')}`,
    )
    .option('--merchant-key-file <file>', 'file with a merchant key of scope read; default: PAY_MERCHANT_KEY')
    .action(async (file, { edge, from, to, columns = [], merchantKeyFile }) => {
      if ((from === undefined) !== (to === undefined))
        throw new CommandError('usage', ['--from and --to come together or not at all'])
      const client = await merchantClient(
        { edge, ...(merchantKeyFile !== undefined && { merchantKeyFile }) },
        terminal,
      )
      const rows = await rowsIn(file, columns)
      const listed: ListedOrder[] = []
      if (from !== undefined && to !== undefined)
        for await (const entry of listedBetween(client, from, to)) listed.push(entry)
      terminal.answer(answerOf(rows, reconcile(rows, await knownOrders(client, rows, listed))))
    })

async function rowsIn(file: string, pairs: readonly string[]): Promise<readonly ReportRow[]> {
  const named = pairs.map((pair) => [pair.split('=', 1)[0] ?? '', pair.slice(pair.indexOf('=') + 1)] as const)
  const strange = named.filter(([column]) => !COLUMN_NAMES.some((name) => name === column))
  if (strange.length > 0)
    throw new CommandError(
      'usage',
      strange.map(([column]) => `--columns: there is no ${column}; use ${COLUMN_NAMES.join(', ')}`),
    )
  const rows = parseReport(await readText(file), Object.fromEntries(named))
  if (!rows.ok)
    throw new CommandError(
      'file-malformed',
      rows.reason.map((text) => `${file}: ${text}`),
    )
  const types = unknownTypes(rows.value)
  if (types.length > 0)
    throw new CommandError('file-malformed', [
      `${file}: what these types do is not known: ${types.join(', ')}`,
    ])
  return rows.value
}

/** Reads each order that the report names, and takes the others from the list. */
async function knownOrders(client: EdgeClient, rows: readonly ReportRow[], listed: readonly ListedOrder[]) {
  const entries = new Map<string, ListedOrder | undefined>(listed.map((entry) => [entry.reference, entry]))
  for (const reference of new Set(rows.map(referenceOf)))
    if (!entries.has(reference)) entries.set(reference, (await listedUnder(client, reference))[0])
  const known = new Map<string, KnownOrder | undefined>()
  for (const [reference, entry] of entries) known.set(reference, entry && (await keptOf(client, entry)))
  return known
}

/** Statuses whose entry in the list tells what the merchant has. */
const NOTHING: readonly OrderStatus[] = [
  'declined',
  'filtered',
  'error',
  'cancelled',
  'expired',
  'voided',
  'returned',
]

async function keptOf(
  client: EdgeClient,
  { id, reference, currency, status, intent, amount }: ListedOrder,
): Promise<KnownOrder> {
  const none = toDecimal(0, EXPONENTS.get(currency) ?? 2)
  if (NOTHING.includes(status) || intent === 'verify' || intent === 'payout')
    return { reference, currency, kept: none }
  if (status === 'approved' && intent === 'sale') return { reference, currency, kept: amount }
  const { captured, returned } = await readOrder(client, id)
  return {
    reference,
    currency,
    kept: status === 'charged-back' ? none : lessOf(captured, returned, EXPONENTS.get(currency) ?? 2),
  }
}

function lessOf(captured: string, returned: string, exponent: number): string {
  const [taken, given] = [captured, returned].map((text) => toMinor(text, exponent))
  return toDecimal(Math.max(0, (taken?.ok ? taken.value : 0) - (given?.ok ? given.value : 0)), exponent)
}

const WORDS: Readonly<Record<Difference['code'], string>> = {
  'not-in-report': 'the edge has money that the report lacks',
  'not-at-edge': 'the report has money of an order that the edge does not list',
  amount: 'the sums differ',
  currency: 'the currencies differ',
}

function answerOf(rows: readonly ReportRow[], differences: readonly Difference[]): Answer {
  const lines = differences.map(
    ({ code, reference, report = '–', edge = '–' }) =>
      `${reference}: ${WORDS[code]} (${code}); report ${report}, edge ${edge}`,
  )
  const summary = `${rows.length} transactions, ${differences.length} differences`
  return {
    text: [...lines, summary].join('\n'),
    value: { transactions: rows.length, differences },
    needsAttention: differences.length > 0,
  }
}
