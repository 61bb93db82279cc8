import { html } from 'hono/html'
import type { Status } from '../money/outcome.ts'
import type { Transaction } from '../money/transaction.ts'
import { formattedAmount } from './amount-text.ts'
import { hiddenInputs, type Markup, type Page } from './page.ts'

/** The names and values that the shopper's browser carries to the shop. */
export type ReturnParams = Readonly<Record<string, string>>

const CHECK = html`<path d="m7.5 12.5 3 3 6-6.5"/>`
const CROSS = html`<path d="m8.5 8.5 7 7m0-7-7 7"/>`
const CLOCK = html`<path d="M12 7v5.2l3.2 2"/>`

const APPEARANCE: Readonly<Record<Status, { title: string; className: string; icon: Markup }>> = {
  processing: { title: 'The payment is being made', className: 'open', icon: CLOCK },
  approved: { title: 'Approved', className: 'approved', icon: CHECK },
  declined: { title: 'Declined', className: 'failed', icon: CROSS },
  error: { title: 'It did not work', className: 'failed', icon: CROSS },
  filtered: { title: 'Declined', className: 'failed', icon: CROSS },
  unknown: { title: 'The bank has not answered', className: 'open', icon: CLOCK },
}

/**
 * The outcome, and the way back to the shop.
 *
 * @param fields What is posted to the shop. Without them, or without an address, the page has no way back.
 * @param pace `at-once` leaves for the shop without a click. The shop may send the browser on to any site, and
 *   browsers hold such redirects against `form-action`, so it names no origin; the page has no other form.
 */
export function resultPage(
  transaction: Transaction,
  fields: ReturnParams | undefined,
  pace: 'at-once' | 'on-click' = 'on-click',
): Page {
  const { title } = APPEARANCE[transaction.status]
  const way = transaction.redirectUrl === undefined ? undefined : fields
  const body = html`<div class="sheet">${state(transaction)}${summary(transaction)}
    ${way && returnForm(transaction, way)}</div>`
  const script = way && pace === 'at-once' ? "document.forms.namedItem('return').submit()" : ''
  return { title, host: 'gateway', body, formAction: 'http: https:', script }
}

function state({ status, outcome }: Transaction): Markup {
  const { title, className, icon } = APPEARANCE[status]
  return html`<div class="state ${className}" role="status">${badge(icon)}<h1>${title}</h1>
    ${outcome?.errorMessage && html`<p>${outcome.errorMessage}</p>`}</div>`
}

const badge = (
  icon: Markup,
) => html`<svg viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="1.8"
  stroke-linecap="round" stroke-linejoin="round" aria-hidden="true"><circle cx="12" cy="12" r="10"/>${icon}</svg>`

function summary(transaction: Transaction): Markup {
  const rows = [
    ['For', transaction.description],
    ['Amount', formattedAmount(transaction)],
    ['Card', transaction.card ? `${transaction.card.brand} ···· ${transaction.card.last4}` : ''],
    ['To', transaction.destination?.masked ?? ''],
  ]
  return html`<dl>${rows.map(([name, value]) => value && html`<dt>${name}</dt><dd>${value}</dd>`)}</dl>`
}

function returnForm({ redirectUrl }: Transaction, fields: ReturnParams): Markup {
  return html`<form method="post" action="${redirectUrl}" name="return">
    ${hiddenInputs(fields)}
    <button>Return to the shop</button>
  </form>`
}

/** Shown when the shopper comes back here while the bank is waiting. */
export function waitingPage(bankUrl: string): Page {
  const body = html`<div class="sheet"><div class="state open" role="status">${badge(CLOCK)}
    <h1>Your bank is waiting for you</h1><p>The payment goes on once you have confirmed it there.</p></div>
    <a class="button" href="${bankUrl}">Continue to your bank</a></div>`
  return { title: 'Your bank is waiting', host: 'gateway', body, formAction: "'none'" }
}

/** Shown where there is no such payment, or none any more. */
export function notFoundPage(): Page {
  const body = html`<div class="sheet"><div class="state failed">${badge(CROSS)}
    <h1>There is no such payment</h1><p>Please go back to the shop and start again.</p></div></div>`
  return { title: 'Not found', host: 'gateway', body, formAction: "'none'" }
}
