/** `POST /v1/orders`: a merchant's server opens an order, and hands its token to the shop's page. */
import type { CheckoutReply } from '../../../shared/messages.ts'
import type { Config } from '../../config/config.ts'
import { payToken } from '../../credentials/order-tokens.ts'
import { mayKeepCard } from '../../order/model/cards.ts'
import { descriptionRoom, isKeepingSignable, isPossible, isSignableWay } from '../../order/model/methods.ts'
import type { OrderTerms } from '../../order/model/state.ts'
import { scopeRefusal } from '../authorize.ts'
import { sameRequest } from '../idempotency.ts'
import { problem } from '../respond.ts'
import type { HandlerOf } from '../serve.ts'
import { sessionTerms } from './create-order.ts'

/** The same reference with the same body answers the same order. */
export const createOrder: HandlerOf<'createOrder'> = async (c, { body, caller }) => {
  const missing = scopeRefusal(caller, body.intent === 'payout' ? 'payout' : 'charge')
  if (missing) return problem(c, missing)
  const config = c.get('config')
  const now = Date.now()
  const terms = await sessionTerms(body, { config, isPossible, descriptionRoom, now })
  if (!terms.ok) return problem(c, terms.reason)
  if (!isSignableFor(terms.value, config)) return problem(c, { code: 'private-key-missing' })
  const { id } = terms.value
  const order = c.env.ORDERS.getByName(id)
  const opened = await sameRequest(c, body, (bodyDigest) =>
    order.open({ ...terms.value, bodyDigest }, body.customer),
  )
  if (!opened.ok) return problem(c, opened.reason)
  const { order: found, openedAt } = opened.value
  const token = await payToken(config, { id, openedAt }, now)
  return c.json<CheckoutReply>({ order: found, token })
}

/** Whether all that the shopper may choose can be signed, keeping a card included. */
const isSignableFor = (terms: OrderTerms, config: Config) =>
  terms.methods.every((way) => isSignableWay(way, config)) &&
  (!mayKeepCard(terms) || isKeepingSignable(config))
