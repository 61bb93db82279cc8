import type { BrowserEnv } from '../browser/browser-env.ts'
import type { Context, OrderHost } from './context.ts'
import type { Jobs } from './jobs.ts'
import type { TagEvent } from './model/tag-events.ts'
import type { TagState } from './model/tag-state.ts'
import type { PaymentWindow } from './payment-window.ts'
import type { RememberedOrders } from './remembered-orders.ts'

/** Everything that the tag's functions work with. */
export interface TagContext {
  readonly host: OrderHost
  readonly env: BrowserEnv
  readonly orders: RememberedOrders
  readonly popUp: PaymentWindow
  readonly jobs: Jobs
  /** What the tag knows now. It changes with every event. */
  readonly state: TagState
  /** What work on the present goods or session shares. */
  sale(): Sale
  /** Decides what follows from an event, and does it. */
  send(event: TagEvent): void
  /** Resolves once something is in the state: at once, or after an event. */
  until<Found>(find: (state: TagState) => Found | undefined | false): Promise<Found>
  /**
   * The boundary around every click, every message of a frame and every timer.
   *
   * @param signal Aborts where the shopper need not know of the work any more.
   * @returns Whether the work threw nothing.
   */
  carryOut(work: () => unknown, signal?: AbortSignal): Promise<boolean>
  /** Gives the page another promise of a payment. */
  unsettle(): void
}

/** The goods or the session of a moment. */
export interface Sale extends Context {
  /** Sends an event, unless the tag sells something else by now. */
  send(event: TagEvent): void
}
