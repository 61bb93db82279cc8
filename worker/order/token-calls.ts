/** Calls that come with an order's token: whether it still counts, and what those may do who came by the order's link. */
import { isAtBank, isAtForm, isDecided, isFinal } from '../../shared/order-status.ts'
import type { OrderView, Way } from '../../shared/order-view.ts'
import { accepted, type Result, refused } from '../../shared/result.ts'
import type { Refusal } from '../domain/refusal.ts'
import { cancel, type OpenedOrder, openedOrder } from './commands.ts'
import type { OrderContext } from './context.ts'
import type { Attempt, OrderState } from './model/state.ts'
import { statusOf } from './model/status.ts'
import { type IssuedAt, isVoid } from './model/token-revocation.ts'
import { linkOf, type OrderSnapshot, snapshot } from './queries.ts'
import { exchangedView, linkView } from './views/link-view.ts'

/** The token of a call: when it was issued, and the exchange of a link that it comes from. */
export interface UsedToken {
  readonly issuedAt: IssuedAt
  readonly exchange?: string | undefined
}

/**
 * Carries a call out, unless the token that it came with was revoked. Whatever the call does, somebody who came by a link
 * gets the view that belongs to their exchange.
 */
export async function withToken(
  { record }: OrderContext,
  { issuedAt, exchange }: UsedToken,
  act: () => Result<OrderView, Refusal> | Promise<Result<OrderView, Refusal>>,
): Promise<Result<OrderView, Refusal>> {
  if (record.state && isVoid(record.state, issuedAt))
    return refused({ code: 'token-invalid', why: 'revoked' })
  const answer = await act()
  if (exchange === undefined) return answer
  if (answer.ok) return accepted(exchanged(record, exchange) ?? linkView(answer.value))
  const { order, ...refusal } = answer.reason
  const own = order && exchanged(record, exchange)
  return refused({ ...refusal, ...(own && { order: withWays(own, order.methods) }) })
}

const exchanged = ({ state, views }: OrderContext['record'], exchange: string): OrderView | undefined =>
  state && exchangedView(state, exchange, views.shopper(state, exchange))

/** The limits may have taken ways away. */
const withWays = (order: OrderView, left: readonly Way[]): OrderView => ({
  ...order,
  methods: order.methods.filter((way) => left.includes(way)),
})

/**
 * A person clicked on the page of the order's link, and gets a token that pays. The order notes the first time alone, so
 * repeating is harmless. An order that takes no payment any more gives one to the exchange that paid it alone.
 *
 * @param exchange Its name.
 * @param issuedAt When the link was made.
 */
export function exchangeLink(
  { record }: OrderContext,
  { exchange, issuedAt }: UsedToken & { readonly exchange: string },
): Result<OpenedOrder, Refusal> {
  const { state, views } = record
  if (!state || !linkOf(state)) return refused({ code: 'not-found' })
  if (isVoid(state, issuedAt)) return refused({ code: 'token-invalid', why: 'revoked' })
  const paidBy = state.payment === undefined ? undefined : state.attempts[state.payment - 1]?.exchange
  if (isFinal(statusOf(state)) && paidBy !== exchange)
    return refused({ code: 'order-final', order: linkView(views.shopper(state)) })
  const seen = record.apply({ type: 'seen' })
  return accepted(openedOrder(seen, exchangedView(seen, exchange, views.shopper(seen, exchange))))
}

/**
 * A merchant gives a request's link out again, and the order notes under which key that is made. Repeating it is harmless.
 *
 * @param by Name of the merchant key.
 * @param key Number of the key of tokens.
 */
export function renewLink(context: OrderContext, by: string, key: string): Result<OrderSnapshot, Refusal> {
  const { record } = context
  if (!record.state || !linkOf(record.state)) return refused({ code: 'not-found' })
  record.apply({ type: 'link-renewed', key, by })
  const shown = snapshot(context, 'merchant', {})
  return shown ? accepted(shown) : refused({ code: 'not-found' })
}

/**
 * A shopper cancels: the order, or, having come by its link, what they started there, also forms that they left for another
 * one. The order then stays open, since its link may be another person's too. Repeating it is harmless.
 *
 * @param exchange Names the exchange of the link.
 */
export function cancelFor(
  context: OrderContext,
  exchange: string | undefined,
): Result<OrderView, Refusal> | Promise<Result<OrderView, Refusal>> {
  const { record } = context
  const { state, views } = record
  if (exchange === undefined || !state) return cancel(context)
  const own = ownUndecided(state, exchange)
  if (!own.every(isLeavable)) return refused({ code: 'attempt-in-flight', order: views.shopper(state) })
  const after = own.reduce(
    (_, { number }) => record.apply({ type: 'attempt-cancelled', attempt: number }),
    state,
  )
  return accepted(views.shopper(after))
}

/** Attempts that may still be paid. Of an order that is over each approval is settled already. */
const ownUndecided = (state: OrderState, exchange: string): readonly Attempt[] =>
  isFinal(statusOf(state))
    ? []
    : state.attempts.filter(
        ({ status, cancelled, exchange: by }) => by === exchange && !cancelled && !isDecided(status),
      )

/** Nothing may have taken money yet, or it waits for the shopper at the bank. */
const isLeavable = ({ status }: Attempt) => isAtForm(status) || isAtBank(status)
