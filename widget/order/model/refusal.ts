/** What a refusal of the shopper's request changes. Pure. */
import type { Way } from '../../../shared/order-view.ts'
import type { Refusal } from '../api.ts'
import { NEWS, toPayError } from '../problems.ts'
import { awaitedAttempt } from './attempt-location.ts'
import { calledOff, failed } from './attempt-step.ts'
import { dropped } from './sale.ts'
import { followed, viewReceived } from './shown-order.ts'
import type { Emit, Of } from './tag-events.ts'
import type { TagState } from './tag-state.ts'

/** A lost answer decides nothing: the order knows whether the request arrived. */
export const isLost = ({ code }: Refusal): boolean => code === 'network'

/** Whether the tag has to ask the order before it believes a refusal. */
export const needsLook = (refusal: Refusal): boolean => isLost(refusal) || NEWS.includes(refusal.code)

/** Whether the order turned out to be further than the refusal says. */
export function isOvertaken(refusal: Refusal, before: TagState, { view }: TagState): boolean {
  const awaited = awaitedAttempt(before.location)
  if (isLost(refusal)) return awaited ? view?.attempts.length === awaited : view !== before.view
  return NEWS.includes(refusal.code) && !!view
}

/** Tells why the edge refused, unless the order turned out to be further. */
export function refused(known: TagState, emit: Emit, { refusal, way, before, now }: Of<'refused'>): TagState {
  const { order } = refusal
  const ms = pauseSeconds(refusal, way) * 1000
  // A way that is back in a while stays, with what was typed there.
  const shown = order && !ms ? viewReceived(known, emit, { order }) : known
  // Where the look found no answer, following asks on.
  const state = followed(shown, emit)
  if (isOvertaken(refusal, before, state)) return state
  // An order keeps its price, so the shopper pays another one by another order.
  const rested = refusal.code === 'price-changed' && state.access ? dropped(state, emit) : state
  const after = failed(calledOff(rested), emit, toPayError(refusal))
  if (!way || !ms) return after
  const pause = { way, until: now + ms }
  emit({ type: 'wait', ms, pause })
  // The pause says why, as long as it lasts and only at its way to pay.
  return { ...after, pause, error: undefined }
}

/** An edge or a proxy that says no time means a minute. */
const USUAL_SECONDS = 60

/** How long the shopper has to wait, in seconds; 0 if waiting is not what helps. */
function pauseSeconds({ code, retryAfterSeconds = 0 }: Refusal, way: Way | undefined): number {
  if (!way) return 0
  if (code === 'too-many-requests') return retryAfterSeconds || USUAL_SECONDS
  return code === 'method-off' ? retryAfterSeconds : 0
}
