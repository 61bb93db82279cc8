import { html } from 'hono/html'
import {
  chosenKind,
  type PayoutErrors,
  type PayoutField,
  type PayoutFormValues,
} from '../payouts/payout-input.ts'
import { OUTCOME_BY_AMOUNT, OUTCOME_BY_ENDING } from '../payouts/test-accounts-and-amounts.ts'
import type { PayoutDestination, Transaction } from '../store/transaction.ts'
import { callToAction, formattedAmount } from './amount-text.ts'
import type { Markup, Page } from './page.ts'

/** The errors of the last try, and what the customer had typed. */
export interface PayoutProblem {
  readonly errors: PayoutErrors
  readonly typed: PayoutFormValues
}

/** The form that asks for the destination of a payout. It works without scripts. */
export function payoutFormPage(transaction: Transaction, problem?: PayoutProblem): Page {
  const title = `${problem ? 'Please check: ' : ''}${callToAction(transaction)}`
  const body = html`<div class="sheet">
    <div class="intro">
      <h1>${transaction.description}</h1>
      <p class="amount">${formattedAmount(transaction)}</p>
      <p class="about">The money is sent to you. You are not charged.</p>
    </div>
    ${form(transaction, problem)}
  </div>${help()}`
  return { title, host: 'gateway', body, formAction: "'self'", script: SCRIPT, style: STYLE }
}

const KINDS: Readonly<Record<PayoutDestination['kind'], string>> = {
  card: 'Card',
  bank: 'Bank account',
  ewallet: 'E-wallet',
  phone: 'Phone number',
}

function form(transaction: Transaction, problem: PayoutProblem | undefined): Markup {
  const chosen = problem ? chosenKind(problem.typed) : 'card'
  const field = (name: PayoutField, kind: PayoutDestination['kind'], label: string, attributes: Markup) =>
    html`<div class="field" data-kind="${kind}">${input({ name, label, attributes, problem })}</div>`
  return html`<form method="post" action="/payout/${transaction.formToken}" name="payout" novalidate>
    ${problem && html`<p class="alert" role="alert">Nothing was sent. Please check what is marked.</p>`}
    <fieldset>
      <legend>Where should the money go?</legend>
      ${Object.entries(KINDS).map(([kind, label]) => choice(kind, label, kind === chosen))}
    </fieldset>
    ${field('card', 'card', 'Card number', html`autocomplete="cc-number" inputmode="numeric" maxlength="23"`)}
    ${field('bankName', 'bank', 'Name of the bank', html`autocomplete="off" maxlength="255"`)}
    ${field('bank', 'bank', 'Account number', html`autocomplete="off" autocapitalize="characters" maxlength="34"`)}
    ${field('ewallet', 'ewallet', 'Wallet account', html`autocomplete="off" autocapitalize="none" maxlength="128"`)}
    ${field('phone', 'phone', 'Phone number', html`type="tel" autocomplete="tel" maxlength="20"`)}
    <div class="actions">
      <button name="action" value="pay">${callToAction(transaction)}</button>
      <button name="action" value="cancel" class="plain">Cancel</button>
    </div>
  </form>`
}

const choice = (kind: string, label: string, isChosen: boolean) => html`<label class="choice">
  <input type="radio" name="kind" value="${kind}" ${isChosen ? html`checked` : ''}> ${label}</label>`

interface Input {
  readonly name: PayoutField
  readonly label: string
  readonly attributes: Markup
  readonly problem: PayoutProblem | undefined
}

function input({ name, label, attributes, problem }: Input): Markup {
  const error = problem?.errors[name]
  const isFirst = problem && Object.keys(problem.errors)[0] === name
  return html`<label for="${name}">${label}</label>
    <input id="${name}" name="${name}" value="${problem?.typed(name) ?? ''}" spellcheck="false" autocorrect="off"
      ${attributes} ${error && html`aria-invalid="true" aria-describedby="${name}-error"`}
      ${isFirst ? html`autofocus` : ''}>
    ${error && html`<p class="error" id="${name}-error">${error}</p>`}`
}

function help(): Markup {
  return html`<details>
    <summary>Destinations to test with</summary>
    <table>
      <caption>Any valid number. Its last four characters decide:</caption>
      <tbody>${[...OUTCOME_BY_ENDING].map(([ending, { status }]) => row(ending, status))}${row('other', 'approved')}</tbody>
    </table>
    <table>
      <caption>Some amounts decide, whatever the destination:</caption>
      <tbody>${[...OUTCOME_BY_AMOUNT].map(([amount, { status }]) => row(String(amount), status))}</tbody>
    </table>
  </details>`
}

const row = (name: string, meaning: string) => html`<tr><th scope="row">${name}</th><td>${meaning}</td></tr>`

/** Shows only the fields of the chosen destination. A browser without `:has` shows all of them. */
const STYLE = `
fieldset { display: grid; gap: .5rem; grid-template-columns: repeat(auto-fit, minmax(9rem, 1fr)); margin: 0; padding: 0; border: 0 }
legend { padding: 0; margin-block-end: .5rem; font-size: .875rem; font-weight: 650 }
.choice { display: flex; gap: .5rem; align-items: center; min-block-size: 2.875rem; padding: .5rem .75rem; border: 1px solid var(--edge); border-radius: .625rem; font-size: 1rem; font-weight: 400; cursor: pointer }
.choice:has(:checked) { border-color: var(--accent); background: var(--tint); box-shadow: inset 0 0 0 1px var(--accent) }
.choice:has(:focus-visible) { outline: 3px solid var(--accent); outline-offset: 2px }
.choice input { inline-size: 1.15rem; min-block-size: 1.15rem; margin: 0; accent-color: var(--accent) }
.choice input:focus-visible { outline: none }
${Object.keys(KINDS)
  .map((kind) => `form:has([name=kind]:not([value=${kind}]):checked) [data-kind=${kind}]`)
  .join(', ')} { display: none }
`

/** Clears an error once the customer edits its field, and blocks a second submit. */
const SCRIPT = `
const form = document.forms.namedItem('payout')
form.addEventListener('input', ({ target }) => {
  target.removeAttribute('aria-invalid')
  target.removeAttribute('aria-describedby')
  document.getElementById(target.name + '-error')?.remove()
})
form.addEventListener('submit', (event) => {
  if (form.ariaBusy === 'true') event.preventDefault()
  form.ariaBusy = 'true'
})
addEventListener('pageshow', () => { form.ariaBusy = null })
`
