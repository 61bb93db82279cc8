/** Durations of the edge in a campaign: short enough that an order settles in seconds, in their real proportions. */

/** Work that waits for nobody, such as a form that was left, must not fill the machine while others are paid. */
const LEISURE_PER_ORDER_MS = 25
const LEAST_LEISURE_MS = 3_000
const MOST_LEISURE_MS = 120_000

/** How often the edge asks about one thing at leisure: more often than any campaign takes. */
const LEISURES = 200

/** How often the edge asks about what a shopper left behind. */
export const leisureMs = (orders: number) =>
  Math.min(MOST_LEISURE_MS, Math.max(LEAST_LEISURE_MS, orders * LEISURE_PER_ORDER_MS))

/** @param orders How many there are. */
export function orderTimes(orders: number): Readonly<Record<string, number | readonly number[]>> {
  const leisure = leisureMs(orders)
  return {
    requestDeadline: 3_000,
    methodDeadline: 2_000,
    activeEvery: 700,
    activeFor: 5_000,
    waitingAfter: [1_000, 2_500, ...Array.from({ length: LEISURES }, (_, place) => (place + 1) * leisure)],
    minutesEvery: leisure,
    catchUpAfter: 1_000,
    forgedWakeEvery: 1_000,
    webhookRetryFirst: 800,
    notAcceptedAfter: 300,
    notAcceptedSpan: 1_200,
  }
}
