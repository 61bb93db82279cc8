/** Pages that the tag puts in a frame. Bank pages are framed inside them, so that a shop's policy lists one origin only. */
import { html, raw } from 'hono/html'
import { DONE_MESSAGE } from '../../../shared/frame-messages.ts'
import type { Config } from '../../config/config.ts'
import type { EdgeContext } from '../context.ts'
import { type BankForm, hiddenInputs } from './bank-form.ts'
import { embedders } from './gateway-page.ts'
import { makeNonce } from './nonce.ts'

/** A script that acts on the "done" message. It trusts only pages of the edge. */
export const hearingDone = (deed: string) =>
  `addEventListener('message',({origin,data})=>{if(origin===location.origin&&data==='${DONE_MESSAGE}')${deed}})`

/** Forwards the message to the parent page. */
const RELAY = hearingDone("parent.postMessage(data,'*')")

/** Sends the message to every ancestor: a bank may end in a nested frame of its own. */
const TELL = `for(let page=self;page!==page.parent;){page=page.parent;page.postMessage('${DONE_MESSAGE}','*')}`

const ALLOW = 'publickey-credentials-get *; payment *'

/** A bank's page must never navigate the page around it. The tag sets the same sandbox. */
export const BANK_SANDBOX =
  'allow-scripts allow-forms allow-same-origin allow-popups allow-popups-to-escape-sandbox allow-modals'

/** The bank's frame fills the page until the script sets its size. */
const WINDOW =
  // Transparent, so that the tag's background shows around the bank's frame.
  'html{color-scheme:light}html,body{block-size:100%;margin:0}body{display:grid;place-items:center}' +
  'iframe{border:0;inline-size:100%;block-size:100%}'

/** Hides the hint about closing the window if this page is framed. */
const ALONE = "document.querySelector('p+p').hidden=self!==top"

/** Closes a pop-up. Browsers close only windows that a script opened; any other shows a link to the payment. */
const LEAVE = "if(self===top)close();document.querySelector('a').href+=location.hash"

const QUIET = 'body{font:1rem/1.5 system-ui,sans-serif;margin:2rem 1rem;text-align:center}'

/** Markup from this file, or already escaped. */
type Markup = ReturnType<typeof html>

interface FramePage {
  readonly title: string
  /** Directives of the policy, besides those of every page. */
  readonly policy: readonly string[]
  readonly head: Markup | string
  readonly body: Markup | string
}

/** Runs a bank's Method page in a hidden frame. */
export function methodFrame(c: EdgeContext, form: BankForm): Response {
  const nonce = makeNonce()
  return answer(c, {
    title: BANK,
    policy: [`script-src 'nonce-${nonce}'`, ...toBanks(c.get('config'))],
    head: '',
    body: html`${bankFrame()}${formFor(form)}
<script nonce="${nonce}">${raw(RELAY)};document.forms[0].submit()</script>`,
  })
}

/** Shows a bank's challenge. The script picks a window size that fits the browser, and posts the form. */
export function challengeFrame(c: EdgeContext, form: BankForm): Response {
  return challengePage(c, html`${bankFrame()}${formFor(form)}`)
}

/** Shows the gateway's own challenge page. */
export function redirectFrame(c: EdgeContext, url: string): Response {
  return challengePage(c, bankFrame(url))
}

/** Shows the gateway's own payment form. The bank's page may follow in the same frame. */
export function formFrame(c: EdgeContext, url: string): Response {
  return challengePage(c, bankFrame(url, PAYMENT), PAYMENT)
}

const BANK = 'Your bank'
const PAYMENT = 'Payment'

function challengePage(c: EdgeContext, body: Markup, title = BANK): Response {
  const nonce = makeNonce()
  const { PUBLIC_URL: edge } = c.get('config')
  return answer(c, {
    title,
    policy: [`script-src ${edge}`, `style-src 'nonce-${nonce}'`, ...toBanks(c.get('config'))],
    head: html`<style nonce="${nonce}">${raw(WINDOW)}</style>
<script type="module" src="/frames/challenge.js"></script>`,
    body,
  })
}

