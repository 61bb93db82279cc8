/** Which order a tag shows before the shopper has done anything: the page's, the address's or the remembered one. */

import { LOAD_LIMIT_MS } from '../durations.ts'
import { tryTo } from '../try-to.ts'
import type { Context, OrderAccess } from './context.ts'
import { isPassing } from './problems.ts'
import { NO_OFFER } from './remembered-orders.ts'
import { type ReturnFragment, readReturnFragment, withoutReturnFragment } from './return-fragment.ts'

/**
 * Finds the order to resume, if any. Reads, and never starts, a payment. An order that the address names is taken out
 * of the address once it is adopted, and only then.
 */
export async function findOrder(context: Context): Promise<OrderAccess | undefined> {
  const { session, env } = context
  const arrival = readReturnFragment(env.address())
  const known = fromSession(session) ?? remembered(context, arrival?.id)
  if (!arrival) return known
  if (known?.id === arrival.id) return adopt(context, known)
  if (session || !(await isOurs(context, arrival))) return known
  return adopt(context, { ...arrival, key: arrival.id, mayPay: false })
}

/** A result tag shows any order of its edge; a tag with an offer only an order of that offer that was tried to be paid. */
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

function adopt({ env, orders, digest, signal }: Context, access: OrderAccess): OrderAccess {
  if (signal.aborted) return access
  const { history } = env
  // Browsers refuse changes that come too often; what was paid is shown all the same.
  tryTo(() => history.replaceState(history.state, '', withoutReturnFragment(env.address())))
  if (digest === NO_OFFER) orders.write(NO_OFFER, access)
  return access
}

function fromSession(session: string): OrderAccess | undefined {
  const [, id, token] = /^([^.]+)\.(.*)/.exec(session) ?? []
  return id && token ? { id, token, key: id, mayPay: true } : undefined
}

/**
 * A result tag remembers what it shows in the history's entry alone. Where the shop's own storage knows that order, it was
 * opened here, and its token is used.
 *
 * @param arriving The order that the address names.
 */
function remembered({ orders, digest }: Context, arriving: string | undefined): OrderAccess | undefined {
  const shown = orders.read(digest)
  const own = digest === NO_OFFER ? orders.find(arriving ?? shown?.id) : shown
  const { id, token, key } = own ?? shown ?? {}
  return id && token && key ? { id, token, key, mayPay: !!own } : undefined
}
