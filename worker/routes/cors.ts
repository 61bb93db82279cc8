/** CORS: which pages may call the edge. There are no cookies, so a browser never adds credentials by itself. */
import type { MiddlewareHandler } from 'hono'
import { TOKEN_HEADER } from '../../shared/http-bodies.ts'
import type { Config } from '../config/config.ts'
import type { Edge, EdgeContext } from './context.ts'
import { problem } from './respond.ts'

/** Two hours: some browsers cut a longer time down to this. */
const PREFLIGHT_SECONDS = 7200

const PREFLIGHT = {
  'Access-Control-Allow-Methods': 'GET, POST',
  'Access-Control-Allow-Headers': 'Authorization, Content-Type, Idempotency-Key',
  'Access-Control-Max-Age': String(PREFLIGHT_SECONDS),
}

/** The merchant reads this in the browser's developer tools. */
const NOT_LISTED = 'This page’s origin is not in ALLOWED_ORIGINS of the edge.'

/**
 * For a shopper's requests: lets pages of the shop and of the edge pass, and clients that send no `Origin`. Any other
 * page gets a refusal that it can read, because a refused preflight looks like a lost connection, and a merchant who
 * forgot to list an origin has to see that. The handler never runs for it.
 */
export const shopPages: MiddlewareHandler<Edge> = async (c, next) => {
  const origin = c.req.header('Origin')
  const isKnown = origin === undefined || isEdgeOrShop(origin, c.get('config'))
  // An unknown origin is never echoed.
  if (isPreflight(c)) return vary(allow(c.body(null, 204, PREFLIGHT), isKnown ? origin : '*'))
  if (!isKnown) return vary(allow(problem(c, { code: 'origin-not-allowed', detail: NOT_LISTED }), '*'))
  await next()
  if (c.res.status !== 101) vary(allow(c.res, origin))
}

/** For public operations. */
export const anyPage: MiddlewareHandler<Edge> = async (c, next) => {
  if (isPreflight(c)) return allow(c.body(null, 204, PREFLIGHT), '*')
  await next()
  allow(c.res, '*').headers.set('Cross-Origin-Resource-Policy', 'cross-origin')
}

/**
 * For the merchant's servers: refuses every page but the edge's own, and sends no CORS headers. Register its operations
 * before the paths that `shopPages` guards.
 */
export const merchantServers: MiddlewareHandler<Edge> = async (c, next) => {
  if (isForeignPage(c))
    return vary(problem(c, { code: 'origin-not-allowed', why: 'a page on a merchant route' }))
  await next()
  if (c.res.status !== 101) vary(c.res)
}

/** Whether a page other than the edge's own sent the request. Only browsers send `Origin`. */
export function isForeignPage(c: EdgeContext): boolean {
  const origin = c.req.header('Origin')
  return origin !== undefined && origin !== c.get('config').PUBLIC_URL
}

/** Whether pages of an origin may call the edge. */
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

/** The response depends on the origin, so a cache must not give it to another one. */
function vary(response: Response): Response {
  response.headers.append('Vary', 'Origin')
  return response
}
