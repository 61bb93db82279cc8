/** What the shop's page sends when its shopper pays. Pure. */
import { BROWSER, cardIn } from './cards.ts'
import { traitsOf } from './order-kinds.ts'
import type { Plan, PlannedAttempt } from './plan.ts'

/** Every second shopper waits for the gateway's reply. */
export const isWaiting = ({ number }: Plan) => number % 2 === 0

/** The attempt, as the page sends it. */
export function payment(plan: Plan, { card, stepReport }: PlannedAttempt): object {
  const { method } = traitsOf(plan.kind)
  const wait = isWaiting(plan) && { wait: 5 }
  return method === 'card'
    ? { method, card: cardIn(card, stepReport), browser: BROWSER, ...wait }
    : { method, ...wait }
}
