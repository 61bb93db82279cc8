/** The edge's own payment page, with the tag. Its script, styles and icon are static files beside the tag's. */
import { html } from 'hono/html'
import type { Merchant } from '../../../shared/http-bodies.ts'
import type { Config } from '../../config/config.ts'
import type { EdgeContext } from '../context.ts'
import { filled, type PageLanguage, pageLanguage } from './page-language.ts'

/** Markup whose values are escaped. */
type Markup = ReturnType<typeof html>

/** Answers the page. The offer, product or order is in the fragment, which only the browser sees. */
export async function payPage(c: EdgeContext): Promise<Response> {
  const language = await pageLanguage(c)
  const { say } = language
  setPageHeaders(c)
  c.header('Cache-Control', 'no-cache')
  return c.html(
    page(c.get('config'), language, {
      scripts: html`<script type="module" blocking="render" src="/pay.js"></script>
    <script type="module" src="/pay-checkout.js"></script>`,
      content: html`<noscript><p>${say('pay.no-script')}</p></noscript>
      <pay-checkout>
        <p>${say('pay.empty')}</p>
      </pay-checkout>
      <div id="silence" role="alert" hidden>
        <p>${say('pay.silence')}</p>
        <button id="again" type="button">${say('pay.again')}</button>
      </div>`,
    }),
  )
}

/** Answers a shopper who opened a wrong address. */
export async function notFoundPage(c: EdgeContext): Promise<Response> {
  const language = await pageLanguage(c)
  setPageHeaders(c)
  const content = html`<p>${language.say('not-found')}</p>`
  return c.html(page(c.get('config'), language, { content }), 404)
}

/** Allows what the tag needs (only the edge, no HTML made from strings) and the merchant's logo, and forbids framing. */
function setPageHeaders(c: EdgeContext): void {
  c.header('Content-Security-Policy', policy(c.get('config')))
  // Cuts the link to the page that opened this one, and keeps the link to pop-ups that this page opens.
  c.header('Cross-Origin-Opener-Policy', 'same-origin-allow-popups')
  // The browsers' default: gateways may check the referrer, and this path contains no key.
  c.header('Referrer-Policy', 'strict-origin-when-cross-origin')
}

const policy = ({ PUBLIC_URL: edge, MERCHANT }: Pick<Config, 'PUBLIC_URL' | 'MERCHANT'>) =>
  [
    "default-src 'none'",
    `script-src ${edge}`,
    `connect-src ${edge} ${edge.replace(/^http/, 'ws')}`,
    `frame-src ${edge}`,
    `style-src ${edge}`,
    `img-src ${[edge, ...logoOrigin(MERCHANT)].join(' ')}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    'trusted-types pay-checkout',
  ].join('; ')

/** The one origin that a policy lets a picture come from, if there is a logo. */
export const logoOrigin = (merchant: Merchant | undefined): string[] =>
  merchant?.logo === undefined ? [] : [new URL(merchant.logo).origin]

/** The parts that differ between pages of the edge. */
interface PageParts {
  readonly content: Markup
  readonly scripts?: Markup
}

/** A page of the edge, under the merchant's name. */
export const page = (
  { PUBLIC_URL: edge, MERCHANT }: Pick<Config, 'PUBLIC_URL' | 'MERCHANT'>,
  language: PageLanguage,
  { content, scripts = html`` }: PageParts,
): string =>
  String(html`<!doctype html>
<html lang="${language.tag}" dir="${language.direction}">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <meta name="robots" content="noindex">
    <title>${titleOf(MERCHANT, language)}</title>
    <link rel="icon" href="/pay.svg" type="image/svg+xml">
    <link rel="stylesheet" href="/pay.css">
    ${scripts}
  </head>
  <body>
    <main>
      ${sellerHeading(MERCHANT, language)}
      ${content}
    </main>
    <footer>
      <p>${footerText(MERCHANT, language, new URL(edge).host)}</p>
      ${footerLinks(MERCHANT, language)}
    </footer>
  </body>
</html>
`)

/** The logo says nothing that the name beside it does not. */
const sellerHeading = (merchant: Merchant | undefined, { say }: PageLanguage): Markup =>
  merchant ? html`<h1>${logo(merchant)}<bdi>${merchant.name}</bdi></h1>` : html`<h1>${say('title')}</h1>`

/** The merchant's logo, for pages whose policy has its {@link logoOrigin}. */
export const logo = ({ logo }: Merchant): Markup | string =>
  logo === undefined ? '' : html`<img src="${logo}" alt="" referrerpolicy="no-referrer">`

const titleOf = (merchant: Merchant | undefined, { say }: PageLanguage) =>
  merchant ? filled(say('title.seller'), { seller: html`${merchant.name}` }) : say('title')

const footerText = (merchant: Merchant | undefined, { say }: PageLanguage, host: string) =>
  filled(say(merchant ? 'address.seller' : 'address'), {
    host: html`<strong dir="ltr">${host}</strong>`,
    seller: html`<bdi>${merchant?.name}</bdi>`,
  })

/** The links of the footer. */
const LINKS = ['terms', 'privacy', 'withdrawal', 'support'] as const satisfies readonly (keyof Merchant)[]

function footerLinks(merchant: Merchant | undefined, { say }: PageLanguage): Markup | string {
  const links = LINKS.flatMap((name) => (merchant?.[name] ? [link(merchant[name], say(`link.${name}`))] : []))
  return links.length > 0 ? html`<ul>${links}</ul>` : ''
}

/** Opens beside the payment, so that nothing that was typed is lost. */
const link = (address: string, text: string): Markup =>
  html`<li><a href="${address}" target="_blank" rel="noopener">${text}</a></li>`
