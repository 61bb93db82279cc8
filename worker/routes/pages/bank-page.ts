/** The edge's full page that posts the form to the bank: by script, or by its button if scripts are off. */
import { html, raw } from 'hono/html'
import type { Config } from '../../config/config.ts'
import { logoOrigin } from '../../config/merchant-setting.ts'
import type { EdgeContext } from '../context.ts'
import { type BankForm, hiddenInputs } from './bank-form.ts'
import { BANK_SANDBOX, hearingDone } from './frames.ts'
import { makeNonce } from './nonce.ts'
import { pageLanguage } from './page-language.ts'
import { type PageLook, pageLook } from './page-look.ts'
import { page } from './pay-page.ts'

const SUBMIT = 'document.forms[0].submit()'

/** Does not submit when the shopper comes back from the bank, or the back button would be a trap. */
const SUBMIT_ONCE = `performance.getEntriesByType('navigation')[0]?.type==='back_forward'||${SUBMIT}`

/** Answers the page, with everything from outside escaped. */
export async function bankPage(c: EdgeContext, { url, fields }: BankForm): Promise<Response> {
  const language = await pageLanguage(c)
  const nonce = makeNonce()
  const look = await pageLook(c.get('config').MERCHANT)
  const form = html`<form method="post" action="${url}">
        <p>${language.say('bank.text')}</p>
        ${hiddenInputs(fields)}
        <button>${language.say('bank.continue')}</button>
      </form>
      <script nonce="${nonce}">${raw(SUBMIT_ONCE)}</script>`
  c.header('Content-Security-Policy', policy(c.get('config'), look, nonce))
  // Banks check the referrer, and refuse the origin `null` that `no-referrer` causes. The path, with its key, is not sent.
  c.header('Referrer-Policy', 'strict-origin')
  return c.html(page(c.get('config'), language, { look, content: form }))
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
  const { MERCHANT, times } = c.get('config')
  const look = await pageLook(MERCHANT)
  const form = html`<form method="post" action="${url}" target="bank" hidden>${hiddenInputs(fields)}</form>
      <p>${say('bank.method')}</p>
      <p><a href="${next}">${say('bank.method.continue')}</a></p>
      <iframe name="bank" title="${say('title.bank')}" sandbox="${BANK_SANDBOX}" hidden></iframe>
      <script nonce="${nonce}">${raw(untilDone(times.methodDeadline))}</script>`
  c.header('Content-Security-Policy', `${policy(c.get('config'), look, nonce)}; frame-src *`)
  c.header('Referrer-Policy', 'strict-origin')
  return c.html(page(c.get('config'), language, { look, content: form }))
}

const untilDone = (limitMs: number) =>
  `const leave=()=>location.replace(document.links[0].href);${hearingDone('leave()')};` +
  `setTimeout(leave,${limitMs});${SUBMIT}`

/** A bank may redirect the form to another host, so `form-action` allows any. Only the shop may frame the page. */
const policy = ({ PUBLIC_URL: edge, ALLOWED_ORIGINS, MERCHANT }: Config, look: PageLook, nonce: string) =>
  [
    "default-src 'none'",
    `script-src 'nonce-${nonce}'`,
    `style-src ${edge} ${look.source}`,
    `img-src ${[edge, ...logoOrigin(MERCHANT)].join(' ')}`,
    "base-uri 'none'",
    'form-action *',
    `frame-ancestors ${[edge, ...ALLOWED_ORIGINS].join(' ')}`,
  ].join('; ')
