import { html } from 'hono/html'
import type { Transaction } from '../store/transaction.ts'
import { formattedAmount } from './amount-text.ts'
import type { Page } from './page.ts'
import { SMALL_WINDOW } from './style.ts'

/** What the challenge page needs besides the payment. */
export interface ChallengeForm {
  /** Where the form posts the answer. */
  readonly action: string
  /** Where the answer may lead, as sources of a content security policy. */
  readonly formAction: string
  /** The merchant that the cardholder pays. */
  readonly merchant: string
  /** The page cancels by itself after this time. */
  readonly leftMs: number
  /** Where the page tries to lead the whole window. */
  readonly breakOutTo?: string
}

/** The challenge page, which asks the cardholder for the code word. @param problem What was wrong with the last answer. */
export function challengePage(transaction: Transaction, question: ChallengeForm, problem?: string): Page {
  const { card, description } = transaction
  const { action, formAction, merchant, leftMs, breakOutTo } = question
  const body = html`<div class="sheet">
    <div class="intro">
      <h1>Is this payment yours?</h1>
      ${formattedAmount(transaction) && html`<p class="amount">${formattedAmount(transaction)}</p>`}
      <p class="about">${description}</p>
      <p class="about">to <strong>${merchant}</strong>, from ${card?.brand} ending in ${card?.last4}</p>
    </div>
    <form method="post" action="${action}" name="challenge" novalidate>
      <div class="field">
        <label for="word">Code word</label>
        <p class="hint" id="word-hint">In the sandbox it is always <strong>hint</strong>.</p>
        <input id="word" name="word" autocomplete="one-time-code" autocapitalize="none" spellcheck="false" required
          aria-describedby="${problem ? 'word-error ' : ''}word-hint" ${problem && html`aria-invalid="true" autofocus`}>
        ${problem && html`<p class="error" id="word-error" role="alert">${problem}</p>`}
      </div>
      <div class="actions">
        <button name="action" value="approve">Approve</button>
        <button name="action" value="refuse" class="plain">Cancel</button>
      </div>
      ${breakOutTo && html`<p class="hint" id="frame-note"></p>`}
    </form>
  </div>`
  const script = `${giveUpAfter(leftMs)}${breakOutTo ? breakOut(breakOutTo) : ''}`
  return { title: 'Confirm the payment', host: 'bank', body, formAction, script, style: SMALL_WINDOW }
}

/** The longest timeout that browsers support. */
const LONGEST_MS = 2 ** 31 - 1

const giveUpAfter = (leftMs: number) => `
const form = document.forms.namedItem('challenge')
setTimeout(() => form.requestSubmit(form.querySelector('[value=refuse]')), ${Math.min(leftMs, LONGEST_MS)})
`

/** Tries at once and at every click, since browsers allow more on a click. @param url An address of the sandbox, which needs no escaping. */
const breakOut = (url: string) => `
const leave = () => {
  try {
    top.location.href = ${JSON.stringify(url)}
  } catch {
    document.getElementById('frame-note').textContent = 'This page tried to take the whole window.'
  }
}
if (top !== self) {
  leave()
  addEventListener('click', leave, true)
}
`
