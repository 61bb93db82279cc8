/** The edge as a whole: what every request goes through, and what answers it. */
import { HonoBase } from 'hono/hono-base'
import { TrieRouter } from 'hono/router/trie-router'
import { checkedConfig, getHealth } from './checked-config.ts'
import type { Edge } from './context.ts'
import { followUpHandlers } from './follow-up.ts'
import { safeHeaders } from './headers.ts'
import { checkOffer } from './operations/check-offer.ts'
import { checkout } from './operations/checkout.ts'
import { cardRefHandlers } from './operations/create-card-reference.ts'
import { followOrder } from './operations/follow-order.ts'
import { getInterface } from './operations/get-interface.ts'
import { cancelOrder, continueOrder, endThreeDsMethod, getOrder, payOrder } from './operations/get-order.ts'
import { receiptHandlers } from './operations/get-receipt.ts'
import { getSettings } from './operations/get-settings.ts'
import { returnShopper } from './operations/handle-return.ts'
import { orderListHandlers } from './operations/list-orders.ts'
import { hearCallback } from './operations/receive-callback.ts'
import { threeDsHandlers } from './operations/receive-three-ds-result.ts'
import { resendWebhooks } from './operations/resend-webhooks.ts'
import { createOrder } from './operations/sessions.ts'
import { frameHandlers } from './operations/show-step-frames.ts'
import { ownHost } from './own-host.ts'
import { showPayPage } from './pages/pay-page.ts'
import { RefusalLog } from './refusal-log.ts'
import { problem, unexpected } from './respond.ts'
import { serve } from './serve.ts'
import { unattendedOrderHandlers } from './server-to-server.ts'
import { supportId } from './support-id.ts'

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
