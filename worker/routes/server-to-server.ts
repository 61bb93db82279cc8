/** Orders that a merchant's server creates with no shopper present: each has one attempt, sent before the reply. */

import { merchantOrder } from '../../shared/contract/order-schemas.ts'
import type { Customer } from '../../shared/customer.ts'
import type { Way } from '../../shared/order-view.ts'
import type { Result } from '../../shared/result.ts'
import type { Merchant } from '../credentials/merchant-keys.ts'
import type { Details } from '../domain/attempt-details.ts'
import type { Refusal } from '../domain/refusal.ts'
import { isSignableWay, kindOf } from '../order/model/methods.ts'
import { addressOf } from './client-address.ts'
import type { EdgeContext } from './context.ts'
import { sameRequest } from './idempotency.ts'
import { orderOf } from './order-place.ts'
import { problem } from './respond.ts'
import { type RequestedOrder, serverTerms } from './server-terms.ts'

/** Columns of every such operation. */
export const serverToServer = {
  tag: 'merchant',
  pages: 'merchant',
  opensOrders: true,
  about:
    'Answers once the gateway has accepted the request; the order gets the outcome later. The same reference with the ' +
    'same body returns the same order, however often it is sent.',
  reply: { status: 200, description: 'The order, with its only attempt.', body: merchantOrder },
} as const

/** Problems of every such operation. A lost reply is none: the order is in doubt, and is returned as it stands. */
export const SERVER_TO_SERVER_PROBLEMS = [
  'gateway-refused',
  'reference-reused',
  'reference-taken',
  'currency-not-served',
  'payments-paused',
  // An earlier request opened it and could not send it, and it has expired since.
  'order-final',
] as const

/** Terms that all of these orders share: there is no shopper to ask for more. */
export const NO_SHOPPER = { isAttended: false, collect: [], mayRequire: false } as const

/** An order as a request describes it, with the data of its only attempt, which stays in memory. */
interface ServerOrder {
  readonly requested: Omit<RequestedOrder, 'kind'>
  readonly charge: { readonly method: Way; readonly details: Details }
}

/** The order, or what is wrong with a card in the request. */
export type ServerOrderReading = Result<ServerOrder, Refusal>

/** Members that every such request has. */
interface ServerBody {
  readonly reference: string
  readonly customer?: Customer
  /** The person it is done for, if that is not the caller. */
  readonly ip?: string
}

/**
 * Makes the handler of such an operation. The same reference with the same body answers the same order, and sends
 * nothing again.
 *
 * @param read Reads the order from the body; `now` is in milliseconds since the epoch.
 */
export const sendingOrder =
  <Body extends ServerBody>(read: (body: Body, now: number) => ServerOrderReading) =>
  async (
    c: EdgeContext,
    { caller, body }: { readonly caller: Merchant; readonly body: Body },
  ): Promise<Response> => {
    const now = Date.now()
    const order = read(body, now)
    if (!order.ok) return problem(c, order.reason)
    const { requested, charge } = order.value
    const config = c.get('config')
    if (!isSignableWay(charge.method, config)) return problem(c, { code: 'private-key-missing' })
    const kind = kindOf(charge.method, requested.intent, config.GATEWAY_PROFILE)
    const terms = await serverTerms({ ...requested, kind }, config, now)
    if (!terms.ok) return problem(c, terms.reason)
    const { customer, ip = addressOf(c) } = body
    const stub = orderOf(c, terms.value.id)
    const begun = await sameRequest(c, body, (bodyDigest) =>
      stub.charge(
        { ...terms.value, bodyDigest },
        { ...charge, ...(customer && { customer }), ip, by: caller.name },
      ),
    )
    return begun.ok ? c.json(begun.value) : problem(c, begun.reason)
  }
