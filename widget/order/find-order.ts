/** Finds the order that a tag shows at first: the session's, the address's or the remembered one. */

import type { Result } from '../../shared/result.ts'
import { LOAD_LIMIT_MS } from '../durations.ts'
import type { Refusal } from './api.ts'
import type { Context, OrderAccess } from './context.ts'
import { findFormerCart } from './former-carts.ts'
import { isLink, linkAccess } from './link.ts'
import { checkout } from './open-order.ts'
import { isPassing } from './problems.ts'
import { NO_OFFER, type RememberedOrder } from './remembered-orders.ts'
import { cleanAddress, type ReturnFragment, readReturnFragment } from './return-fragment.ts'

/** Finds the order to resume, if any. It reads a payment and never starts one. */
export async function findOrder(context: Context): Promise<OrderAccess | undefined> {
  const { session, env, digest, orders } = context
  const fragment = readReturnFragment(env.address())
  const note = orders.read(digest)
  const known =
    fromSession(context) ??
    remembered(context, fragment?.id) ??
    // Its payment's answer was lost. The tag asks until the edge answers, so that the shopper does not pay twice.
    foundIn(note?.paying && (await insist(context, () => checkout(context, note)))) ??
    // Silent where the edge does not answer: the click looks again.
    foundIn(await findFormerCart(context)) ??
    accessOf(context, orders.earlier(digest), fragment?.id)
  if (!fragment || session || known?.id === fragment.id || !(await isOurs(context, fragment))) return known
  // An unguessable key where one may open an order later: the author of the address knows the id.
  const key = digest === NO_OFFER ? fragment.id : env.randomKey()
  return { ...fragment, key, mayPay: false }
}

/** A result tag shows any order of its edge; a tag with an offer only an order of that offer with an attempt. */
async function isOurs(context: Context, { id, token }: ReturnFragment): Promise<boolean> {
  const { digest, api } = context
  if (digest === NO_OFFER) return true
  const answer = await insist(context, () => api.read(id, token))
  if (!answer.ok) return false
  const { offer, status } = answer.value.body
  return offer === digest && status !== 'open'
}

const foundIn = <Found>(answer: Result<Found, Refusal> | undefined) => (answer?.ok ? answer.value : undefined)

/** Asks until the edge answers, or the page sells something else. */
async function insist<Found>(
  { env, signal }: Context,
  ask: () => Promise<Result<Found, Refusal>>,
): Promise<Result<Found, Refusal>> {
  for (;;) {
    const answer = await ask()
    if (answer.ok || !isPassing(answer.reason) || signal.aborted) return answer
    await env.pause(LOAD_LIMIT_MS, signal)
  }
}

/** Takes the order that the tag shows out of the address, where that names it; the browser remembers it from then on. */
export function adoptOrder({ env, orders, digest, signal }: Context, access: OrderAccess | undefined) {
  if (!access || signal.aborted || readReturnFragment(env.address())?.id !== access.id) return
  cleanAddress(env)
  const { id, token, key, mayPay } = access
  if (digest === NO_OFFER || !mayPay) orders.write(digest, { id, token, key, mayPay })
}

function fromSession(context: Context): OrderAccess | undefined {
  const [, id, token] = /^([^.]+)\.(.*)/.exec(context.session) ?? []
  if (!id || !token) return
  return isLink(token) ? linkAccess(context, id, token) : { id, token, key: id, mayPay: true }
}

/**
 * A result tag remembers its order in the history entry alone. Where the shop's storage knows that order, this browser
 * opened it, and the tag uses the stored token.
 *
 * @param returning Id of the order that the address names.
 */
function remembered(context: Context, returning: string | undefined): OrderAccess | undefined {
  const { orders, digest } = context
  const shown = orders.read(digest)
  const own = digest === NO_OFFER ? orders.find(returning ?? shown?.id) : shown
  return accessOf(context, own ?? (shown && { ...shown, mayPay: false }), returning)
}

/** The shopper whom the address leads to the order comes from its payment, so it is of this visit. */
function accessOf(
  { host, orders, digest }: Context,
  order: RememberedOrder | undefined,
  returning: string | undefined,
): OrderAccess | undefined {
  const { id, token, key, mayPay = true } = order ?? {}
  if (!order || !id || !token || !key) return
  const isEarlier = id !== returning && !orders.isOfVisit(digest, order)
  return { id, token, key, mayPay, ...(isEarlier && { isEarlier, isField: host.terms.isField }) }
}
