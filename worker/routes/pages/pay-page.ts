/** The edge's own payment page, with the tag. Its script, styles and icon are static files beside the tag's. */
import type { Config } from '../../config/config.ts'
import type { EdgeContext } from '../context.ts'

/** Answers the page. The offer or order is in the fragment, which only the browser sees. */
export function payPage(c: EdgeContext): Response {
  const { PUBLIC_URL } = c.get('config')
  setPageHeaders(c)
  c.header('Cache-Control', 'no-cache')
  return c.html(
    page(
      PUBLIC_URL,
      `<script type="module" src="/pay.js"></script>
    <script type="module" src="/pay-checkout.js"></script>`,
      `<noscript><p>Paying needs JavaScript. Please switch it on and load this page again.</p></noscript>
      <pay-checkout>
        <p>There is no payment to show here. Please open the link from the shop again, or ask the shop for a new one.</p>
      </pay-checkout>
      <div id="silence" role="alert" hidden>
        <p>Your payment could not be loaded. Please check your connection, then try again. Nothing was charged.</p>
        <button id="again" type="button">Try again</button>
      </div>`,
    ),
  )
}

/** Answers a shopper who opened a wrong address. */
export function notFoundPage(c: EdgeContext): Response {
  setPageHeaders(c)
  const text =
    '<p>This address does not belong to a payment. Please go back to the shop and look at your order there.</p>'
  return c.html(page(c.get('config').PUBLIC_URL, '', text), 404)
}

/** Allows what the tag needs (only the edge, no HTML made from strings), and forbids framing. */
function setPageHeaders(c: EdgeContext): void {
  c.header('Content-Security-Policy', policy(c.get('config')))
  // Cuts the link to the page that opened this one, and keeps the link to pop-ups that this page opens.
  c.header('Cross-Origin-Opener-Policy', 'same-origin-allow-popups')
  // The browsers' default: gateways may check the referrer, and this path contains no key.
  c.header('Referrer-Policy', 'strict-origin-when-cross-origin')
}

const policy = ({ PUBLIC_URL: edge }: Pick<Config, 'PUBLIC_URL'>) =>
  [
    "default-src 'none'",
    `script-src ${edge}`,
    `connect-src ${edge} ${edge.replace(/^http/, 'ws')}`,
    `frame-src ${edge}`,
    `style-src ${edge}`,
    `img-src ${edge}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    'trusted-types pay-checkout',
  ].join('; ')

/** A page of the edge. Its parts are markup: escape everything that comes from outside. */
export const page = (edge: string, scripts: string, content: string) => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <meta name="robots" content="noindex">
    <title>Payment</title>
    <link rel="icon" href="/pay.svg" type="image/svg+xml">
    <link rel="stylesheet" href="/pay.css">
    ${scripts}
  </head>
  <body>
    <main>
      <h1>Payment</h1>
      ${content}
    </main>
    <footer>
      <p>This is <strong>${new URL(edge).host}</strong>. Check the address bar before you pay.</p>
    </footer>
  </body>
</html>
`
