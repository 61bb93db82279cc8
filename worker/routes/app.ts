/** The edge as a whole: what every request goes through, and what answers it. */
import { HonoBase } from 'hono/hono-base'
import { TrieRouter } from 'hono/router/trie-router'
import { hearCallback } from './callback.ts'
import { cardRefHandlers } from './card-refs.ts'
import { checkout } from './checkout.ts'
import type { Edge } from './context.ts'
import { followUpHandlers } from './follow-ups.ts'
import { frameHandlers } from './frames.ts'
import { safeHeaders } from './headers.ts'
import { checkedConfig, getHealth } from './health.ts'
import { followOrder } from './live.ts'
import { checkOffer } from './offers.ts'
import { getInterface } from './openapi.ts'
import { orderListHandlers } from './order-list.ts'
import { cancelOrder, continueOrder, endThreeDsMethod, getOrder, payOrder } from './orders.ts'
import { ownHost } from './own-host.ts'
import { showPayPage } from './pay-page.ts'
import { receiptHandlers } from './receipts.ts'
import { RefusalLog } from './refusal-log.ts'
import { problem, unexpected } from './respond.ts'
import { returnShopper } from './return.ts'
import { serve } from './serve.ts'
import { createOrder } from './sessions.ts'
import { getSettings } from './settings.ts'
import { supportId } from './support-id.ts'
import { threeDsHandlers } from './three-ds.ts'
import { unattendedOrderHandlers } from './unattended-orders.ts'
import { resendWebhooks } from './webhooks.ts'

/** Makes the edge's application. It keeps nothing between requests but how often it refused some. */
export function edgeApp(): HonoBase<Edge> {
  // The only one of Hono's routers that takes this interface's paths; its default tries another one first, and carries it.
  const app = new HonoBase<Edge>({ router: new TrieRouter() })
  const refusals = new RefusalLog()
  app.use(async (c, next) => {
    c.set('supportId', supportId())
    c.set('refusals', refusals)
    await next()
  })
  app.use(safeHeaders, checkedConfig, ownHost)
  app.onError(unexpected)
  app.notFound((c) => problem(c, { code: 'not-found' }))
  serve(app, {
    getHealth,
    getSettings,
    getInterface,
    showPayPage,
    checkOffer,
    checkout,
    getOrder,
    followOrder,
    payOrder,
    endThreeDsMethod,
    cancelOrder,
    continueOrder,
    createOrder,
    resendWebhooks,
    ...receiptHandlers,
    ...orderListHandlers,
    ...followUpHandlers,
    ...cardRefHandlers,
    ...unattendedOrderHandlers,
    hearCallback,
    hearPostedCallback: hearCallback,
    returnShopper,
    returnPostedShopper: returnShopper,
    ...threeDsHandlers,
    ...frameHandlers,
  })
  return app
}