/**
 * The last page of every frame and pop-up. Any page may frame it, because a bank may redirect here inside frames of its
 * own and it shows nothing secret. It sends a pop-up's opener no message: the opener may be cut off, and reads the order.
 */
export function donePage(c: EdgeContext): Response {
  const nonce = makeNonce()
  return answer(
    c,
    {
      title: 'Payment',
      policy: [`script-src 'nonce-${nonce}'`, `style-src 'nonce-${nonce}'`, "form-action 'none'"],
      head: html`<style nonce="${nonce}">${raw(QUIET)}</style>`,
      body: html`<p>You can go on in the shop’s page.</p>
<p>If this is a window of its own, you can close it, or <a href="/pay">see the payment here</a>.</p>
<script nonce="${nonce}">${raw(ALONE)};${raw(TELL)};${raw(LEAVE)}</script>`,
    },
    '*',
  )
}

/** The frame of the card form. */
export const cardFrame = (c: EdgeContext): Response => fieldsFrame(c, 'Card', '/frames/card.js')

/** The frame of the payout form, which may take a card number too. */
export const destinationFrame = (c: EdgeContext): Response =>
  fieldsFrame(c, 'Payout', '/frames/destination.js')

/**
 * An empty frame whose script draws the fields. Its attributes list the pages that it may talk to, and the `Accept`
 * header of this navigation, which 3-D Secure needs and no script can read.
 */
function fieldsFrame(c: EdgeContext, title: string, script: string): Response {
  const { PUBLIC_URL: edge, ALLOWED_ORIGINS } = c.get('config')
  const accept = c.req.header('Accept')?.slice(0, MAX_ACCEPT) ?? '*/*'
  const origins = JSON.stringify([edge, ...ALLOWED_ORIGINS])
  const policy = [`script-src ${edge}`, `style-src ${edge}`, `connect-src ${edge}`, "form-action 'none'"]
  // A cross-origin isolated page may not frame it otherwise. It loads nothing but the edge's own files.
  c.header('Cross-Origin-Embedder-Policy', 'require-corp')
  return answer(c, {
    title,
    policy,
    attributes: html` data-origins="${origins}" data-accept="${accept}"`,
    head: html`<script type="module" src="${script}"></script>`,
    body: '',
  })
}

/** The most characters of the header that the gateway takes. */
const MAX_ACCEPT = 2048

const bankFrame = (url?: string, title = BANK): Markup => {
  const source = url === undefined ? '' : html` src="${url}"`
  return html`<iframe name="bank" title="${title}" sandbox="${BANK_SANDBOX}" allow="${ALLOW}"${source}></iframe>`
}

const formFor = ({ url, fields }: BankForm): Markup =>
  html`<form method="post" action="${url}" target="bank" hidden>${hiddenInputs(fields)}</form>`

/** Nobody can list all banks in advance, and they redirect the form to further hosts. */
function toBanks({ PUBLIC_URL, GATEWAY_URL }: Config): string[] {
  const schemes = GATEWAY_URL.startsWith('http:') ? 'https: http:' : 'https:'
  return [`frame-src ${PUBLIC_URL} ${schemes}`, `form-action ${schemes}`]
}

function answer(
  c: EdgeContext,
  { title, policy, head, body, attributes = '' }: FramePage & { readonly attributes?: Markup | string },
  ancestors = embedders(c.get('config')),
): Response {
  const whole = ["default-src 'none'", ...policy, "base-uri 'none'", `frame-ancestors ${ancestors}`]
  c.header('Content-Security-Policy', whole.join('; '))
  c.header('Cross-Origin-Resource-Policy', 'cross-origin')
  // Banks check the referrer. The path contains a key, so only the origin is sent.
  c.header('Referrer-Policy', 'strict-origin')
  return c.html(
    String(html`<!doctype html>
<html lang="en"${attributes}>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>${title}</title>
${head}
<body>
${body}
</body>
</html>
`),
  )
}
