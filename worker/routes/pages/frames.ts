/** Pages of the edge that the tag puts in a frame. Bank pages live in a frame inside them, so a shop names one origin. */
import { html, raw } from 'hono/html'
import { DONE_MESSAGE } from '../../../shared/frame-messages.ts'
import type { Config } from '../../config/config.ts'
import type { EdgeContext } from '../context.ts'
import { type BankForm, hiddenInputs } from './bank-form.ts'
import { embedders } from './gateway-page.ts'
import { makeNonce } from './nonce.ts'

/** A script that does something when it hears so. Only a page of the edge is believed to know it. */
export const hearingDone = (deed: string) =>
  `addEventListener('message',({origin,data})=>{if(origin===location.origin&&data==='${DONE_MESSAGE}')${deed}})`

/** Passes it on to the page around this one. */
const RELAY = hearingDone("parent.postMessage(data,'*')")

/** Says it to every page around this one: a bank may answer from a frame of its own making. */
const TELL = `for(let page=self;page!==page.parent;){page=page.parent;page.postMessage('${DONE_MESSAGE}','*')}`

const ALLOW = 'publickey-credentials-get *; payment *'

/** No page of a bank's moves the page around it, whoever put that into a frame (the tag gives the same). */
export const BANK_SANDBOX =
  'allow-scripts allow-forms allow-same-origin allow-popups allow-popups-to-escape-sandbox allow-modals'

/** The bank's window is all there is, until the script gives it a size of its own. */
const WINDOW =
  // Transparent, so that the tag's own colour is around the bank's window.
  'html{color-scheme:light}html,body{block-size:100%;margin:0}body{display:grid;place-items:center}' +
  'iframe{border:0;inline-size:100%;block-size:100%}'

/** Only a window of its own can be closed. */
const ALONE = "document.querySelector('p+p').hidden=self!==top"

/** Browsers close only what a script opened, which a pop-up is; anywhere else there is a link to the payment. */
const LEAVE = "if(self===top)close();document.querySelector('a').href+=location.hash"

const QUIET = 'body{font:1rem/1.5 system-ui,sans-serif;margin:2rem 1rem;text-align:center}'

/** Markup that was made here or escaped already. */
type Markup = ReturnType<typeof html>

interface FramePage {
  readonly title: string
  /** Sources of the policy besides those that every page has. */
  readonly policy: readonly string[]
  readonly head: Markup | string
  readonly body: Markup | string
}

/** Runs a bank's Method page, in a frame that nobody sees. */
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

/** Shows a bank's challenge. The script chooses the window's size, which only the browser knows, and posts the form. */
export function challengeFrame(c: EdgeContext, form: BankForm): Response {
  return challengePage(c, html`${bankFrame()}${formFor(form)}`)
}

/** Shows the gateway's own page of a challenge, at its address. */
export function redirectFrame(c: EdgeContext, url: string): Response {
  return challengePage(c, bankFrame(url))
}

/** Shows the gateway's own form, at its address. The bank's page follows in the same place. */
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
 * The end of every way through a frame or a pop-up. A bank may lead here inside frames of its own, and there is nothing
 * on it. A window's opener is told nothing: it may be cut off, and the order tells what came of it.
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

/** The frame that card fields are typed into. */
export const cardFrame = (c: EdgeContext): Response => fieldsFrame(c, 'Card', '/frames/card.js')

/** The frame that says where money is paid out to: a payout's card is a card too. */
export const destinationFrame = (c: EdgeContext): Response =>
  fieldsFrame(c, 'Payout', '/frames/destination.js')

/**
 * A frame of fields, empty: its script draws them. It is told which pages it may talk to, and the `Accept` header of this
 * very navigation, which 3-D Secure wants and no script can see.
 */
function fieldsFrame(c: EdgeContext, title: string, script: string): Response {
  const { PUBLIC_URL: edge, ALLOWED_ORIGINS } = c.get('config')
  const accept = c.req.header('Accept')?.slice(0, MAX_ACCEPT) ?? '*/*'
  const origins = JSON.stringify([edge, ...ALLOWED_ORIGINS])
  const policy = [`script-src ${edge}`, `style-src ${edge}`, `connect-src ${edge}`, "form-action 'none'"]
  // Without it no cross-origin isolated page may have the frame. All that it loads is the edge's own.
  c.header('Cross-Origin-Embedder-Policy', 'require-corp')
  return answer(c, {
    title,
    policy,
    attributes: html` data-origins="${origins}" data-accept="${accept}"`,
    head: html`<script type="module" src="${script}"></script>`,
    body: '',
  })
}

/** What the gateway takes of that header, in characters. */
const MAX_ACCEPT = 2048

const bankFrame = (url?: string, title = BANK): Markup => {
  const source = url === undefined ? '' : html` src="${url}"`
  return html`<iframe name="bank" title="${title}" sandbox="${BANK_SANDBOX}" allow="${ALLOW}"${source}></iframe>`
}

const formFor = ({ url, fields }: BankForm): Markup =>
  html`<form method="post" action="${url}" target="bank" hidden>${hiddenInputs(fields)}</form>`

/** Banks cannot be listed in advance, and send the form on to others of theirs. */
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
  // Banks look at where a browser comes from; the path, which holds a key, stays here.
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
