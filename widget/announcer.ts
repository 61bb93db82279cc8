/** Tells the page what happened: which events a newer view leads to, and not before the page can hear them. */
import { isFailed, isSettled, type OrderView } from '../shared/order-view.ts'
import {
  PayCancelledEvent,
  type PayError,
  PayFailedEvent,
  PaySettledEvent,
  PayStatusEvent,
} from './events.ts'

/** Fires events at one element. */
export class Announcer {
  readonly #target: EventTarget

  constructor(target: EventTarget) {
    this.#target = target
  }

  /**
   * Fires an event: at once, or in the task after `DOMContentLoaded` if that is still to come.
   *
   * @returns Whether the page did not prevent what is announced.
   */
  async tell(event: Event): Promise<boolean> {
    if (!pageIsReady) await pageReady
    return this.#target.dispatchEvent(event)
  }

  /** Fires what a view leads to. Call it once for each newer view. */
  tellOf(view: OrderView) {
    for (const event of eventsOf(view)) this.tell(event)
  }
}

/** What this page has been told of: each outcome once, however many tags show the order. */
const told = new Set<string>()

const once = (...parts: (string | number)[]) => {
  const name = parts.join(' ')
  return !told.has(name) && !!told.add(name)
}

function eventsOf(order: OrderView): Event[] {
  const { id, status, attempts } = order
  const events: Event[] = [new PayStatusEvent(order)]
  if (isSettled(status) && once(id, 'settled')) events.push(new PaySettledEvent(order))
  if (status === 'cancelled' && once(id, status)) events.push(new PayCancelledEvent(order))
  if (isFailed(status) && once(id, 'failed', attempts.length)) {
    events.push(new PayFailedEvent(orderError(order), order))
  }
  return events
}

/** Why the last attempt failed, also where the edge gave no reason. */
const orderError = ({ error, status, id }: OrderView): PayError =>
  error ?? { code: status, recoverable: true, supportId: id }

let pageIsReady = false

/** Scripts of the page have had their chance to listen. */
const pageReady = (async () => {
  if (typeof document === 'undefined') return
  await domContentLoaded()
  await new Promise((resolve) => setTimeout(resolve))
  pageIsReady = true
})()

async function domContentLoaded() {
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  if (document.readyState === 'complete' || navigation?.domContentLoadedEventEnd) return
  await new Promise((resolve) => document.addEventListener('DOMContentLoaded', resolve, { once: true }))
}
