import { html } from 'hono/html'
import { hiddenInputs, type Page } from './page.ts'
import { SMALL_WINDOW } from './style.ts'

/** Where a page of the bank sends the browser, and with what. */
export interface FormPost {
  readonly url: string
  readonly values: Readonly<Record<string, string>>
  /** Time until it goes by itself; at once without it. */
  readonly afterMs?: number
  /** Where in the browser it goes; without it to the page's own frame. */
  readonly target?: '_parent' | '_top'
}

/**
 * Posts the bank's answer to whoever asked, by itself or on a click.
 *
 * The receiver may redirect anywhere, and browsers hold that against `form-action`; the page has no other form.
 */
export function postPage({ url, values, afterMs = 0, target }: FormPost): Page {
  const body = html`<div class="sheet">
    <form method="post" action="${url}" name="answer" target="${target ?? '_self'}">
      ${hiddenInputs(values)}
      <div class="state"><h1>Back to the shop</h1><p>Your bank has answered. If nothing happens, continue here.</p></div>
      <button>Continue</button>
    </form></div>`
  const script = `setTimeout(() => document.forms.namedItem('answer').submit(), ${afterMs})`
  return {
    title: 'Back to the shop',
    host: 'bank',
    body,
    formAction: 'http: https:',
    script,
    style: SMALL_WINDOW,
  }
}

/** A page of the bank that sends nobody anywhere. @param text What to read on it. */
export function noticePage(text: string): Page {
  const body = html`<div class="sheet"><p class="notice">${text}</p></div>`
  return { title: 'Your bank', host: 'bank', body, formAction: "'none'", style: SMALL_WINDOW }
}

/** Shown where the browser did not bring the bank's cookie. @param url The same page, for a window of its own. */
export function cookiesPage(url: string): Page {
  const body = html`<div class="sheet"><div class="state"><h1>Your browser keeps our cookie from us</h1>
    <p>Your bank cannot recognise you inside the page of the shop.</p></div>
    <a class="button" href="${url}" target="_blank">Open in a new window</a></div>`
  return { title: 'Cookies are needed', host: 'bank', body, formAction: "'none'", style: SMALL_WINDOW }
}
