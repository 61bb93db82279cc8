/** Writes the order list as CSV (RFC 4180) that a spreadsheet opens without running anything in it. */
import { toIsoTime } from '../../shared/iso-time.ts'
import type { KeptEntry } from '../outbox/listed-order.ts'

/** Name of a column → its text. */
const COLUMNS: Readonly<Record<string, (entry: KeptEntry) => string>> = {
  id: ({ id }) => id,
  reference: ({ reference }) => reference,
  intent: ({ intent }) => intent,
  status: ({ status }) => status,
  statusSince: ({ statusSince }) => toIsoTime(statusSince),
  amount: ({ amount }) => amount,
  currency: ({ currency }) => currency,
  captured: ({ captured = '' }) => captured,
  returned: ({ returned = '' }) => returned,
  chargedBack: ({ chargedBack = '' }) => chargedBack,
  description: ({ description }) => description,
  needsAttention: ({ needsAttention }) => String(needsAttention),
  attention: ({ attention = [] }) => attention.join(' '),
  test: ({ test }) => String(test),
  startedAt: ({ startedAt }) => toIsoTime(startedAt),
  updatedAt: ({ updatedAt }) => toIsoTime(updatedAt),
}

/** The first line, with the names of the columns. */
export const csvHeader = (): string => lineOf(Object.keys(COLUMNS))

/** The lines of some orders. */
export const csvLines = (entries: readonly KeptEntry[]): string =>
  entries.map((entry) => lineOf(Object.values(COLUMNS).map((column) => column(entry)))).join('')

const lineOf = (cells: readonly string[]) => `${cells.map(cell).join(',')}\r\n`

/**
 * A spreadsheet takes a cell that begins like this for a formula, which could send the sheet elsewhere. The wide forms
 * count too: some programs read them as the narrow ones. Where a semicolon, a tab or a bar separates cells, as in many
 * countries, one begins after it too, and quotes do not keep a line together.
 *
 * @see https://owasp.org/www-community/attacks/CSV_Injection
 */
const FORMULA = /(^|[;|\t\r\n])(?=[ "]*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20])|^(?=[\t\r\n])/g

const cell = (text: string) => quoted(text.replaceAll(FORMULA, "$&'"))

const quoted = (text: string) => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)
