/** Every request that needs the order's token, and what the browser remembers of the answers. */
import { isFinal, isSettled } from '../../shared/order-status.ts'
import type { OrderView } from '../../shared/order-view.ts'
import type { Answer, Api, Refusal } from './api.ts'
import type { Context, OrderAccess } from './context.ts'
import { placeOfLink } from './link.ts'
import { checkout } from './open-order.ts'
import { isPassing } from './problems.ts'
import { NO_OFFER } from './remembered-orders.ts'
import type { TagContext } from './tag-context.ts'

/** Picks one request of the edge's interface. */
type Request = (api: Api) => (id: string, token: string) => Answer<OrderView>

/**
 * Sends a request with the order's token, and takes the view in the answer. With an outdated token it gets a new one and
 * repeats. Without an order it does nothing.
 *
 * @returns Why the edge refused, if it did.
 */
export async function call(tag: TagContext, request: Request): Promise<Refusal | undefined> {
  const sale = tag.sale()
  const { access } = tag.state
  if (!access) return
  const { id, mayPay, formerCart } = access
  const remembered = rememberedOf(sale, id)
  const isOwn = mayPay && !!sale.goods && !formerCart
  let { token } = access
  const send = request(sale.api)
  let answer = await send(id, token)
  if (!answer.ok && answer.reason.code === 'token-invalid' && remembered && isOwn) {
    const renewed = await checkout(sale, remembered)
    if (!renewed.ok) return renewed.reason
    const { order } = renewed.value
    token = renewed.value.token
    sale.send({ type: 'view-received', order, token })
    answer = await send(id, token)
  }
  const isOver = sale.signal.aborted
  // What is refused of the order before is no matter of the present one.
  if (!answer.ok) return isOver ? undefined : answer.reason
  const { body: order, token: newest = token } = answer.value
  // The tag shows something else by now. The browser still remembers the order.
  if (isOver) remember(sale, { ...access, token: newest }, order)
  else tag.send({ type: 'view-received', order, token: answer.value.token })
  return
}

/** Reads the order. @returns Whether no answer came, so that another try may help. */
export async function look(tag: TagContext): Promise<boolean> {
  const { id } = tag.state.access ?? {}
  const refusal = await askOrder(tag)
  if (refusal && id) tag.send({ type: 'order-lost', id, refusal })
  else if (tag.host.isConnected) tag.send({ type: 'shown' })
  return !!refusal && isPassing(refusal)
}

/**
 * Asks where the order stands: one that the tag has no access to yet by the key under which a payment was sent.
 *
 * @returns Why the edge refused, if it did.
 */
export async function askOrder(tag: TagContext): Promise<Refusal | undefined> {
  if (tag.state.access) return call(tag, ({ read }) => read)
  const sale = tag.sale()
  const remembered = sale.digest ? sale.orders.read(sale.digest) : undefined
  // Another tab may have opened it while this one was busy.
  if (!remembered?.paying && !remembered?.token) return
  const answer = await checkout(sale, remembered)
  if (!answer.ok) return answer.reason
  sale.send({ type: 'order-found', access: answer.value })
  return
}

/** The order as this browser remembers it, unless another one has taken its place. */
function rememberedOf({ orders, digest }: Context, id: string) {
  const remembered = orders.read(digest)
  return remembered?.id === id ? remembered : undefined
}

/** A result tag has no offer, so the view says under which offer this browser keeps or forgets a final order. */
export function remember(
  sale: Context,
  { id, key, token, mayPay }: OrderAccess,
  { status, seq, offer = NO_OFFER }: OrderView,
) {
  const { orders, digest } = sale
  const ofLink = placeOfLink(id)
  const place = digest || offer || (orders.read(ofLink) ? ofLink : NO_OFFER)
  const known = orders.read(place)
  // Answers may come in another order than the order changed.
  if (known?.id === id && (known.seq ?? 0) > seq) return
  const remembered = rememberedOf(sale, id)
  if (!isFinal(status)) {
    if (remembered) orders.write(digest, { ...remembered, token, seq })
  } else if (isSettled(status)) orders.keepPaid(place, id, seq)
  else orders.forget(place, id, digest ? { id, key, token, mayPay } : undefined)
}
