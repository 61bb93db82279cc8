/** Pages that the tag puts in a frame. Bank pages are framed inside them, so that a shop's policy lists one origin only. */
import { html, raw } from 'hono/html'
import { DONE_MESSAGE } from '../../../shared/frame-messages.ts'
import { CHECK_ACTION } from '../../../shared/http-bodies.ts'
import type { Config } from '../../config/config.ts'
import { logoOrigin } from '../../config/merchant-setting.ts'
import type { EdgeContext } from '../context.ts'
import { type BankForm, hiddenInputs } from './bank-form.ts'
import { embedders } from './gateway-page.ts'
import { makeNonce } from './nonce.ts'
import { type PageLanguage, pageLanguage } from './page-language.ts'
import { logo } from './pay-page.ts'

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
export async function methodFrame(c: EdgeContext, form: BankForm): Promise<Response> {
  const nonce = makeNonce()
  const language = await pageLanguage(c)
  const title = language.say('title.bank')
  return answer(c, language, {
    title,
    policy: [`script-src 'nonce-${nonce}'`, ...toBanks(c.get('config'))],
    head: '',
    body: html`${bankFrame(title)}${formFor(form)}
<script nonce="${nonce}">${raw(RELAY)};document.forms[0].submit()</script>`,
  })
}

/** Shows a bank's challenge. The script picks a window size that fits the browser, and posts the form. */
export const challengeFrame = (c: EdgeContext, form: BankForm): Promise<Response> =>
  challengePage(c, 'title.bank', (title) => html`${bankFrame(title)}${formFor(form)}`)

/** Shows the gateway's own challenge page. */
export const redirectFrame = (c: EdgeContext, url: string): Promise<Response> =>
  challengePage(c, 'title.bank', (title) => bankFrame(title, url))

/** Shows the gateway's own payment form. The bank's page may follow in the same frame. */
export const formFrame = (c: EdgeContext, url: string): Promise<Response> =>
  challengePage(c, 'title', (title) => bankFrame(title, url))

async function challengePage(
  c: EdgeContext,
  name: 'title' | 'title.bank',
  body: (title: string) => Markup,
): Promise<Response> {
  const nonce = makeNonce()
  const language = await pageLanguage(c)
  const title = language.say(name)
  const { PUBLIC_URL: edge } = c.get('config')
  return answer(c, language, {
    title,
    policy: [`script-src ${edge}`, `style-src 'nonce-${nonce}'`, ...toBanks(c.get('config'))],
    head: html`<style nonce="${nonce}">${raw(WINDOW)}</style>
<script type="module" src="/frames/challenge.js"></script>`,
    body: body(title),
  })
}

/**
 * The last page of every frame and pop-up. Any page may frame it, because a bank may redirect here inside frames of its
 * own and it shows nothing secret. It sends a pop-up's opener no message: the opener may be cut off, and reads the order.
 */
export async function donePage(c: EdgeContext): Promise<Response> {
  const nonce = makeNonce()
  const language = await pageLanguage(c)
  const { say } = language
  return answer(
    c,
    language,
    {
      title: say('title'),
      policy: [`script-src 'nonce-${nonce}'`, `style-src 'nonce-${nonce}'`, "form-action 'none'"],
      head: html`<style nonce="${nonce}">${raw(QUIET)}</style>`,
      body: html`<p>${say('done.text')}</p>
<p>${say('done.close')} <a href="/pay">${say('done.link')}</a></p>
<script nonce="${nonce}">${raw(ALONE)};${raw(TELL)};${raw(LEAVE)}</script>`,
    },
    '*',
  )
}

/** The frame of the card form. */
export const cardFrame = (c: EdgeContext) => fieldsFrame(c, 'title.card', '/frames/card.js')

/** The frame of the payout form, which may take a card number too. */
export const destinationFrame = (c: EdgeContext) => fieldsFrame(c, 'title.payout', '/frames/destination.js')

/**
 * An empty frame whose script draws the fields. Its attributes list the pages that it may talk to, the `Accept` header of
 * this navigation, which 3-D Secure needs and no script can read, and the texts of another language than English.
 */
