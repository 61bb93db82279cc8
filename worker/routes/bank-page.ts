/** The edge's own page that posts the browser on to the bank: by itself where scripts run, else by its button. */
import { html } from 'hono/html'
import { toBase64Url } from '../config/base64url.ts'
import type { Config } from '../config/config.ts'
import type { Step } from '../order/state.ts'
import type { EdgeContext } from './context.ts'
import { page } from './pay-page.ts'

/** What is posted to the bank, and where. */
export interface BankForm {
  readonly url: string
  readonly fields: Readonly<Record<string, string>>
}

const NONCE_BYTES = 16

const STYLE =
  'button{font:inherit;inline-size:100%;margin-block-start:1rem;padding:.75rem 1rem;border:0;border-radius:.5rem;' +
  'color:light-dark(#fff,#101218);background:light-dark(#1d4ed8,#93b4ff);cursor:pointer}'

const SUBMIT = 'document.forms[0].submit()'

/**
 * Lays out what a bank is told at a step.
 *
 * @param answerUrl Where the bank posts its answer. Of a challenge the gateway has told it already.
 * @returns `undefined` where there is nothing to post: a redirect, or a step that lacks something.
 * @see EMV 3-D Secure protocol, `threeDSMethodData` and `creq`; 3-D Secure 1.0.2, `PaReq`, `MD` and `TermUrl`.
 */
export function bankForm(step: Step, answerUrl: string): BankForm | undefined {
  const fields = fieldsOf(step, answerUrl)
  return step.url && fields ? { url: step.url, fields } : undefined
}

function fieldsOf(
  { type, serverTransactionId, creq, pareq, md = '' }: Step,
  answerUrl: string,
): BankForm['fields'] | undefined {
  if (type === 'method' && serverTransactionId) {
    const data = {
      threeDSServerTransID: serverTransactionId,
      threeDSMethodNotificationURL: answerUrl,
    }
    return { threeDSMethodData: toBase64Url(new TextEncoder().encode(JSON.stringify(data))) }
  }
  if (type === 'challenge' && creq) return { creq }
  if (type === 'pareq' && pareq) return { PaReq: pareq, MD: md, TermUrl: answerUrl }
  return undefined
}

/** Answers the page. Whatever comes from outside is escaped in it. */
export function bankPage(c: EdgeContext, { url, fields }: BankForm): Response {
  const nonce = toBase64Url(crypto.getRandomValues(new Uint8Array(NONCE_BYTES)))
  const inputs = Object.entries(fields).map(
    ([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`,
  )
  const form = html`<form method="post" action="${url}">
        <p>Your bank wants to make sure that it is you.</p>
        ${inputs}
        <button>Continue to your bank</button>
      </form>
      <script nonce="${nonce}">${SUBMIT}</script>`
  c.header('Content-Security-Policy', policy(c.get('config'), nonce))
  // Banks look at where a browser comes from, and refuse the origin `null` that no-referrer makes; the path stays here.
  c.header('Referrer-Policy', 'strict-origin')
  return c.html(page(c.get('config').PUBLIC_URL, `<style nonce="${nonce}">${STYLE}</style>`, String(form)))
}

/** A bank may send the form on to another address, so where it leads is not limited. Only the shop may frame the page. */
const policy = ({ PUBLIC_URL: edge, ALLOWED_ORIGINS }: Config, nonce: string) =>
  [
    "default-src 'none'",
    `script-src 'nonce-${nonce}'`,
    `style-src ${edge} 'nonce-${nonce}'`,
    `img-src ${edge}`,
    "base-uri 'none'",
    'form-action *',
    `frame-ancestors ${[edge, ...ALLOWED_ORIGINS].join(' ')}`,
  ].join('; ')
