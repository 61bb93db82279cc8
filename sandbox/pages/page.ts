import type { Context } from 'hono'
import { html, raw } from 'hono/html'
import { STYLE } from './style.ts'

/** Escaped markup. */
export type Markup = ReturnType<typeof html>

/** One page of the gateway or the bank. */
export interface Page {
  readonly title: string
  /** Who shows the page. Selects name and colours. */
  readonly host: 'gateway' | 'bank'
  readonly body: Markup
  /** Where forms of this page may lead, with redirects, as sources of a content security policy. */
  readonly formAction: string
  /** Styles in addition to those of every page. */
  readonly style?: string
  /** A script at the end of the page. The page must also work without it. */
  readonly script?: string
}

const HOST_NAMES = { gateway: 'Sandbox Gateway', bank: 'Sandbox Bank' }

/** Sends a page with its own content security policy. Caches never store it. */
export function sendPage(c: Context, page: Page, status: 200 | 404 | 422 = 200) {
  const nonce = crypto.randomUUID()
  c.header('Content-Security-Policy', policy(page, nonce))
  c.header('Cache-Control', 'no-store')
  c.header('Referrer-Policy', 'strict-origin')
  c.header('X-Content-Type-Options', 'nosniff')
  return c.html(markup(page, nonce), status)
}

/** Allows frames: the merchant decides whether to frame a hosted page. */
function policy({ formAction }: Page, nonce: string): string {
  const code = `'nonce-${nonce}'`
  return [
    "default-src 'none'",
    `style-src ${code}`,
    `script-src ${code}`,
    'img-src data:',
    `form-action ${formAction}`,
    "base-uri 'none'",
  ].join('; ')
}

function markup({ title, host, body, style = '', script }: Page, nonce: string): Markup {
  return html`<!doctype html>
<html lang="en" data-host="${host}">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <meta name="robots" content="noindex">
    <title>${title} · ${HOST_NAMES[host]}</title>
    <link rel="icon" href="data:,">
    <style nonce="${nonce}">${raw(STYLE + style)}</style>
  </head>
  <body>
    <header class="bar">
      <span class="brand">${MARKS[host]}${HOST_NAMES[host]}</span>
      <span class="test">Test<span class="more">: no money moves</span></span>
    </header>
    <main aria-label="${title}">${body}</main>
    ${script ? html`<script nonce="${nonce}">${raw(script)}</script>` : ''}
  </body>
</html>`
}

const MARKS = {
  gateway: html`<svg viewBox="0 0 24 24" aria-hidden="true"><path d="M7 10V7a5 5 0 0 1 10 0v3" fill="none" stroke="currentColor" stroke-width="2.2"/><rect x="4" y="10" width="16" height="11" rx="2.5" fill="currentColor"/></svg>`,
  bank: html`<svg viewBox="0 0 24 24" aria-hidden="true"><path d="M12 3 2.5 8.5v2h19v-2zM5 12.5v5h2.5v-5zm5.75 0v5h2.5v-5zm5.75 0v5H19v-5zM3 19.5V21h18v-1.5z" fill="currentColor"/></svg>`,
}

/** Hidden inputs with these names and values. */
export const hiddenInputs = (values: Readonly<Record<string, string>>): Markup =>
  html`${Object.entries(values).map(
    ([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`,
  )}`
