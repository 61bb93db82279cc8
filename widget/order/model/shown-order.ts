/** The order that the tag shows: which one, its newest view, and whether the tag follows it. Pure. */
import { isFinal, isPayable } from '../../../shared/order-status.ts'
import type { OrderView } from '../../../shared/order-view.ts'
import type { OrderAccess } from '../context.ts'
import { afterView, awaitedAttempt, callOff, NONE } from './attempt-location.ts'
import { stepShown, withoutWindow } from './attempt-step.ts'
import { makesRoom } from './earlier-purchase.ts'
import { syncWithTab } from './tab-sync.ts'
import type { Emit, Of } from './tag-events.ts'
import { mayPay, type TagState } from './tag-state.ts'

/** Shows another order. */
export function held(before: TagState, emit: Emit, access: OrderAccess): TagState {
  const { formerCart, order } = access
  const state = {
    ...unfollowed(before, emit),
    ...{ access, view: undefined, earlier: undefined },
    ...(formerCart && { digest: formerCart, isFormer: true }),
  }
  return followed(order ? viewReceived(state, emit, { order }) : state, emit)
}

/** Lets the page know once for each order that the shopper can pay. */
export function ready(state: TagState, emit: Emit): TagState {
  if (!state.isReady) emit({ type: 'announce-ready' })
  return { ...state, isReady: true }
}

/** Follows the order while it moves, unless this tab is on its way to another page. */
export function followed(state: TagState, emit: Emit): TagState {
  const { access, isFollowed, location } = state
  if (!access || isFollowed || location.at === 'leaving' || !isAwaited(state)) return state
  emit({ type: 'follow' })
  return { ...state, isFollowed: true }
}

/** Stops following, so that the browser can freeze the page. */
export function unfollowed(state: TagState, emit: Emit): TagState {
  if (!state.isFollowed) return state
  emit({ type: 'unfollow' })
  return { ...state, isFollowed: false }
}

/**
 * Whether the order may still change without this tag; also before its first view, and until the edge has sent the saved cards.
 * An open order that the tag may only look at is for others to pay, such as another holder of its link. How often it is asked
 * for is the edge's word: without a socket, it is not.
 */
function isAwaited(state: TagState): boolean {
  const { view } = state
  if (view?.status === 'open' && mayPay(state)) return view.methods.includes('saved-card') && !view.savedCards
  return !view || !isFinal(view.status)
}

/** Takes a view, unless it is older than the newest. Its outcome alone decides: no answer to a request does. */
export function viewReceived(
  state: TagState,
  emit: Emit,
  { order, token }: Omit<Of<'view-received'>, 'type'>,
): TagState {
  const { access, view } = state
  if (!access || order.id !== access.id) return state
  if (makesRoom(state, order))
    return setAside(state, emit, { access: { ...access, token: token ?? access.token }, view: order })
  const isNewer = !view || order.seq > view.seq
  const newest = isNewer || isNarrower(order, view) ? order : view
  const after = {
    ...state,
    access: { ...access, token: token ?? access.token },
    view: newest,
    notice: '',
  } as const
  emit({ type: 'remember', access: after.access, order: newest })
  const shown = isNewer ? changed(after, emit, order) : after
  return isAwaited(after) ? shown : unfollowed(shown, emit)
}

/**
 * Makes room for another order, or shows the receipt where a form has the order as its value. The page hears nothing of that
 * order, which it knows: it is no news.
 */
function setAside(state: TagState, emit: Emit, earlier: NonNullable<TagState['earlier']>): TagState {
  // The page's form submits it. A second payment to make beside that form's button would look as if the form needed it.
  if (earlier.access.isField) return receiptOpened({ ...unfollowed(state, emit), earlier })
  emit({ type: 'set-aside', digest: state.digest, id: earlier.access.id })
  return ready({ ...unfollowed(state, emit), ...{ access: undefined, view: undefined, earlier } }, emit)
}

/** Shows the receipt of the earlier visit in place of the form. */
export const receiptOpened = (state: TagState): TagState =>
  state.earlier ? { ...state, ...state.earlier, earlier: undefined } : state

/** The same state of the order with fewer methods: the edge takes no card from this shopper just now. */
const isNarrower = (order: OrderView, view: OrderView) =>
  order.seq === view.seq && order.methods.length < view.methods.length

function changed(before: TagState, emit: Emit, view: OrderView): TagState {
  const { status, action, attempts } = view
  const location = afterView(before.location, view)
  const state = { ...before, location, error: undefined }
  // From the click until its attempt begins, views are about the attempt before.
  const isOfWindow = !state.isBusy || location.at === 'popup' || attempts.length === awaitedAttempt(location)
  const isPageOver = isOfWindow && !action && status !== 'sending'
  const after = isPageOver ? withoutWindow(state, emit) : state
  emit({ type: 'announce', view })
  return stepShown(isPayable(status) && mayPay(after) ? ready(after, emit) : after, emit)
}

/** Another tag or tab opened, moved or finished the order of these goods. */
export function synced(state: TagState, emit: Emit, { remembered }: Of<'memory-changed'>): TagState {
  const sync = syncWithTab(remembered, state)
  // No attempt of another's order is ours, whatever this tag was about to do for its own.
  if (sync && sync !== 'refresh') return held({ ...state, location: NONE }, emit, sync)
  if (sync) emit({ type: 'look' })
  return state
}

/** Sockets of the former network may have died silently. */
export function connected(state: TagState, emit: Emit): TagState {
  emit({ type: 'look' })
  const { error } = state
  return unfollowed({ ...state, notice: '', error: error?.code === 'network' ? undefined : error }, emit)
}

/** Tells a shopper who looked for news that there is none, or that no answer came. */
export function checked(state: TagState, _: Emit, { before, isMissed }: Of<'check-ended'>): TagState {
  const isOld = before && before === state.view && !state.error
  return { ...state, isBusy: false, notice: isMissed ? 'error.network' : isOld ? 'checked' : state.notice }
}

/**
 * The shopper looks at the page again. Browsers may have kept its socket from hearing anything; those of apps also say that
 * the page goes away, and never that it is back. An address that an app opened has not led away from the page.
 */
export function seenAgain(state: TagState, emit: Emit): TagState {
  const isBack = state.location.at === 'leaving'
  if (state.isFollowed || isBack) emit({ type: 'look' })
  return followed(isBack ? { ...state, location: callOff(state.location) } : state, emit)
}

/** A request of its own may renew the token. */
export function tokenRefused(state: TagState, emit: Emit): TagState {
  emit({ type: 'look' })
  return unfollowed(state, emit)
}
