/** The step that an attempt waits for, and the window or the frame that shows it. Pure. */
import type { PayError } from '../../events/pay-error.ts'
import { isNavigable } from '../navigable.ts'
import { ownError, toPayError, UNEXPECTED } from '../problems.ts'
import {
  awaitedAttempt,
  awaitStep,
  callOff,
  closeWindow,
  isOurs,
  leaveFor,
  NONE,
  showInFrame,
} from './attempt-location.ts'
import type { Emit } from './tag-events.ts'
import { framed, mayPay, type TagState } from './tag-state.ts'

/** Tells the shopper and the page why something failed. */
export function failed(state: TagState, emit: Emit, error: PayError): TagState {
  emit({ type: 'announce-failure', error, view: state.view })
  return { ...state, error }
}

/**
 * A payment that was on its way may have arrived, so that the order is read. Goods that have no name by now get none, and
 * an order of them would be remembered as that of any others: they are not sold.
 */
export function thrown(state: TagState, emit: Emit): TagState {
  const awaited = awaitedAttempt(state.location)
  const mayHaveActed = awaited || state.view?.attempts.length
  const rested = attemptOver({ ...state, isBusy: false }, emit)
  const recoverable = !state.isStarted || !state.claims || !!state.digest
  const unexpected = { ...UNEXPECTED, recoverable }
  const after = failed(rested, emit, mayHaveActed ? toPayError({ code: 'network' }) : unexpected)
  // Following goes on by itself.
  if (awaited && !state.isFollowed) emit({ type: 'look' })
  return after
}

/** No journey to another page is under way any more. */
export const calledOff = (state: TagState): TagState => ({ ...state, location: callOff(state.location) })

/** The attempt of the window stays ours. */
export function withoutWindow(state: TagState, emit: Emit): TagState {
  if (state.hasWindow) emit({ type: 'close-window' })
  return { ...state, hasWindow: false, location: closeWindow(state.location) }
}

/** Closes a window that no attempt uses. */
export const attemptOver = (state: TagState, emit: Emit): TagState =>
  awaitedAttempt(state.location) || state.location.at === 'popup' ? state : withoutWindow(state, emit)

/** The shopper goes on with the step that the order waits for. */
export function continued(state: TagState, emit: Emit): TagState {
  const { view, location } = state
  return stepShown(view ? { ...state, location: awaitStep(location, view.attempts.length) } : state, emit)
}

/** Shows the step that the order waits for, if that is this tag's task: once for each address. */
export function stepShown(state: TagState, emit: Emit): TagState {
  const { view, location, hasWindow, isIsolated } = state
  const { action } = view ?? {}
  if (!view || !action || !mayPay(state) || !isOurs(location, view) || framed(state, action)) return state
  const { type, url } = action
  // In an isolated page no bank's frame runs.
  const frame = isIsolated ? undefined : action.frame
  const attempt = view.attempts.length
  if (!frame && attempt !== awaitedAttempt(location)) return state
  // While the shop's page decides, the attempt in a frame is not ours, so that the same step does not come twice.
  const undecided = { ...state, location: frame ? NONE : callOff(location) }
  if (!isNavigable(url) || !isNavigable(frame ?? url))
    return failed(undecided, emit, ownError('redirect-refused'))
  if (!frame) {
    emit({ type: 'leave', event: 'pay-redirect', url, view, hasWindow })
    return { ...state, location: leaveFor(attempt, hasWindow) }
  }
  const shown = showInFrame(location, attempt, frame)
  if (type === 'method') return { ...state, location: shown }
  const event = type === 'redirect' ? 'pay-redirect' : 'pay-challenge'
  emit({ type: 'show-frame', event, url, view, location: shown })
  return undecided
}
