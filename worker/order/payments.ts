/** Requests to pay: a shopper's, also with the opening of the order, and a merchant's server's. */
import type { Customer } from '../../shared/customer.ts'
import type { MerchantOrderView, OrderView, Way } from '../../shared/order-view.ts'
import { accepted, type Result, refused } from '../../shared/result.ts'
import type { Details } from '../domain/attempt-details.ts'
import type { Refusal } from '../domain/refusal.ts'
import type { OrderTerms } from '../domain/terms.ts'
import { type Limit, type PaymentRequest, type StartedAttempt, startAttempt } from './attempt-start.ts'
import { type OpenedOrder, openedOrder, openOrder, soldOutRefusal } from './commands.ts'
import type { OrderContext } from './context.ts'
import { customerFor } from './model/payer.ts'
import type { OrderState } from './model/state.ts'
import { orderToOpen } from './order-opening.ts'
import { merchantResponse } from './queries.ts'

/** A payment that a merchant's server makes with no shopper present. */
export interface Charge {
  readonly method: Way
  readonly details: Details
  readonly customer?: Customer
  readonly ip: string
  /** Name of the merchant key. Absent from a Worker of an older version. */
  readonly by?: string
}

/**
 * Starts an attempt, or joins the one that the same key started. The request goes out behind the answer unless that is to
 * wait for the gateway's reply, and is never sent again.
 */
export async function pay(
  context: OrderContext,
  request: PaymentRequest,
): Promise<Result<OrderView, Refusal>> {
  const started = await startAttempt(context, request, {
    limit: limitShopper,
    find: () => knownOrder(context),
  })
  return started.ok ? accepted(await answered(context, started.value, request)) : started
}

/**
 * Opens the order and starts its first attempt, in one write; or joins the order and any attempt that it has. A refusal
 * leaves no order: the next request with the same terms begins again.
 */
export async function checkOut(
  context: OrderContext,
  terms: OrderTerms,
  request: PaymentRequest,
): Promise<Result<OpenedOrder, Refusal>> {
  const soldOut = await soldOutRefusal(context, terms)
  if (soldOut) return refused(soldOut)
  const started = await startAttempt(
    context,
    { ...request, isFirst: true, shownMinor: terms.amountMinor },
    { limit: limitShopper, find: () => orderToOpen(context, terms) },
  )
  if (!started.ok) return started
  return accepted(openedOrder(started.value.state, await answered(context, started.value, request)))
}

const knownOrder = ({ record: { state } }: OrderContext): Result<OrderState, Refusal> =>
  state ? accepted(state) : refused({ code: 'not-found' })

/**
 * The order as the answer shows it: once the gateway replied to the newest attempt, if the request waits for that. Also one
 * that joins waits until the attempt is as old as it says, and no longer.
 */
async function answered(
  { record, replies, times, reached }: OrderContext,
  { state }: StartedAttempt,
  { waitMs }: PaymentRequest,
): Promise<OrderView> {
  const attempt = state.attempts.at(-1)
  if (waitMs === undefined || !attempt) return record.views.shopper(state)
  await replies.heard(attempt.number, attempt.startedAt + Math.min(waitMs, times().replyWait))
  await reached('answer-next')
  return record.views.shopper(record.state ?? state)
}

/**
 * Opens the order and makes its only attempt. Waits for the gateway's answer to the request, not for the outcome.
 * Repeating it with the same terms is harmless: it answers how things stand.
 */
export async function charge(
  context: OrderContext,
  terms: OrderTerms,
  request: Charge,
): Promise<Result<MerchantOrderView, Refusal>> {
  const opened = openOrder(context, terms)
  if (!opened.ok) return opened
  const payment = { key: terms.reference, ...request }
  // While this waits, the order may be forgotten, and opened by another request.
  const find = () => orderToOpen(context, terms)
  const started = await startAttempt(context, payment, { limit: unlimited, find })
  if (!started.ok) return started
  await started.value.sent
  return merchantResponse(context, ({ attempts }) => attempts.at(-1)?.error)
}

/** A server of the merchant charges on its own account. */
const unlimited: Limit = async () => undefined

const limitShopper: Limit = ({ record, limits }, state, request) => {
  const { email } = { ...customerFor(record.storage.payer, request.exchange), ...request.customer }
  return limits.admit({ state, email, view: record.views.shopper(state) }, request, record.storage)
}
