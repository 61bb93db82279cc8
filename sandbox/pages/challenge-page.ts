import { html } from 'hono/html'
import type { Transaction } from '../transactions.ts'
import type { Page } from './page.ts'
import { sum } from './words.ts'

/** The bank's question to the cardholder. */
export function challengePage(transaction: Transaction, gatewayUrl: string, problem?: string): Page {
  const { card, challenge, description } = transaction
  const body = html`<div class="sheet">
    <div class="intro">
      <h1>Confirm this payment: ${description}</h1>
      ${sum(transaction) && html`<p class="amount">${sum(transaction)}</p>`}
      <p class="about">${card?.brand} ending in ${card?.last4}</p>
    </div>
    <form method="post" action="/acs/${challenge?.token}" name="challenge" novalidate>
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
  const formAction = `'self' ${new URL(gatewayUrl).origin}`
  return { title: 'Confirm the payment', host: 'bank', body, formAction }
}
