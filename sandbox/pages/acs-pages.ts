import { html } from 'hono/html'
import { hiddenInputs } from './hidden-inputs.ts'
import type { Page } from './page.ts'

/** Where a page of the bank sends the browser, and with what. */
export interface Post {
  readonly url: string
  readonly values: Readonly<Record<string, string>>
  /** Time until it goes by itself; at once without it. */
  readonly afterMs?: number
}

/**
 * Posts the bank's answer to whoever asked, by itself or on a click.
 *
 * The receiver may redirect anywhere, and browsers hold that against `form-action`; the page has no other form.
 */
export function postPage({ url, values, afterMs = 0 }: Post): Page {
  const body = html`<div class="sheet"><form method="post" action="${url}" name="answer">
    ${hiddenInputs(values)}<button>Continue</button></form></div>`
  const script = `setTimeout(() => document.forms.namedItem('answer').submit(), ${afterMs})`
  return { title: 'Your bank', host: 'bank', body, formAction: 'http: https:', script }
}

/** A page of the bank that sends nobody anywhere. @param text What to read on it. */
export function quietPage(text: string): Page {
  const body = html`<div class="sheet"><p>${text}</p></div>`
  return { title: 'Your bank', host: 'bank', body, formAction: "'none'" }
}