async function fieldsFrame(
  c: EdgeContext,
  title: 'title.card' | 'title.payout',
  script: string,
): Promise<Response> {
  const language = await pageLanguage(c)
  const { PUBLIC_URL: edge, ALLOWED_ORIGINS } = c.get('config')
  const accept = c.req.header('Accept')?.slice(0, MAX_ACCEPT) ?? '*/*'
  const origins = JSON.stringify([edge, ...ALLOWED_ORIGINS])
  const policy = [`script-src ${edge}`, `style-src ${edge}`, `connect-src ${edge}`, "form-action 'none'"]
  // A cross-origin isolated page may not frame it otherwise. It loads nothing but the edge's own files.
  c.header('Cross-Origin-Embedder-Policy', 'require-corp')
  return answer(c, language, {
    title: language.say(title),
    policy,
    attributes: html` data-origins="${origins}" data-accept="${accept}"${textsFor(language.fields)}`,
    head: html`<script type="module" src="${script}"></script>`,
    body: '',
  })
}

/**
 * In the tag's dialog the page is light, as a bank's page is, and has neither heading nor way back: those are the
 * dialog's.
 */
const CHECK =
  'html{color-scheme:light dark}body{box-sizing:border-box;max-inline-size:30rem;margin:0 auto;' +
  'padding:clamp(1.5rem,8vb,2rem) 1rem;font:1rem/1.5 system-ui,sans-serif;overflow-x:clip}' +
  'h1{margin:0 0 1rem;font-size:1.25rem;line-height:1.25}p{margin:0 0 .75rem}#check{min-block-size:65px}' +
  '#back{display:inline-block;padding-block:.75rem}' +
  '[data-framed]{color-scheme:light}[data-framed] body{max-inline-size:none;padding:0}' +
  '#seller{font-weight:650}#seller img{display:block;block-size:3rem;margin-block-end:.5rem}' +
  '[data-framed] p{padding:.5rem .5rem 0}[data-framed] :is(h1,#back,#seller){display:none}'

/**
 * The page of the bot check. The tag puts it into a frame or, where that is not possible, leaves for it. The only page
 * of the edge with a script of another site: it asks for nothing that a shopper types.
 */
export async function checkFrame(c: EdgeContext, siteKey: string): Promise<Response> {
  const language = await pageLanguage(c)
  const { say } = language
  const { PUBLIC_URL: edge, ALLOWED_ORIGINS, MERCHANT, TURNSTILE_URL: verifier } = c.get('config')
  const nonce = makeNonce()
  const origins = JSON.stringify([edge, ...ALLOWED_ORIGINS])
  const title = say('check.title')
  return answer(c, language, {
    title,
    policy: [
      ...[`script-src ${edge} ${verifier}`, `frame-src ${verifier}`, `style-src 'nonce-${nonce}'`],
      ...logoOrigin(MERCHANT).map((origin) => `img-src ${origin}`),
      "form-action 'none'",
    ],
    attributes: html` data-origins="${origins}" data-verifier="${verifier}" data-site-key="${siteKey}" data-action="${CHECK_ACTION}"${textsFor(language.check)}`,
    head: html`<style nonce="${nonce}">${raw(CHECK)}</style>
<script type="module" src="/frames/check.js"></script>`,
    body: html`<main aria-label="${title}">
${MERCHANT ? html`<p id="seller">${logo(MERCHANT)}<bdi>${MERCHANT.name}</bdi></p>` : ''}
<h1>${title}</h1>
<p id="words" role="status"></p>
<noscript><p>${say('check.no-script')}</p></noscript>
<div id="check"></div>
<a id="back">${say('check.back')}</a>
</main>`,
  })
}

/** The texts for a frame's script, which has English by itself. */
const textsFor = (texts: string) => (texts ? html` data-texts="${texts}"` : '')

/** The most characters of the header that the gateway takes. */
const MAX_ACCEPT = 2048

const bankFrame = (title: string, url?: string): Markup => {
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
  language: PageLanguage,
  { title, policy, head, body, attributes = '' }: FramePage & { readonly attributes?: Markup | string },
  ancestors = embedders(c.get('config')),
): Response {
  const { MERCHANT } = c.get('config')
  const whole = ["default-src 'none'", ...policy, "base-uri 'none'", `frame-ancestors ${ancestors}`]
  c.header('Content-Security-Policy', whole.join('; '))
  c.header('Cross-Origin-Resource-Policy', 'cross-origin')
  // Banks check the referrer. The path contains a key, so only the origin is sent.
  c.header('Referrer-Policy', 'strict-origin')
  return c.html(
    String(html`<!doctype html>
<html lang="${language.tag}" dir="${language.direction}"${attributes}>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>${MERCHANT ? `${title} · ${MERCHANT.name}` : title}</title>
${head}
<body>
${body}
</body>
</html>
`),
  )
}
