/**
 * CORS: which pages may call the edge. The edge has no cookies, so a page's request proves nothing by the credentials that
 * the browser adds, and the edge reads of its headers only those that it knows.
 */
import type { MiddlewareHandler } from 'hono'
import { TOKEN_HEADER } from '../../shared/http-bodies.ts'
import type { Config } from '../config/config.ts'
import type { Edge, EdgeContext } from './context.ts'
import { problem } from './respond.ts'

/** Two hours: some browsers cut a longer time down to this. */
const PREFLIGHT_SECONDS = 7200

/** The headers of the tag's own requests. */
const OWN_HEADERS = ['authorization', 'content-type', 'idempotency-key']

/** The most headers that a preflight may ask for besides the tag's own. A page's libraries add a handful. */
const MAX_ADDED = 20

/** The most headers that one may ask for. */
const MAX_NAMES = OWN_HEADERS.length + MAX_ADDED

/** The most that their names may be long together, in characters. */
const MAX_NAMES_LENGTH = 1024

/** The name of a header (RFC 9110 §5.1). */
const NAME = /^[\w!#$%&'*+.^`|~-]+$/

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
  if (isPreflight(c)) return allow(c, preflight(c))
  if (!isKnown) return allow(c, problem(c, { code: 'origin-not-allowed', detail: NOT_LISTED }))
  await next()
  if (c.res.status === 101) return
  if (origin === undefined) vary(c.res)
  else allow(c, c.res)
}

/** For public operations. */
export const anyPage: MiddlewareHandler<Edge> = async (c, next) => {
  if (isPreflight(c)) return allow(c, preflight(c))
  await next()
  allow(c, c.res).headers.set('Cross-Origin-Resource-Policy', 'cross-origin')
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

/** Grants the tag's own headers, and those that the page's libraries add to every request. */
function preflight(c: EdgeContext): Response {
  return c.body(null, 204, {
    'Access-Control-Allow-Methods': 'GET, POST',
    'Access-Control-Allow-Headers': [...OWN_HEADERS, ...addedHeaders(c)].join(', '),
    'Access-Control-Max-Age': String(PREFLIGHT_SECONDS),
    Vary: 'Access-Control-Request-Headers',
  })
}

/** The other headers that a preflight asks for: none where it asks for too many, or for what is no name. */
function addedHeaders(c: EdgeContext): string[] {
  const asked = c.req.header('Access-Control-Request-Headers') ?? ''
  if (asked.length > MAX_NAMES_LENGTH) return []
  const names = asked.toLowerCase().split(',', MAX_NAMES + 1)
  const added = names.map((name) => name.trim()).filter((name) => !OWN_HEADERS.includes(name))
  const isTooMuch = names.length > MAX_NAMES || added.length > MAX_ADDED
  return isTooMuch || !added.every((name) => NAME.test(name)) ? [] : added
}

/** Lets the page read the response. An unknown origin is never echoed, and gets no answer to a request with credentials. */
function allow(c: EdgeContext, response: Response): Response {
  const { headers } = response
  const origin = c.req.header('Origin')
  headers.set('Access-Control-Expose-Headers', `${TOKEN_HEADER}, Retry-After`)
  headers.set('Access-Control-Allow-Origin', '*')
  if (origin === undefined || !isEdgeOrShop(origin, c.get('config'))) return vary(response)
  headers.set('Access-Control-Allow-Origin', origin)
  // A page's library may send credentials with every request. The edge reads none, but the browser asks for this.
  headers.set('Access-Control-Allow-Credentials', 'true')
  return vary(response)
}

/** The response depends on the origin, so a cache must not give it to another one. */
function vary(response: Response): Response {
  response.headers.append('Vary', 'Origin')
  return response
}
