/** Which pages may speak to the edge. There are no cookies, so nothing is ever sent along unasked. */
import type { MiddlewareHandler } from 'hono'
import { TOKEN_HEADER } from '../../shared/messages.ts'
import type { Config } from '../config/config.ts'
import type { Edge, EdgeContext } from './context.ts'
import { problem } from './respond.ts'

/** Two hours: longer answers are cut to that by some browsers. */
const PREFLIGHT_SECONDS = 7200

const PREFLIGHT = {
  'Access-Control-Allow-Methods': 'GET, POST',
  'Access-Control-Allow-Headers': 'Authorization, Content-Type, Idempotency-Key',
  'Access-Control-Max-Age': String(PREFLIGHT_SECONDS),
}

/** For the merchant, who sees it in the browser's tools. */
const NOT_LISTED = 'This page’s origin is not in ALLOWED_ORIGINS of the edge.'

/**
 * For a shopper's requests: pages of the shop and of the edge itself. What is no browser page sends no `Origin`. Any page
 * may ask, and is refused in an answer that it can read: a merchant who forgot an origin has to learn that, and a refused
 * preflight looks like a lost connection. No handler sees its request.
 */
export const shopPages: MiddlewareHandler<Edge> = async (c, next) => {
  const origin = c.req.header('Origin')
  const isKnown = origin === undefined || isEdgeOrShop(origin, c.get('config'))
  // What no setting names is not repeated.
  if (isPreflight(c)) return vary(allow(c.body(null, 204, PREFLIGHT), isKnown ? origin : '*'))
  if (!isKnown) return vary(allow(problem(c, { code: 'origin-not-allowed', detail: NOT_LISTED }), '*'))
  await next()
  if (c.res.status !== 101) vary(allow(c.res, origin))
}

/** For what anybody may read. */
export const anyPage: MiddlewareHandler<Edge> = async (c, next) => {
  if (isPreflight(c)) return allow(c.body(null, 204, PREFLIGHT), '*')
  await next()
  allow(c.res, '*').headers.set('Cross-Origin-Resource-Policy', 'cross-origin')
}

/**
 * For the merchant's own servers: no page but the edge's own gets past this, and no answer has a header that lets one
 * read it. Its routes must be registered before those that `shopPages` stands in front of.
 */
export const merchantServers: MiddlewareHandler<Edge> = async (c, next) => {
  if (isForeignPage(c))
    return vary(problem(c, { code: 'origin-not-allowed', why: 'a page on a merchant route' }))
  await next()
  if (c.res.status !== 101) vary(c.res)
}

/** Whether a page that is not the edge's own sent the request. What is no browser page sends no `Origin`. */
export function isForeignPage(c: EdgeContext): boolean {
  const origin = c.req.header('Origin')
  return origin !== undefined && origin !== c.get('config').PUBLIC_URL
}

/** Whether pages of an origin may use the edge at all. */
const isEdgeOrShop = (origin: string, { PUBLIC_URL, ALLOWED_ORIGINS }: Config) =>
  origin === PUBLIC_URL || ALLOWED_ORIGINS.includes(origin)

const isPreflight = (c: EdgeContext) =>
  c.req.method === 'OPTIONS' && c.req.header('Access-Control-Request-Method') !== undefined

function allow(response: Response, origin: string | undefined): Response {
  if (origin === undefined) return response
  response.headers.set('Access-Control-Allow-Origin', origin)
  response.headers.set('Access-Control-Expose-Headers', `${TOKEN_HEADER}, Retry-After`)
  return response
}

/** The answer depends on who asks, so no cache may give it to another. */
function vary(response: Response): Response {
  response.headers.append('Vary', 'Origin')
  return response
}
