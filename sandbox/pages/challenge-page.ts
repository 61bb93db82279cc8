import { html } from 'hono/html'
import type { Transaction } from '../transactions.ts'
import type { Page } from './page.ts'
import { sum } from './words.ts'

/** Where the answer goes, and what the question depends on beside the payment. */
export interface Question {
  readonly action: string
  /** Where the browser may be led after the answer: sources as in a content security policy. */
  readonly formAction: string
  /** Whom the cardholder pays. */
  readonly merchant: string
  /** After so many milliseconds the page answers by itself that nobody answered. */
  readonly leftMs: number
  /** Where the page tries to take the whole window. */
  readonly breakOutTo?: string
}

/** The bank's question to the cardholder. @param problem What was wrong with the last answer. */
export function challengePage(transaction: Transaction, question: Question, problem?: string): Page {
  const { card, description } = transaction
  const { action, formAction, merchant, leftMs, breakOutTo } = question
  const body = html`<div class="sheet">
    <div class="intro">
      <h1>Is this payment yours?</h1>
      ${sum(transaction) && html`<p class="amount">${sum(transaction)}</p>`}
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
  return { title: 'Confirm the payment', host: 'bank', body, formAction, script, style: STYLE }
}

/** The longest that a browser counts. */
const LONGEST_MS = 2 ** 31 - 1

const giveUpAfter = (leftMs: number) => `
const form = document.forms.namedItem('challenge')
setTimeout(() => form.requestSubmit(form.querySelector('[value=refuse]')), ${Math.min(leftMs, LONGEST_MS)})
`

/** Tries at once and at every click, which browsers allow more. @param url An address of ours, which needs no escaping. */
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

/** The smallest window that a shop may give the page is 250 by 400 pixels. */
const STYLE = `
@media (max-width: 26rem), (max-height: 38rem) {
  .bar { padding-block: .6rem .5rem; font-size: .8125rem }
  .bar, main { inline-size: min(100% - 1rem, 27rem) }
  main { padding-block-end: .5rem }
  .sheet { padding: .8rem .9rem; border-radius: .75rem }
  .intro { margin-block-end: .6rem; padding-block-end: .6rem }
  .amount { font-size: 1.5rem }
  .about, label, .hint { font-size: .8125rem; line-height: 1.35 }
  h1 { font-size: .875rem }
  form, .actions { gap: .5rem }
  .actions { margin: 0; grid-template-columns: 1fr 1fr }
  input, button { min-block-size: 2.75rem; padding: .4rem .6rem; font-size: 1rem }
}
`
