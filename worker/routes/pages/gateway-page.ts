/** Serves a page from the gateway's reply: foreign markup, isolated so that it can reach nothing of the edge's. */
import type { Config } from '../../config/config.ts'
import type { EdgeContext } from '../context.ts'

/** The page may run scripts, post its form, and leave on a click. Its origin is opaque; the next page has its own. */
const SANDBOX = 'sandbox allow-scripts allow-forms allow-popups allow-top-navigation-by-user-activation'

/** Answers the page unchanged. Only the header isolates it, so the page that follows keeps its own origin. */
export function gatewayPage(c: EdgeContext, html: string): Response {
  c.header('Content-Security-Policy', `${SANDBOX}; frame-ancestors ${embedders(c.get('config'))}`)
  c.header('Cross-Origin-Resource-Policy', 'cross-origin')
  c.header('Referrer-Policy', 'strict-origin')
  return c.html(html)
}

/** Sources that may frame the edge's pages, as a content security policy lists them. */
export const embedders = ({ PUBLIC_URL, ALLOWED_ORIGINS }: Config) =>
  [PUBLIC_URL, ...ALLOWED_ORIGINS].join(' ')
