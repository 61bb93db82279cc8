/** Decides what the tag knows next, and what it does. Pure: nothing else decides either. */
import { ownError } from '../problems.ts'
import { awaitStep, NONE } from './attempt-location.ts'
import {
  attemptOver,
  calledOff,
  continued,
  failed,
  stepShown,
  thrown,
  withoutWindow,
} from './attempt-step.ts'
import { refused } from './refusal.ts'
import { again, checkBegun, found, lost, termsRead } from './sale.ts'
import {
  checked,
  connected,
  followed,
  receiptOpened,
  seenAgain,
  synced,
  tokenRefused,
  unfollowed,
  viewReceived,
} from './shown-order.ts'
import type { Emit, Of, TagEffect, TagEvent } from './tag-events.ts'
import type { TagState } from './tag-state.ts'

/** What follows from an event. */
export interface Transition {
  readonly state: TagState
  /** In the order in which they are carried out. */
  readonly effects: readonly TagEffect[]
}

/** Applies one event. @returns The new state, or the very same one if the event changes nothing. */
export function tagTransition(state: TagState, event: TagEvent): Transition {
  const effects: TagEffect[] = []
  const after = apply(state, (effect) => effects.push(effect), event.type, event)
  return { state: after, effects }
}

/** Event → what the tag knows then. */
type Handlers = {
  readonly [Type in TagEvent['type']]: (state: TagState, emit: Emit, event: Of<Type>) => TagState
}

const HANDLERS: Handlers = {
  shown: followed,
  hidden: unfollowed,
  'terms-read': termsRead,
  'connection-lost': (state) => ({ ...state, notice: 'offline' }),
  'connection-back': connected,
  'page-seen': seenAgain,
  'memory-changed': synced,
  thrown,

  'settings-received': (state, _, { settings = null }) =>
    settings || !state.settings ? { ...state, settings } : state,
  'claims-read': (state, emit, event) =>
    event.claims.ok
      ? { ...state, claims: event.claims.value }
      : failed(state, emit, ownError(event.claims.reason)),
  'products-asked': (state, _, { now }) => ({ ...state, askedAt: now }),
  'country-guessed': (state, _, { country }) => ({ ...state, country }),
  'goods-named': (state, _, { goods, digest, isPaying }) => ({
    ...state,
    goods,
    digest,
    isReturning: state.isReturning || isPaying,
  }),
  'order-found': (state, emit, event) => found({ ...state, isReturning: false }, emit, event.access),
  started: (state) => ({ ...state, isStarted: true }),

  'view-received': viewReceived,
  'token-refused': tokenRefused,
  'following-ended': (state) => ({ ...state, isFollowed: false }),
  'order-lost': lost,

  'check-begun': (state, emit, event) => checkBegun({ ...state, isBusy: true, notice: '' }, emit, event),
  'check-ended': checked,
  again,
  'receipt-opened': receiptOpened,
  'cancel-begun': (state, emit) => withoutWindow({ ...state, location: NONE }, emit),
  'window-opened': (state) => ({ ...state, hasWindow: true }),
  'window-closed': withoutWindow,
  'attempt-left': (state) => ({ ...state, left: state.view?.attempts.at(-1)?.startedAt }),
  'frame-left': (state) => ({ ...state, location: NONE }),

  'work-begun': (state) => ({ ...state, isBusy: true, error: undefined }),
  'work-ended': (state) => ({ ...state, isBusy: false }),
  'called-off': calledOff,
  'attempt-sent': (state, _, event) => ({ ...state, location: awaitStep(state.location, event.attempt) }),
  'attempt-answered': (state, emit) => followed(stepShown(state, emit), emit),
  'attempt-over': (state, emit) => attemptOver({ ...state, isBusy: false }, emit),
  continued,
  refused,
  failed: (state, emit, event) => failed(state, emit, event.error),
  'pause-over': (state, _, event) => (state.pause === event.pause ? { ...state, pause: undefined } : state),
  'frame-allowed': (state, _, event) => ({ ...state, location: event.location }),
  'leaving-prevented': (state, emit) => followed(calledOff(withoutWindow(state, emit)), emit),
  'bot-check-begun': (state, _, event) => ({ ...state, check: event.step, passed: '' }),
  'bot-check-ended': (state, _, event) => ({ ...state, check: undefined, passed: event.token }),
}

const apply = <Type extends TagEvent['type']>(
  state: TagState,
  emit: Emit,
  type: Type,
  event: Of<Type>,
): TagState => HANDLERS[type](state, emit, event)
