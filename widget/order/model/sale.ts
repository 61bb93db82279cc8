/** What the tag sells: when it starts over, and when it makes room for a new order. Pure. */
import { isMoving, isSettled } from '../../../shared/order-status.ts'
import type { OrderAccess } from '../context.ts'
import { isPassing, toPayError } from '../problems.ts'
import { NO_OFFER } from '../remembered-orders.ts'
import { readReturnFragment } from '../return-fragment.ts'
import { UNSEEN } from './attempt-location.ts'
import { failed, withoutWindow } from './attempt-step.ts'
import { followed, held, ready, unfollowed } from './shown-order.ts'
import type { Emit, Of, Page } from './tag-events.ts'
import { isUnsold, NO_ORDER, type TagState } from './tag-state.ts'

/**
 * Starts over once the attributes name something else. The browser still remembers the order before. The order of a cart
 * stays, though, while its payment may be under way, and its receipt stays beside an empty cart.
 */
export function termsRead(state: TagState, emit: Emit, page: Page): TagState {
  const { terms } = page
  // Without an offer and lines the page may have taken the last line out.
  const lines = terms.goods ? terms.goods.lines : []
  const { access, view, goods } = state
  const { status = 'open' } = view ?? {}
  const named = JSON.stringify([terms.edge, terms.goods, terms.session])
  const isOver = state.isFormer && !isMoving(status) && !isSettled(status)
  if (named === state.named && !isOver) return state
  const isCart = goods?.lines && lines && !terms.session
  const isFormer = !!isCart && (isMoving(status) || (!lines.length && isSettled(status)))
  const after = { ...state, named, isFormer }
  if (!isFormer) return startedOver(after, emit, page)
  // So that a reload finds the receipt.
  if (access && !lines?.length) emit({ type: 'keep-receipt', access })
  return after
}

function startedOver(state: TagState, emit: Emit, { terms, address }: Page): TagState {
  const { edge, goods, session } = terms
  const isReturning = !!readReturnFragment(address)
  const cleared = reset(state, emit)
  emit({ type: 'start' })
  return {
    ...cleared,
    ...{ edge, goods, session, isReturning },
    digest: NO_OFFER,
    claims: undefined,
    isFormer: false,
    isStarted: false,
  }
}

function reset(state: TagState, emit: Emit): TagState {
  if (state.view && isSettled(state.view.status)) emit({ type: 'unsettle' })
  withoutWindow(unfollowed(state, emit), emit)
  return { ...state, ...NO_ORDER }
}

/** Makes room for a new order of the same goods. */
export function dropped(state: TagState, emit: Emit): TagState {
  return ready(reset(forgotten(state, emit), emit), emit)
}

function forgotten(state: TagState, emit: Emit): TagState {
  if (state.access) emit({ type: 'forget', digest: state.digest, id: state.access.id })
  return state
}

/**
 * Makes room for another order: of the present cart, where the order was of a former one; of a product that was not sold,
 * once the edge sells it.
 */
export function again(state: TagState, emit: Emit, page: Page): TagState {
  if (isUnsold(state)) return startedOver(forgotten(state, emit), emit, page)
  const after = dropped(state, emit)
  return state.isFormer ? startedOver(after, emit, page) : after
}

/** A shopper who cannot wait for the order of the address gets another look for it. */
export const checkBegun = (state: TagState, emit: Emit, page: Page): TagState =>
  state.isReturning ? startedOver(state, emit, page) : state

/** Shows the order that the tag resumes, or that a click or a look has found; without one the shopper can pay. */
export function found(state: TagState, emit: Emit, access: OrderAccess | undefined): TagState {
  if (!access) return state.claims && !isUnsold(state) ? ready(state, emit) : state
  // A tag that has started knows which attempt is its own, and where it shows that. None of a former cart's is.
  const isResumed = !state.isStarted || access.formerCart
  return held(isResumed ? { ...state, location: UNSEEN } : state, emit, access)
}

/**
 * If the edge no longer knows a remembered order, the tag makes room for a new one. The page hears once that the tag cannot
 * go on, however often the shopper comes back to it.
 */
export function lost(state: TagState, emit: Emit, { id, refusal }: Of<'order-lost'>): TagState {
  const { access, view, claims } = state
  if (id !== access?.id) return state
  if (isPassing(refusal)) return followed(state, emit)
  if (refusal.code === 'not-found' && !view && claims) return dropped(state, emit)
  return state.error?.recoverable === false
    ? state
    : failed(state, emit, { ...toPayError(refusal), recoverable: false })
}
