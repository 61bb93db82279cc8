/** The edge's full page that posts the form to the bank: by script, or by its button if scripts are off. */
import { html, raw } from 'hono/html'
import type { Config } from '../../config/config.ts'
import type { EdgeContext } from '../context.ts'
import { type BankForm, hiddenInputs } from './bank-form.ts'
import { BANK_SANDBOX, hearingDone } from './frames.ts'
import { makeNonce } from './nonce.ts'
import { pageLanguage } from './page-language.ts'
import { logoOrigin, page } from './pay-page.ts'

const STYLE =
  'button{font:inherit;inline-size:100%;margin-block-start:1rem;padding:.75rem 1rem;border:0;border-radius:.5rem;' +
  'color:light-dark(#fff,#101218);background:light-dark(#1d4ed8,#93b4ff);cursor:pointer}'

const SUBMIT = 'document.forms[0].submit()'

/** Does not submit when the shopper comes back from the bank, or the back button would be a trap. */
const SUBMIT_ONCE = `performance.getEntriesByType('navigation')[0]?.type==='back_forward'||${SUBMIT}`

/** Answers the page, with everything from outside escaped. */
export async function bankPage(c: EdgeContext, { url, fields }: BankForm): Promise<Response> {
  const language = await pageLanguage(c)
  const nonce = makeNonce()
  const form = html`<form method="post" action="${url}">
        <p>${language.say('bank.text')}</p>
        ${hiddenInputs(fields)}
        <button>${language.say('bank.continue')}</button>
      </form>
      <script nonce="${nonce}">${raw(SUBMIT_ONCE)}</script>`
  c.header('Content-Security-Policy', policy(c.get('config'), nonce))
  // Banks check the referrer, and refuse the origin `null` that `no-referrer` causes. The path, with its key, is not sent.
  c.header('Referrer-Policy', 'strict-origin')
  const scripts = html`<style nonce="${nonce}">${raw(STYLE)}</style>`
  return c.html(page(c.get('config'), language, { content: form, scripts }))
}

/**
 * Answers a page that runs the bank's Method page in a hidden frame, and leaves once it is done or its time is up. The
 * order keeps its own deadline.
 *
 * @param next The page that the browser goes to afterwards.
 */
export async function methodPage(c: EdgeContext, { url, fields }: BankForm, next: string): Promise<Response> {
  const language = await pageLanguage(c)
  const { say } = language
  const nonce = makeNonce()
  const { times } = c.get('config')
  const form = html`<form method="post" action="${url}" target="bank" hidden>${hiddenInputs(fields)}</form>
      <p>${say('bank.method')}</p>
      <p><a href="${next}">${say('bank.method.continue')}</a></p>
      <iframe name="bank" title="${say('title.bank')}" sandbox="${BANK_SANDBOX}" hidden></iframe>
      <script nonce="${nonce}">${raw(untilDone(times.methodDeadline))}</script>`
  c.header('Content-Security-Policy', `${policy(c.get('config'), nonce)}; frame-src *`)
  c.header('Referrer-Policy', 'strict-origin')
  return c.html(page(c.get('config'), language, { content: form }))
}

const untilDone = (limitMs: number) =>
  `const leave=()=>location.replace(document.links[0].href);${hearingDone('leave()')};` +
  `setTimeout(leave,${limitMs});${SUBMIT}`

/** A bank may redirect the form to another host, so `form-action` allows any. Only the shop may frame the page. */
const policy = ({ PUBLIC_URL: edge, ALLOWED_ORIGINS, MERCHANT }: Config, nonce: string) =>
  [
    "default-src 'none'",
    `script-src 'nonce-${nonce}'`,
    `style-src ${edge} 'nonce-${nonce}'`,
    `img-src ${[edge, ...logoOrigin(MERCHANT)].join(' ')}`,
    "base-uri 'none'",
    'form-action *',
    `frame-ancestors ${[edge, ...ALLOWED_ORIGINS].join(' ')}`,
  ].join('; ')
