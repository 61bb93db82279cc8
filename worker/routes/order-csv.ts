/** Writes the order list as CSV (RFC 4180) that a spreadsheet opens without running anything in it. */

import type { Customer } from '../../shared/customer.ts'
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
  // Sheets may count columns: a new one comes last.
  method: ({ method = '' }) => method,
}

/** Parts of an address, as its columns have them. */
const PARTS = ['address', 'city', 'postalCode', 'state', 'country'] as const

/** Names of the columns of one address: `shippingCity` and so on. */
const addressColumns = (group: 'billing' | 'shipping') =>
  PARTS.map((part) => {
    const name = part === 'address' ? `${group}Address` : `${group}${part[0]?.toUpperCase()}${part.slice(1)}`
    return [name, (customer: Customer) => customer[group]?.[part] ?? ''] as const
  })

/** Name of a column of the shopper's data → its text; empty where it is not known, or erased. */
const CUSTOMER_COLUMNS: Readonly<Record<string, (customer: Customer) => string>> = {
  email: ({ email = '' }) => email,
  name: ({ name = '' }) => name,
  phone: ({ phone = '' }) => phone,
  ...Object.fromEntries([...addressColumns('shipping'), ...addressColumns('billing')]),
}

/** The first line, with the names of the columns. */
export const csvHeader = (): string => lineOf(Object.keys(COLUMNS))

/** The lines of some orders. */
export const csvLines = (entries: readonly KeptEntry[]): string =>
  entries.map((entry) => lineOf(cellsOf(entry))).join('')

/** The first line of a file with the shopper's data behind each order. */
export const csvHeaderWithCustomer = (): string =>
  lineOf([...Object.keys(COLUMNS), ...Object.keys(CUSTOMER_COLUMNS)])

/** The line of an order, with its shopper's data. */
export const csvLineWithCustomer = (entry: KeptEntry, customer: Customer): string =>
  lineOf([...cellsOf(entry), ...Object.values(CUSTOMER_COLUMNS).map((column) => column(customer))])

const cellsOf = (entry: KeptEntry) => Object.values(COLUMNS).map((column) => column(entry))

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
