import type { Choice } from './sum.ts'

/** What the page asked for with the tag's attributes. */
export interface Terms {
  /** Origin of the edge; empty if unknown. */
  readonly edge: string
  readonly offer: string
  /** `<order id>.<token>`. */
  readonly session: string
  readonly returnUrl: string
  readonly locale: string
  /** What the shopper chose of what the offer leaves open. */
  readonly choice: Choice
}

/** The element that shows the order. */
export interface OrderHost extends EventTarget {
  readonly terms: Terms
  /** Draws what has changed. */
  requestUpdate(): void
}
