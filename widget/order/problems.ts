/** What a refusal means to the tag: whether the shopper can go on. */
import type { OrderView } from '../../shared/order-view.ts'
import type { PayError } from '../element/events.ts'
import type { Refusal } from './api.ts'
import type { AttemptPresentation } from './attempt-presentation.ts'
import type { OrderSession } from './order-session.ts'

/** Whether asking again mends it: the edge did not answer, or says that it is the edge's fault. */
export const isPassing = ({ status = 500 }: Refusal) => status >= 500

/** Problems that the shopper can mend, as those of a field. Unless it passes, the tag cannot go on with any other. */
const RECOVERABLE: readonly string[] = [
  ...['token-invalid', 'key-reused', 'method-off'],
  ...['quantity-unavailable', 'offer-reserved', 'address-limit'],
]

/** Problems that only say that the order is further than this page knew. */
const NEWS: readonly string[] = ['attempt-in-flight', 'order-final', 'key-reused']

/** Translates a refusal of the edge. */
export function toPayError(refusal: Refusal): PayError {
  const { code, fields: [field] = [], supportId = '' } = refusal
  const recoverable = !!field || isPassing(refusal) || RECOVERABLE.includes(code)
  return { code, recoverable, ...(field && { field }), supportId }
}

/** A failure of the tag's own, before any edge was asked. */
export const ownError = (code: string): PayError => ({ code, recoverable: false, supportId: '' })

/** The tag's order, as far as a refusal changes it. */
export interface RefusedOrder {
  readonly session: OrderSession | undefined
  readonly view: OrderView | undefined
  readonly presentation: AttemptPresentation
  fail(error: PayError): Promise<undefined>
}

/**
 * Takes in that the edge refused what the shopper asked for. A lost answer decides nothing: the order knows whether the
 * request arrived.
 *
 * @returns The refusal, unless the order turned out to be further than the shopper saw.
 */
export async function takeRefusal(order: RefusedOrder, refusal: Refusal): Promise<Refusal | undefined> {
  const { presentation, view: seen } = order
  const isNews = NEWS.includes(refusal.code)
  const isLost = refusal.code === 'network'
  const { awaited } = presentation
  if (!isLost) presentation.stay()
  if (refusal.order) order.session?.receive(refusal.order)
  else if (isNews || isLost) await order.session?.refresh()
  order.session?.follow()
  const arrived = isLost && (awaited ? order.view?.attempts.length === awaited : order.view !== seen)
  if ((isNews && order.view) || arrived) return
  presentation.stay()
  order.fail(toPayError(refusal))
  return refusal
}
