/** A merchant says that the goods of an order are on their way. */
import type { Sent } from './events.ts'
import type { OrderState } from './state.ts'

/** Keys that are remembered, so that a late repeat of an older request does not undo a newer one. */
const MAX_KEYS = 8

/**
 * Notes that the goods were sent. A further request under another key corrects what is known of the parcel; the time of the
 * first one stays. Repeating a key changes nothing.
 *
 * @param now Milliseconds since the epoch.
 */
export function sent(state: OrderState, { key, shipment }: Sent, now: number): OrderState {
  const { at = now, keys = [] } = state.sent ?? {}
  if (keys.includes(key)) return state
  const kept = [...keys, key].slice(-MAX_KEYS)
  return { ...state, sent: { at, keys: kept, ...(shipment && { shipment }) } }
}

/** A parcel leads to the person who gets it. That something was sent, and when, stays. */
export function withoutShipment(state: OrderState): OrderState {
  if (!state.sent?.shipment) return state
  const { shipment: _, ...rest } = state.sent
  return { ...state, sent: rest }
}

/** Whether goods can be sent for it: a shopper pays or paid for them, and its texts were not erased. */
export const isShippable = ({ terms, payment, erased, tombstone }: OrderState): boolean =>
  payment !== undefined &&
  (terms.intent === 'sale' || terms.intent === 'preauth') &&
  erased === undefined &&
  tombstone === undefined
