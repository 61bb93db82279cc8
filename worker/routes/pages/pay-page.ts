/** The edge's own payment page, with the tag. Its script, styles and icon are static files beside the tag's. */
import { html, raw } from 'hono/html'
import type { Merchant } from '../../../shared/http-bodies.ts'
import type { Config } from '../../config/config.ts'
import { imageOrigins } from '../../config/merchant-setting.ts'
import type { EdgeContext } from '../context.ts'
import { filled, type PageLanguage, pageLanguage } from './page-language.ts'
import { type PageLook, pageLook } from './page-look.ts'

/** Markup whose values are escaped. */
type Markup = ReturnType<typeof html>

/** Answers the page. The offer, product or order is in the fragment, which only the browser sees. */
export async function payPage(c: EdgeContext): Promise<Response> {
  const language = await pageLanguage(c)
  const { say } = language
  const look = await setPageHeaders(c)
  c.header('Cache-Control', 'no-cache')
  return c.html(
    page(c.get('config'), language, {
      look,
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

/**
 * Allows what the tag needs (only the edge, no HTML made from strings), the merchant's logo, pictures of products and the
 * page's own look, and forbids framing.
 *
 * @returns The look, which the page holds.
 */
async function setPageHeaders(c: EdgeContext): Promise<PageLook> {
  const look = await pageLook(c.get('config').MERCHANT)
  c.header('Content-Security-Policy', policy(c.get('config'), look))
  // Cuts the link to the page that opened this one, and keeps the link to pop-ups that this page opens.
  c.header('Cross-Origin-Opener-Policy', 'same-origin-allow-popups')
  // The browsers' default: gateways may check the referrer, and this path contains no key.
  c.header('Referrer-Policy', 'strict-origin-when-cross-origin')
  return look
}

const policy = ({ PUBLIC_URL: edge, MERCHANT }: Pick<Config, 'PUBLIC_URL' | 'MERCHANT'>, look: PageLook) =>
  [
    "default-src 'none'",
    `script-src ${edge}`,
    `connect-src ${edge} ${edge.replace(/^http/, 'ws')}`,
    `frame-src ${edge}`,
    `style-src ${edge} ${look.source}`,
    `img-src ${[edge, ...imageOrigins(MERCHANT)].join(' ')}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    'trusted-types pay-checkout',
  ].join('; ')

/** The parts that differ between pages of the edge. */
interface PageParts {
  readonly look: PageLook
  readonly content: Markup
  readonly scripts?: Markup
}

/** A page of the edge, under the merchant's name, which stands above a printed receipt too: the tag prints what is so marked. */
export const page = (
  { PUBLIC_URL: edge, MERCHANT, isTest }: Pick<Config, 'PUBLIC_URL' | 'MERCHANT' | 'isTest'>,
  language: PageLanguage,
  { look, content, scripts = html`` }: PageParts,
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
    <style>${raw(look.css)}</style>
    <link rel="stylesheet" href="/pay.css">
    ${scripts}
  </head>
  <body${isTest ? ' data-test' : ''}>
    <header pay-printed>${sellerHeading(MERCHANT, language)}</header>
    <main${MERCHANT ? ' data-named' : ''}>
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
