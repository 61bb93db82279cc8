import { html } from 'hono/html'
import type { CardErrors, CardField, FormValues } from '../cards/card-input.ts'
import { DECISION_BY_CODE } from '../cards/issuer-decision.ts'
import { PLAIN_CARD, TEST_CARDS } from '../cards/test-cards.ts'
import type { Transaction, TransactionType } from '../store/transaction.ts'
import { callToAction, formattedAmount } from './amount-text.ts'
import type { Markup, Page } from './page.ts'

/** The errors of the last try, and what the shopper had typed. */
export interface CardProblem {
  readonly errors: CardErrors
  readonly typed: FormValues
}

/** What the form shows besides the payment. */
export interface CardFormOptions {
  readonly bankUrl: string
  /** The masked number of a saved card. With one, the form asks for the security code only. */
  readonly saved: string | undefined
  readonly problem: CardProblem | undefined
}

/** The form that asks for a card. It never repeats the security code. */
export function cardPage(transaction: Transaction, { bankUrl, saved, problem }: CardFormOptions): Page {
  const title = `${problem ? 'Please check: ' : ''}${callToAction(transaction)}`
  const fields = saved ? savedCard(saved, problem) : wholeCard(problem)
  const body = html`<div class="sheet">${intro(transaction)}${form(transaction, fields, problem)}</div>${help()}`
  return {
    title,
    host: 'gateway',
    body,
    formAction: `'self' ${new URL(bankUrl).origin}`,
    script: CARD_SCRIPT,
  }
}

const NOTES: Readonly<Partial<Record<TransactionType, string>>> = {
  preauth: 'The amount is put on hold and charged later.',
  'account-verification': 'The card is checked. Nothing is charged.',
}

function intro(transaction: Transaction): Markup {
  const note = NOTES[transaction.type]
  return html`<div class="intro">
    <h1>${transaction.description}</h1>
    ${formattedAmount(transaction) && html`<p class="amount">${formattedAmount(transaction)}</p>`}
    ${note && html`<p class="about">${note}</p>`}
  </div>`
}

function form(transaction: Transaction, fields: Markup, problem: CardProblem | undefined): Markup {
  return html`<form method="post" action="/form/${transaction.formToken}" name="card" novalidate>
    ${problem && html`<p class="alert" role="alert">Nothing was charged. Please check what is marked.</p>`}
    ${fields}
    <div class="actions">
      <button name="action" value="pay">${callToAction(transaction)}</button>
      <button name="action" value="cancel" class="plain">Cancel</button>
    </div>
  </form>`
}

const CODE = html`autocomplete="cc-csc" inputmode="numeric" maxlength="4" placeholder="123"`

function wholeCard(problem: CardProblem | undefined): Markup {
  const field = (name: CardField, attributes: Markup) => input(name, attributes, problem)
  return html`${field('number', html`autocomplete="cc-number" inputmode="numeric" maxlength="23" placeholder="1234 1234 1234 1234"`)}
    <div class="pair">
      ${field('expiry', html`autocomplete="cc-exp" inputmode="numeric" maxlength="9" placeholder="MM/YY"`)}
      ${field('code', CODE)}
    </div>
    ${field('holder', html`autocomplete="cc-name" autocapitalize="words" maxlength="128"`)}`
}

function savedCard(saved: string, problem: CardProblem | undefined): Markup {
  return html`<p class="about">Saved card ${spaced(saved)}</p>${input('code', CODE, problem)}`
}

const LABELS: Readonly<Record<CardField, string>> = {
  number: 'Card number',
  expiry: 'Expiry date',
  code: 'Security code',
  holder: 'Name on card',
}

function input(name: CardField, attributes: Markup, problem: CardProblem | undefined): Markup {
  const error = problem?.errors[name]
  const value = name === 'code' ? '' : (problem?.typed(name) ?? '')
  const isFirst = problem && Object.keys(problem.errors)[0] === name
  return html`<div class="field">
    <label for="${name}">${LABELS[name]}</label>
    <input id="${name}" name="${name}" value="${value}" required spellcheck="false" autocorrect="off" ${attributes}
      ${error && html`aria-invalid="true" aria-describedby="${name}-error"`} ${isFirst ? html`autofocus` : ''}>
    ${error && html`<p class="error" id="${name}-error">${error}</p>`}
  </div>`
}

function help(): Markup {
  const codes = [...DECISION_BY_CODE]
  const cards = Object.entries(TEST_CARDS)
  return html`<details>
    <summary>Cards and codes to test with</summary>
    <table>
      <caption>Any valid card number, any future date. The security code decides:</caption>
      <tbody>${codes.map(([code, { title }]) => row(code, title))}${row('other', 'declined')}</tbody>
    </table>
    <table>
      <caption>Some card numbers behave in their own way:</caption>
      <tbody>${row(spaced(PLAIN_CARD), 'the security code decides')}
        ${cards.map(([number, { title }]) => row(spaced(number), title))}</tbody>
    </table>
  </details>`
}

const row = (name: string, meaning: string) => html`<tr><th scope="row">${name}</th><td>${meaning}</td></tr>`

const spaced = (number: string) => number.replace(/(.{4})(?=.)/g, '$1 ')

/**
 * Improves the card form, which also works without it. Groups digits while the shopper types at the end, clears an error
 * once the shopper edits its field, and blocks a second submit. Going back to the page unblocks the form.
 */
const CARD_SCRIPT = `
const form = document.forms.namedItem('card')
const group = {
  number: (digits) => digits.slice(0, 19).replace(/(.{4})(?=.)/g, '$1 '),
  expiry: (digits) => digits.length > 2 ? digits.slice(0, 2) + '/' + digits.slice(2, 6) : digits,
}
form.addEventListener('input', ({ target, inputType }) => {
  const isAtEnd = target.selectionEnd === target.value.length
  const isPlain = !/[^\\d\\s/]/.test(target.value) && !/^\\d\\D/.test(target.value)
  if (group[target.name] && isAtEnd && isPlain && !inputType?.startsWith('delete'))
    target.value = group[target.name](target.value.replace(/\\D/g, ''))
})
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
