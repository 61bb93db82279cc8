import { html } from 'hono/html'
import type { Transaction } from '../transactions.ts'
import { hiddenInputs } from './hidden-inputs.ts'
import type { Page } from './page.ts'
import { sum } from './words.ts'

/** Where the answer goes, and what goes with it. */
export interface Question {
  readonly action: string
  /** Where the browser may be led after the answer: sources as in a content security policy. */
  readonly formAction: string
  readonly hidden?: Readonly<Record<string, string>>
}

/** The bank's question to the cardholder. @param problem What was wrong with the last answer. */
export function challengePage(transaction: Transaction, question: Question, problem?: string): Page {
  const { card, description } = transaction
  const { action, formAction, hidden = {} } = question
  const body = html`<div class="sheet">
    <div class="intro">
      <h1>Confirm this payment: ${description}</h1>
      ${sum(transaction) && html`<p class="amount">${sum(transaction)}</p>`}
      <p class="about">${card?.brand} ending in ${card?.last4}</p>
    </div>
    <form method="post" action="${action}" name="challenge" novalidate>
      ${hiddenInputs(hidden)}
      <div class="field">
        <label for="word">Code word</label>
        <p class="hint" id="word-hint">In the sandbox it is always <strong>hint</strong>.</p>
        <input id="word" name="word" autocomplete="one-time-code" autocapitalize="none" spellcheck="false" required
          aria-describedby="${problem ? 'word-error ' : ''}word-hint" ${problem && html`aria-invalid="true" autofocus`}>
        ${problem && html`<p class="error" id="word-error" role="alert">${problem}</p>`}
      </div>
      <div class="actions">
        <button name="action" value="approve">Approve</button>
        <button name="action" value="refuse" class="plain">Refuse</button>
      </div>
    </form>
  </div>`
  return { title: 'Confirm the payment', host: 'bank', body, formAction }
}
