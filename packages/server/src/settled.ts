/** Waiting for the gateway's decision. */

import {
  type CallOptions,
  type MerchantOperations,
  type MerchantOrder,
  MOVING_STATUSES,
  type OrderDetails,
  type OrderRef,
} from './contract.generated.ts'
import type { Clock } from './platform.ts'

/** What of an order may still move. */
type Moving = Pick<MerchantOrder, 'status' | 'followUps'>

/**
 * Whether the order or a follow-up may still change by itself: the gateway has not decided, the shopper is on its page, or
 * nobody knows (`unknown`). Such a state is no failure.
 */
export const isMoving = ({ status, followUps }: Moving): boolean =>
  [status, ...followUps.map((followUp) => followUp.status)].some((one) => MOVING_STATUSES.includes(one))

/** Of one wait. */
export interface WaitOptions extends CallOptions {
  /** Default: two minutes. A refusal takes the edge about one, since a proxy may have sent the request twice. */
  readonly withinMs?: number
}

/** Waits. For anything longer than a minute or two, use webhooks. */
export interface Waiting {
  /**
   * Waits until nothing of the order is under way or in doubt.
   *
   * @returns The order then, or as it stands when the time is over: `isMoving` tells.
   */
  readonly settled: (order: OrderRef, options?: WaitOptions) => Promise<OrderDetails>
}

const WITHIN_MS = 120_000
const FIRST_PAUSE_MS = 500
const LONGEST_PAUSE_MS = 8000

/** Makes the waits. */
export const waitingFor = ({ getOrder }: Pick<MerchantOperations, 'getOrder'>, clock: Clock): Waiting => ({
  async settled(ref, { withinMs = WITHIN_MS, ...options } = {}) {
    const startedAt = clock.now()
    for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS)) {
      const order = await getOrder(ref, options)
      if (!isMoving(order) || clock.now() - startedAt + pauseMs > withinMs) return order
      await clock.sleep(pauseMs, options.signal)
      options.signal?.throwIfAborted()
    }
  },
})
