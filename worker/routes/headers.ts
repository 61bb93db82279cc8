/** Headers that every answer of the edge carries unless its route says otherwise. */
import type { MiddlewareHandler } from 'hono'
import type { Edge } from './context.ts'

const YEAR_SECONDS = 31_536_000

const DEFAULTS = {
  'Cache-Control': 'no-store',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  'Cross-Origin-Resource-Policy': 'same-origin',
  // Paths hold keys: no address of the edge is told to the next site.
  'Referrer-Policy': 'no-referrer',
  // Browsers ignore it on http, which is this machine only.
  'Strict-Transport-Security': `max-age=${YEAR_SECONDS}`,
  'X-Content-Type-Options': 'nosniff',
}

/** Adds the defaults. An opened socket has no headers to add to. */
export const safeHeaders: MiddlewareHandler<Edge> = async (c, next) => {
  await next()
  if (c.res.status === 101) return
  for (const [name, value] of Object.entries(DEFAULTS)) {
    if (!c.res.headers.has(name)) c.res.headers.set(name, value)
  }
}
