/** Finds the order that a tag shows at first: the session's, the address's or the remembered one. */

import { LOAD_LIMIT_MS } from '../durations.ts'
import type { Context, OrderAccess } from './context.ts'
import { findFormerCart } from './former-carts.ts'
import { isPassing } from './problems.ts'
import { NO_OFFER } from './remembered-orders.ts'
import { cleanAddress, type ReturnFragment, readReturnFragment } from './return-fragment.ts'

/** Finds the order to resume, if any. It reads a payment and never starts one. */
export async function findOrder(context: Context): Promise<OrderAccess | undefined> {
  const { session, env, digest } = context
  const fragment = readReturnFragment(env.address())
  const known = fromSession(session) ?? remembered(context, fragment?.id) ?? (await former(context))
  if (!fragment || session || known?.id === fragment.id || !(await isOurs(context, fragment))) return known
  // An unguessable key where one may open an order later: the author of the address knows the id.
  const key = digest === NO_OFFER ? fragment.id : env.randomKey()
  return { ...fragment, key, mayPay: false }
}

/** A result tag shows any order of its edge; a tag with an offer only an order of that offer with an attempt. */
async function isOurs(
  { digest, api, env, signal }: Context,
  { id, token }: ReturnFragment,
): Promise<boolean> {
  if (digest === NO_OFFER) return true
  while (!signal.aborted) {
    const answer = await api.read(id, token)
    if (answer.ok) {
      const { offer, status } = answer.value.body
      return offer === digest && status !== 'open'
    }
    if (!isPassing(answer.reason)) return false
    await env.pause(LOAD_LIMIT_MS, signal)
  }
  return false
}

/** Takes the order that the tag shows out of the address, where that names it; the browser remembers it from then on. */
export function adoptOrder({ env, orders, digest, signal }: Context, access: OrderAccess | undefined) {
  if (!access || signal.aborted || readReturnFragment(env.address())?.id !== access.id) return
  cleanAddress(env)
  const { id, token, key, mayPay } = access
  if (digest === NO_OFFER || !mayPay) orders.write(digest, { id, token, key, mayPay })
}

/** Silent where the edge does not answer: opening an order tries again. */
async function former(context: Context): Promise<OrderAccess | undefined> {
  const found = await findFormerCart(context)
  return found.ok ? found.value : undefined
}

function fromSession(session: string): OrderAccess | undefined {
  const [, id, token] = /^([^.]+)\.(.*)/.exec(session) ?? []
  return id && token ? { id, token, key: id, mayPay: true } : undefined
}

/**
 * A result tag remembers its order in the history entry alone. Where the shop's storage knows that order, this browser
 * opened it, and the tag uses the stored token.
 *
 * @param returning Id of the order that the address names.
 */
function remembered({ orders, digest }: Context, returning: string | undefined): OrderAccess | undefined {
  const shown = orders.read(digest)
  const own = digest === NO_OFFER ? orders.find(returning ?? shown?.id) : shown
  const { id, token, key } = own ?? shown ?? {}
  return id && token && key ? { id, token, key, mayPay: !!own && own.mayPay !== false } : undefined
}
