/** The merchant's desk: a page without data of its own. Its script and styles are static files beside the tag's. */
import { html } from 'hono/html'
import type { Config } from '../../config/config.ts'
import { logoOrigin } from '../../config/merchant-setting.ts'
import type { EdgeContext } from '../context.ts'

/** Answers the page. It holds no key: the script sends the one that is typed, with each request. */
export function deskPage(c: EdgeContext): Response | Promise<Response> {
  c.header('Content-Security-Policy', policy(c.get('config')))
  c.header('Cache-Control', 'no-store')
  c.header('Referrer-Policy', 'no-referrer')
  // No window that opened it, and none that it opens, can reach it.
  c.header('Cross-Origin-Opener-Policy', 'same-origin')
  c.header('X-Robots-Tag', 'noindex')
  return c.html(String(page(c.get('config'))))
}

/** Script, styles and requests of the edge alone, and the merchant's logo. */
const policy = ({ PUBLIC_URL: edge, MERCHANT }: Pick<Config, 'PUBLIC_URL' | 'MERCHANT'>) =>
  [
    "default-src 'none'",
    `script-src ${edge}`,
    `style-src ${edge}`,
    `connect-src ${edge} ${edge.replace(/^http/, 'ws')}`,
    `img-src ${[edge, ...logoOrigin(MERCHANT)].join(' ')}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    'trusted-types pay-checkout',
  ].join('; ')

const page = ({ MERCHANT, DESK_ACCESS }: Pick<Config, 'MERCHANT' | 'DESK_ACCESS'>) => html`<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <title>${MERCHANT ? `Desk · ${MERCHANT.name}` : 'Desk'}</title>
    <link rel="icon" href="/pay.svg" type="image/svg+xml">
    <link rel="stylesheet" href="/desk.css">
    <script type="module" src="/desk.js"></script>
  </head>
  <body>
    <noscript><p>The desk needs JavaScript.</p></noscript>
    <pay-desk${DESK_ACCESS ? ' access' : ''}></pay-desk>
  </body>
</html>
`
