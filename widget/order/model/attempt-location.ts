/** Which attempt of the order is ours, and where the tag shows its page. Pure: one value, and its transitions. */
import type { OrderView } from '../../../shared/order-view.ts'

/** Numbers of attempts begin at 1. `mayLeave`: the shopper's click in this tab allows one journey to another page. */
export type AttemptLocation =
  /** No attempt is ours: another tab started it, or the shop's page shows it by itself. */
  | { readonly at: 'none' }
  /** The tag resumes an order, whose first view tells which attempt is under way. */
  | { readonly at: 'unseen' }
  /** The attempt is ours, and the tag shows none of its pages yet. */
  | { readonly at: 'awaiting'; readonly attempt: number; readonly mayLeave: boolean }
  /** This tab is on its way to the attempt's page. */
  | { readonly at: 'leaving'; readonly attempt: number }
  /** The tag shows the attempt's page in a frame. */
  | { readonly at: 'framed'; readonly attempt: number; readonly frame: string; readonly mayLeave: boolean }
  /** The attempt's page is in another window. */
  | { readonly at: 'popup'; readonly attempt: number }

/** No attempt is ours. */
export const NONE: AttemptLocation = { at: 'none' }

/** The tag resumes an order, and has no view of it yet. */
export const UNSEEN: AttemptLocation = { at: 'unseen' }

/** The part of a view that decides. */
type Seen = Pick<OrderView, 'attempts' | 'action'>

/** Whether the newest attempt is ours. */
export const isOurs = (location: AttemptLocation, { attempts }: Pick<OrderView, 'attempts'>): boolean =>
  'attempt' in location && location.attempt === attempts.length

/** The attempt whose address the shopper's click waits for; `undefined` where no click does. */
export const awaitedAttempt = (location: AttemptLocation): number | undefined =>
  'mayLeave' in location && location.mayLeave ? location.attempt : undefined

/** The shopper starts or continues an attempt here. A frame that shows it stays. */
export const awaitStep = (location: AttemptLocation, attempt: number): AttemptLocation =>
  location.at === 'framed' && location.attempt === attempt
    ? { ...location, mayLeave: true }
    : { at: 'awaiting', attempt, mayLeave: true }

/** A newer view arrives. The journey to a page ends once the order waits for nothing. */
export function afterView(location: AttemptLocation, { attempts, action }: Seen): AttemptLocation {
  if (location.at === 'unseen') return stayingWith(attempts.length)
  return location.at === 'leaving' && !action ? stayingWith(location.attempt) : location
}

/** The page starts to load in this tab, or in a window. */
export const leaveFor = (attempt: number, hasWindow: boolean): AttemptLocation => ({
  at: hasWindow ? 'popup' : 'leaving',
  attempt,
})

/** The tag shows the attempt's page in a frame. */
export const showInFrame = (location: AttemptLocation, attempt: number, frame: string): AttemptLocation => ({
  at: 'framed',
  attempt,
  frame,
  mayLeave: awaitedAttempt(location) === attempt,
})

/** Cancels a pending navigation. A frame or a window stays. */
export function callOff(location: AttemptLocation): AttemptLocation {
  if (location.at === 'leaving') return stayingWith(location.attempt)
  return 'mayLeave' in location ? { ...location, mayLeave: false } : location
}

/** The window is closed. The attempt stays ours. */
export const closeWindow = (location: AttemptLocation): AttemptLocation =>
  location.at === 'popup' ? stayingWith(location.attempt) : location

const stayingWith = (attempt: number): AttemptLocation => ({ at: 'awaiting', attempt, mayLeave: false })
