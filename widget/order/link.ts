/** The link to an order, on the edge's own page: what it leads to before a click, and its exchange at the click. */
import type { Refusal } from './api.ts'
import type { Context, OrderAccess } from './context.ts'
import { readJws } from './jws.ts'
import type { TagContext } from './tag-context.ts'

/** What a token says of itself; the edge alone knows whether it is true. Times are in seconds. */
interface Claimed {
  readonly scope?: unknown
  readonly iat?: number
  readonly exp?: number
}

const claimedIn = (token: string) => (readJws(token) ?? {}) as Claimed

/** Whether a token is that of a link: it only shows what is to be paid. */
export const isLink = (token: string): boolean => claimedIn(token).scope === 'link'

/** Where this browser remembers an exchange. No digest of goods has a full stop. */
export const placeOfLink = (id: string) => `link.${id}`

/**
 * The order that a link leads to, as this browser exchanged it before, or as anybody sees it. Only on the edge's own page: any
 * other would ask its shopper to pay for a stranger.
 */
export function linkAccess(
  { edge, env, orders }: Context,
  id: string,
  token: string,
): OrderAccess | undefined {
  if (!env.address().startsWith(`${edge}/`)) return
  const { token: own = '', key = env.randomKey() } = orders.read(placeOfLink(id)) ?? {}
  const { exp = 0, iat = 0 } = claimedIn(own)
  // One that the merchant revoked is older than the link, which was made again since.
  const isUsable = exp * 1000 > env.now() && iat >= (claimedIn(token).iat ?? 0)
  return { id, token: isUsable ? own : token, key, mayPay: true }
}

/**
 * Exchanges the link for a token that pays, if the tag has no more than the link yet. A click alone may do that. The key is
 * stored before it is sent, so that a page which finds no answer makes the same exchange.
 *
 * @returns Why the edge refused, if it did.
 */
export async function exchangeLink(tag: TagContext): Promise<Refusal | undefined> {
  const { access } = tag.state
  if (!access || !isLink(access.token)) return
  const { id, token } = access
  const { api, orders, send } = tag.sale()
  const place = placeOfLink(id)
  // Another tab may have exchanged it meanwhile.
  const { key } = orders.read(place) ?? access
  orders.write(place, { key })
  const answer = await api.exchange(id, token, key)
  if (!answer.ok) return answer.reason
  const { order, token: own } = answer.value.body
  orders.write(place, { id, key, token: own, seq: order.seq })
  send({ type: 'order-found', access: { id, key, token: own, mayPay: true, order } })
  return
}
