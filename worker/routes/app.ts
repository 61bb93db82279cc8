/** The edge as a whole: the middleware of every request, and every operation. */
import { HonoBase } from 'hono/hono-base'
import { TrieRouter } from 'hono/router/trie-router'
import { RequestWindows } from '../limits/coarse-limit.ts'
import { checkedConfig } from './checked-config.ts'
import type { Edge } from './context.ts'
import { safeHeaders } from './headers.ts'
import { OPERATIONS } from './operation-list.ts'
import { ownHost } from './own-host.ts'
import { RefusalLog } from './refusal-log.ts'
import { unexpected } from './respond.ts'
import { serve } from './serve.ts'
import { refuseAddress } from './unknown-address.ts'

/** Makes the edge's application. Between requests it keeps only counts: of refused ones for the log, of a caller's for the limits. */
export function edgeApp(): HonoBase<Edge> {
  // Of Hono's routers only this one takes our paths. Its default router would also bundle another one and try it first.
  const app = new HonoBase<Edge>({ router: new TrieRouter() })
  const refusals = new RefusalLog()
  const windows = new RequestWindows()
  app.use(async (c, next) => {
    c.set('receivedAt', Date.now())
    c.set('refusals', refusals)
    c.set('windows', windows)
    await next()
  })
  app.use(safeHeaders, checkedConfig, ownHost)
  app.onError(unexpected)
  app.notFound((c) => refuseAddress(c, 'not-found'))
  serve(app, OPERATIONS)
  return app
}
