/** The gateway's own page that came in a reply: foreign markup, served so that it can reach nothing of the edge's. */
import type { Config } from '../../config/config.ts'
import type { EdgeContext } from '../context.ts'

/** What that page may do: run, post its form, and leave by a click. Its origin is opaque, unlike that of the next page. */
const SANDBOX = 'sandbox allow-scripts allow-forms allow-popups allow-top-navigation-by-user-activation'

/** Answers the page, as it came. In a frame or not, the header alone shuts it in: what comes after it keeps its origin. */
export function gatewayPage(c: EdgeContext, html: string): Response {
  c.header('Content-Security-Policy', `${SANDBOX}; frame-ancestors ${embedders(c.get('config'))}`)
  c.header('Cross-Origin-Resource-Policy', 'cross-origin')
  c.header('Referrer-Policy', 'strict-origin')
  return c.html(html)
}

/** Pages that may put pages of the edge in a frame, as a policy lists them. */
export const embedders = ({ PUBLIC_URL, ALLOWED_ORIGINS }: Config) =>
  [PUBLIC_URL, ...ALLOWED_ORIGINS].join(' ')
