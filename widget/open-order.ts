/** Opens the order of an offer, or joins the one that this browser already has. */
import type { CheckoutRequest } from '../shared/messages.ts'
import { isFinal, type OrderView } from '../shared/order-view.ts'
import { accepted, type Result } from '../shared/result.ts'
import type { Api, Refusal } from './api.ts'
import type { Memory, Remembered } from './memory.ts'
import type { Choice } from './sum.ts'

/** What is to be opened. */
export interface Opening {
  readonly api: Api
  readonly memory: Memory
  readonly digest: string
  readonly request: CheckoutRequest
  readonly choice: Choice
  /** What the order must come to, where the shopper chooses the sum. */
  readonly total?: string | undefined
}

/** An order that this browser may pay. */
export interface Opened {
  readonly order: OrderView
  readonly token: string
  /** The key that it was opened with; keys of attempts are derived from it. */
  readonly key: string
}

/**
 * Opens or joins an order. Repeating is harmless: the key is stored before anything is sent, and the same key opens
 * the same order from any tab.
 */
export async function openOrder(opening: Opening): Promise<Result<Opened, Refusal>> {
  const { memory, digest, total } = opening
  const remembered = await memory.obtain(digest, () => false)
  const answer = await checkout(opening, remembered)
  if (!answer.ok) return answer
  const { order } = answer.value
  if (!isFinal(order.status) && !isAnotherSum(order, total)) return answer
  return checkout(opening, await memory.obtain(digest, ({ key }) => key === remembered.key))
}

/** Whether an order nobody has tried to pay comes to something else than the shopper chose since. */
export const isAnotherSum = (order: OrderView, total: string | undefined) =>
  total !== undefined && order.status === 'open' && !order.attempts.length && order.amount !== total

/** Opens an order by its key, or reads it again: the same key gives the same order, and a new token. */
export async function checkout(
  { api, memory, digest, request, choice: chosen }: Opening,
  remembered: Remembered,
): Promise<Result<Opened, Refusal>> {
  const { key, choice = chosen } = remembered
  memory.write(digest, { ...remembered, choice })
  const answer = await api.checkout(key, { ...request, ...choice })
  if (!answer.ok) return answer
  const { order, token } = answer.value.body
  memory.write(digest, { key, choice, id: order.id, token, seq: order.seq })
  return accepted({ order, token, key })
}
