/** `/v1/orders/{id}`: what the page that opened an order may ask of it; the merchant's server may look, and cancel. */
import { TOKEN_HEADER } from '../../../shared/messages.ts'
import type { MerchantOrderView, OrderView } from '../../../shared/order-view.ts'
import type { Result } from '../../../shared/result.ts'
import type { Config } from '../../config/config.ts'
import { orderToken } from '../../credentials/order-tokens.ts'
import { browserDetails } from '../../domain/browser.ts'
import { customerRefusal } from '../../domain/customer.ts'
import { keptPage, parseWebAddress } from '../../domain/return-url.ts'
import { isForm, isKeepingSignable, isSignableWay } from '../../order/model/methods.ts'
import type { ShownIn } from '../../order/model/state.ts'
import type { Refusal } from '../../order/refusal.ts'
import { addressOf } from '../client-address.ts'
import type { EdgeContext } from '../context.ts'
import { sameRequest } from '../idempotency.ts'
import { problem } from '../respond.ts'
import type { HandlerOf } from '../serve.ts'
import { type PaymentRequest, paymentDetails, paymentRefusal } from './pay-order.ts'

/** The view, when to ask again, and, for whoever may pay, the token under the key in force. */
export const getOrder: HandlerOf<'getOrder'> = async (c, { id, caller }) => {
  const who = caller.by === 'token' ? caller.scope : 'merchant'
  const glance = await c.env.ORDERS.getByName(id).glance(who)
  if (!glance) return problem(c, { code: 'not-found' })
  const { order, retryAfterSeconds } = glance
  if (retryAfterSeconds !== undefined) c.header('Retry-After', String(Math.ceil(retryAfterSeconds)))
  if (caller.by === 'token' && who === 'pay') {
    const { until } = caller
    c.header(TOKEN_HEADER, await orderToken(c.get('config'), { id, scope: who, until }, Date.now()))
  }
  return c.json(order)
}

/** Starts an attempt, or finds the one that the same key started. */
export const payOrder: HandlerOf<'payOrder'> = async (c, { id, key, body }) => {
  const config = c.get('config')
  const judging = { now: Date.now(), needsCode: config.GATEWAY_PROFILE.savedCard === 'sale' }
  const wrong = (body.customer && customerRefusal(body.customer)) ?? paymentRefusal(body, judging)
  if (wrong) return problem(c, wrong)
  if (!isSignableFor(body, config)) return problem(c, { code: 'private-key-missing' })
  const order = c.env.ORDERS.getByName(id)
  const wish = { key, ...wishOf(c, body) }
  // Two tabs of one shopper may stand on different pages.
  const { pageUrl: _, ...agreed } = body
  const paid = await sameRequest(c, agreed, (bodyDigest) => order.pay({ ...wish, bodyDigest }))
  return paid.ok ? c.json(paid.value) : problem(c, paid.reason)
}

/** Whether all that paying so leads to can be signed: a reference that could never be made is not promised. */
const isSignableFor = ({ method, keepCard }: PaymentRequest, config: Config) =>
  isSignableWay(method, config) && (!keepCard || isKeepingSignable(config))

/** Ways with steps at the bank, which frames of the edge's can show. They belong to the shop's page, never to a pop-up. */
const WITH_STEPS: readonly PaymentRequest['method'][] = ['card', 'saved-card']

/** Where what comes next is shown; `undefined` for ways that lead to no page, or for pages that are gone to. */
function shownIn({ method, presentation }: PaymentRequest): ShownIn | undefined {
  if (presentation === 'frame' && WITH_STEPS.includes(method)) return presentation
  return isForm(method) && presentation !== 'redirect' ? presentation : undefined
}

/** The address is taken from the request, never from the body. */
function wishOf(c: EdgeContext, body: PaymentRequest) {
  const { method, customer, savedCard, keepCard, browser } = body
  const details = paymentDetails(body)
  const shown = shownIn(body)
  const page = body.pageUrl !== undefined && parseWebAddress(body.pageUrl)
  return {
    method,
    ip: addressOf(c),
    ...(customer && { customer }),
    ...(details && { details }),
    ...(savedCard !== undefined && { savedCard }),
    ...(keepCard && { keepCard }),
    ...(shown && { shownIn: shown }),
    ...(page && { pageUrl: keptPage(page.href, c.get('config').PUBLIC_URL) }),
    ...(browser && { browser: browserDetails(browser, c.req.raw.headers) }),
  }
}

/** Gives the order up, for the shopper or the merchant: each sees their own view. Repeating is harmless. */
export const cancelOrder: HandlerOf<'cancelOrder'> = async (c, { id, caller }) => {
  const order = c.env.ORDERS.getByName(id)
  if (caller.by === 'token') return cancelAnswer(c, await order.cancel())
  return cancelAnswer(c, await order.cancelForMerchant(caller.merchant.name))
}

const cancelAnswer = (c: EdgeContext, outcome: Result<OrderView | MerchantOrderView, Refusal>) =>
  outcome.ok ? c.json(outcome.value) : problem(c, outcome.reason)

/** The shopper goes on with the hosted form. Repeating is harmless. */
export const continueOrder: HandlerOf<'continueOrder'> = async (c, { id }) => {
  const gone = await c.env.ORDERS.getByName(id).goOn(addressOf(c))
  return gone.ok ? c.json(gone.value) : problem(c, gone.reason)
}

/** The page's ten seconds for the bank's hidden page are over. Repeating is harmless. */
export const endThreeDsMethod: HandlerOf<'endThreeDsMethod'> = async (c, { id }) => {
  const ended = await c.env.ORDERS.getByName(id).endMethod()
  return ended.ok ? c.json(ended.value) : problem(c, ended.reason)
}
