/** The merchant asks for an order's notifications again. */
import type { Resent } from './events.ts'
import type { OrderState } from './state.ts'

/** A new state even if nothing changed: a notification that is sent again has to be stored. */
export function resent(state: OrderState, { isPartial }: Pick<Resent, 'isPartial'>): OrderState {
  const { notificationFailed: _, ...rest } = state
  return isPartial ? { ...state } : rest
}
