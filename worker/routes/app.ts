/** The edge as a whole: what every request goes through, and the routes. */
import { Hono } from 'hono'
import { callbackRoutes } from './callback.ts'
import { checkoutRoutes } from './checkout.ts'
import type { Edge } from './context.ts'
import { shopPages } from './cors.ts'
import { safeHeaders } from './headers.ts'
import { checkedConfig, healthRoutes } from './health.ts'
import { liveRoutes } from './live.ts'
import { orderRoutes } from './orders.ts'
import { payPageRoutes } from './pay-page.ts'
import { problem, unexpected } from './respond.ts'
import { returnRoutes } from './return.ts'
import { settingsRoutes } from './settings.ts'
import { supportId } from './support-id.ts'

/** Makes the edge's application. It keeps nothing between requests. */
export function edgeApp(): Hono<Edge> {
  const app = new Hono<Edge>()
  app.use(async (c, next) => {
    c.set('supportId', supportId())
    await next()
  })
  app.use(safeHeaders, checkedConfig)
  app.onError(unexpected)
  app.notFound((c) => problem(c, { code: 'not-found' }))
  healthRoutes(app)
  settingsRoutes(app)
  app.use('/v1/*', shopPages)
  checkoutRoutes(app)
  orderRoutes(app)
  liveRoutes(app)
  callbackRoutes(app)
  returnRoutes(app)
  payPageRoutes(app)
  return app
}
