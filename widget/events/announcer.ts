/** Fires the events that a newer view of the order leads to, and none before the page can listen. */

import { isFailed, isSettled } from '../../shared/order-status.ts'
import type { OrderView } from '../../shared/order-view.ts'
import { page } from '../browser/page.ts'
import { PayEvent, PayFailedEvent } from './events.ts'

/**
 * Fires an event: at once, or in the task after `DOMContentLoaded` if that is still to come.
 *
 * @returns Whether the page let it happen.
 */
export async function announce(target: EventTarget, event: Event): Promise<boolean> {
  if (pageReady) await pageReady
  return target.dispatchEvent(event)
}

/** Fires the events of a view. Call it once for each newer view. */
export function announceView(target: EventTarget, order: OrderView) {
  const { id, status, attempts, error = { code: status, recoverable: true, supportId: id } } = order
  announce(target, new PayEvent('pay-status', order))
  if (isSettled(status) && once(`settled ${id}`)) announce(target, new PayEvent('pay-settled', order))
  if (status === 'cancelled' && once(`cancelled ${id}`))
    announce(target, new PayEvent('pay-cancelled', order))
  if (isFailed(status) && once(`failed ${id} ${attempts.length}`))
    announce(target, new PayFailedEvent(error, order))
}

/** Outcomes that this page has had an event for: each once, however many tags show the order. */
const announced = new Set<string>()

const once = (outcome: string) => !announced.has(outcome) && !!announced.add(outcome)

/** Resolves once the page's scripts had their chance to listen; `undefined` from then on. */
let pageReady: Promise<void> | undefined = (async () => {
  await domContentLoaded()
  await new Promise((resolve) => setTimeout(resolve))
  pageReady = undefined
})()

async function domContentLoaded() {
  const [navigation] = page.performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  if (document.readyState === 'complete' || navigation?.domContentLoadedEventEnd) return
  await new Promise((resolve) => document.addEventListener('DOMContentLoaded', resolve))
}
