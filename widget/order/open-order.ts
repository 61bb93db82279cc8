/** Opens the order of the goods, or joins the one that this browser already has. */
import type { CheckoutRequest, PayRequest } from '../../shared/http-bodies.ts'
import { accepted, type Result, refused } from '../../shared/result.ts'
import type { Refusal } from './api.ts'
import type { Context, ReadOrder } from './context.ts'
import { isPassing, NEWS } from './problems.ts'
import type { RememberedOrder } from './remembered-orders.ts'
import type { Submission } from './submission.ts'

/** The first attempt of an order, which begins with the request that opens it. */
export interface FirstAttempt extends Pick<Submission, 'terms' | 'payer'> {
  readonly pay: PayRequest
}

/** The next key may be one that another tab pays another choice under, and the next click looks further. */
const MAX_TRIES = 3

/**
 * Opens an order and starts its first attempt. Repeating is harmless: the tag stores the key before it sends anything, and
 * the same key opens the same order and starts the same attempt from any tab.
 */
export async function openAndPay(context: Context, first: FirstAttempt): Promise<Result<ReadOrder, Refusal>> {
  const { orders, digest } = context
  for (let tries = 1, staleKey: string | undefined; ; tries += 1) {
    const remembered = await orders.obtain(digest, staleKey)
    const { choice = first.terms.choice } = remembered
    // The key may have paid, or opened, what the shopper chose before.
    const isOfAnother = JSON.stringify(choice) !== JSON.stringify(first.terms.choice)
    const found = await checkout(context, remembered, isOfAnother ? {} : first)
    // The edge tries no payment of an order whose price is over.
    const isUntried = found.ok && !found.value.order.attempts.length
    const answer = isOfAnother || isUntried ? await endUntried(context, found) : found
    if (answer && (answer.ok || !isUseless(answer.reason) || tries >= MAX_TRIES)) return answer
    staleKey = remembered.key
  }
}

/** Whether the key is that of an order in which nothing was tried, and this payment cannot be. */
const isUseless = ({ code, order }: Refusal) => order?.attempts.length === 0 && NEWS.includes(code)

/**
 * Cancels an order that was opened for another choice, or at another price, so that no payment of it arrives late. The
 * present one then gets a key of its own, since the edge refuses the former key.
 *
 * @param found The order of the key.
 * @returns Why the present one cannot be paid: that one is being paid, or the edge does not cancel it.
 */
async function endUntried(
  context: Context,
  found: Result<ReadOrder, Refusal>,
): Promise<Result<ReadOrder, Refusal> | undefined> {
  if (!found.ok) return found
  const { id, token, order } = found.value
  // The shopper clicked on something else, so the tag shows it and does not lead to its page.
  if (order.attempts.length) return refused({ code: 'attempt-in-flight', status: 409 })
  const left = await context.api.cancel(id, token)
  return left.ok ? undefined : left
}

/**
 * Opens an order by its key, or reads it again: the same key gives the same order, and a new token. Before it sends a
 * payment it stores that it does, so that a page that finds no answer asks for one.
 */
export async function checkout(
  { api, host, orders, digest, goods }: Context,
  remembered: RememberedOrder,
  { terms = host.terms, payer = api, pay }: Partial<FirstAttempt> = {},
): Promise<Result<ReadOrder, Refusal>> {
  const { key } = remembered
  const { locale, returnUrl, pageUrl, choice: chosen } = terms
  // The shopper pays what they chose last; an order is found by what they chose then.
  const { choice = chosen } = pay ? {} : remembered
  const note = { key, choice, isCart: !!goods?.lines }
  // The id of an order finds it too.
  if (pay && !remembered.id) orders.write(digest, { ...note, paying: goods })
  // An order is found whatever its goods cost by then.
  const expect = pay && choice.expect
  const request = { ...goods, locale, returnUrl, pageUrl, ...choice, expect, pay } as CheckoutRequest
  const answer = await payer.checkout(key, request)
  // Another tab may have begun another order meanwhile, and that one stays remembered.
  const { key: kept = key, paying } = orders.read(digest) ?? {}
  const isKept = kept === key
  if (answer.ok) {
    const { order, token } = answer.value.body
    const { id, seq } = order
    if (isKept) orders.write(digest, { ...note, id, token, seq })
    return accepted({ id, token, key, mayPay: true, order })
  }
  // What was refused for certain was not paid. A payment before it may have been, and another tab's is.
  if (pay && !isPassing(answer.reason) && isKept && paying) orders.write(digest, remembered)
  return answer
}
