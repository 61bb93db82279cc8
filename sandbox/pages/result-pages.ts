import { html } from 'hono/html'
import type { Status } from '../api/outcome.ts'
import type { Transaction } from '../store/transaction.ts'
import { formattedAmount } from './amount-text.ts'
import { hiddenInputs, type Markup, type Page } from './page.ts'

/** The parameters that the shopper's browser posts to the shop. */
export type ReturnParams = Readonly<Record<string, string>>

const CHECK = html`<path d="m7.5 12.5 3 3 6-6.5"/>`
const CROSS = html`<path d="m8.5 8.5 7 7m0-7-7 7"/>`
const CLOCK = html`<path d="M12 7v5.2l3.2 2"/>`

const APPEARANCE: Readonly<Record<Status, { title: string; className: string; icon: Markup }>> = {
  processing: { title: 'Processing the payment', className: 'open', icon: CLOCK },
  approved: { title: 'Approved', className: 'approved', icon: CHECK },
  declined: { title: 'Declined', className: 'failed', icon: CROSS },
  error: { title: 'The payment failed', className: 'failed', icon: CROSS },
  filtered: { title: 'Declined', className: 'failed', icon: CROSS },
  unknown: { title: 'The bank has not answered', className: 'open', icon: CLOCK },
}

/**
 * Shows the outcome, and leads back to the shop.
 *
 * @param params What the browser posts to the shop. Without them, or without an address, the page does not lead back.
 * @param pace `at-once` leaves for the shop without a click. The shop may redirect the browser to any site, and browsers
 *   apply `form-action` to redirects too. So the policy names no origin; the page has no other form.
 */
export function resultPage(
  transaction: Transaction,
  params: ReturnParams | undefined,
  pace: 'at-once' | 'on-click' = 'on-click',
): Page {
  const { title } = APPEARANCE[transaction.status]
  const returned = transaction.redirectUrl === undefined ? undefined : params
  const body = html`<div class="sheet">${state(transaction)}${summary(transaction)}
    ${returned && returnForm(transaction, returned)}</div>`
  const script = returned && pace === 'at-once' ? "document.forms.namedItem('return').submit()" : ''
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

function returnForm({ redirectUrl }: Transaction, params: ReturnParams): Markup {
  return html`<form method="post" action="${redirectUrl}" name="return">
    ${hiddenInputs(params)}
    <button>Return to the shop</button>
  </form>`
}

/** The page for a shopper who comes back while the bank is waiting. */
export function waitingPage(bankUrl: string): Page {
  const body = html`<div class="sheet"><div class="state open" role="status">${badge(CLOCK)}
    <h1>Your bank is waiting for you</h1><p>The payment continues once you confirm it there.</p></div>
    <a class="button" href="${bankUrl}">Continue to your bank</a></div>`
  return { title: 'Your bank is waiting', host: 'gateway', body, formAction: "'none'" }
}

/** The page for an unknown payment, or one that has ended. */
export function notFoundPage(): Page {
  const body = html`<div class="sheet"><div class="state failed">${badge(CROSS)}
    <h1>There is no such payment</h1><p>Please go back to the shop and start again.</p></div></div>`
  return { title: 'Not found', host: 'gateway', body, formAction: "'none'" }
}
