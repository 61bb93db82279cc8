/** Headers of every response, unless its operation sets its own. */
import type { MiddlewareHandler } from 'hono'
import type { Edge } from './context.ts'

const YEAR_SECONDS = 31_536_000

const DEFAULTS = {
  'Cache-Control': 'no-store',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  'Cross-Origin-Resource-Policy': 'same-origin',
  // Paths contain keys, so the next site must not learn an address of the edge.
  'Referrer-Policy': 'no-referrer',
  // Browsers ignore it on http, which only localhost uses.
  'Strict-Transport-Security': `max-age=${YEAR_SECONDS}`,
  'X-Content-Type-Options': 'nosniff',
}

/** Adds the defaults. The response of an open WebSocket takes no headers. */
export const safeHeaders: MiddlewareHandler<Edge> = async (c, next) => {
  await next()
  if (c.res.status === 101) return
  for (const [name, value] of Object.entries(DEFAULTS)) {
    if (!c.res.headers.has(name)) c.res.headers.set(name, value)
  }
}
