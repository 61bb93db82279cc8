/** `GET /pay`: the edge's own page with the tag. Its script, looks and icon are static files beside the tag's. */
import type { Config } from '../../config/config.ts'
import type { EdgeContext } from '../context.ts'

/** Answers the page. What is paid stands after `#` in its address, which only the browser sees. */
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

/** Answers a shopper whose address leads nowhere. */
export function notFoundPage(c: EdgeContext): Response {
  setPageHeaders(c)
  const text =
    '<p>This address does not belong to a payment. Please go back to the shop and look at your order there.</p>'
  return c.html(page(c.get('config').PUBLIC_URL, '', text), 404)
}

/** The tag's own policy (nothing but the edge, no markup made of text), and nobody may put this page in a frame. */
function setPageHeaders(c: EdgeContext): void {
  c.header('Content-Security-Policy', policy(c.get('config')))
  // Whatever page opened this one has no hold on it; windows that it opens itself stay its own.
  c.header('Cross-Origin-Opener-Policy', 'same-origin-allow-popups')
  // The default of browsers: gateways may look at where a shopper comes from, and this path holds no key.
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

/** A page of the edge. Its parts are markup: whatever comes from outside has to be escaped in them. */
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
