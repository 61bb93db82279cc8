import { html } from 'hono/html'
import { hiddenInputs, type Page } from './page.ts'
import { SMALL_WINDOW } from './style.ts'

/** A form that a page of the bank posts. */
export interface FormPost {
  readonly url: string
  readonly values: Readonly<Record<string, string>>
  /** How long to wait before posting. Default: not at all. */
  readonly afterMs?: number
  /** The browsing context that it is posted to. Default: the page's own frame. */
  readonly target?: '_parent' | '_top'
}

/**
 * Posts the bank's answer to the merchant, by script or on a click.
 *
 * The merchant may redirect to any site, and browsers apply `form-action` to redirects too. So the policy names no origin;
 * the page has no other form.
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

/** A page of the bank that shows a text and leads nowhere. */
export function noticePage(text: string): Page {
  const body = html`<div class="sheet"><p class="notice">${text}</p></div>`
  return { title: 'Your bank', host: 'bank', body, formAction: "'none'", style: SMALL_WINDOW }
}

/** The page if the browser did not send the bank's cookie. @param url The same page, to open in a new window. */
export function cookiesPage(url: string): Page {
  const body = html`<div class="sheet"><div class="state"><h1>Your browser did not send our cookie</h1>
    <p>Your bank cannot recognise you inside the page of the shop.</p></div>
    <a class="button" href="${url}" target="_blank">Open in a new window</a></div>`
  return { title: 'Cookies are needed', host: 'bank', body, formAction: "'none'", style: SMALL_WINDOW }
}
