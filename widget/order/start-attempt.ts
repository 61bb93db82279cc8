/** Starts an attempt with exactly the terms that the shopper saw, or continues one. */
import { MAX_WAIT_SECONDS, type PayRequest, type Presentation } from '../../shared/http-bodies.ts'
import { isPayable } from '../../shared/order-status.ts'
import type { ShopperWay } from '../../shared/order-view.ts'
import { announce } from '../events/announcer.ts'
import { PaySubmitEvent } from '../events/events.ts'
import type { PayError } from '../events/pay-error.ts'
import type { Refusal } from './api.ts'
import { askCheck } from './bot-check.ts'
import { findFormerCart } from './former-carts.ts'
import { exchangeLink } from './link.ts'
import type { TagState } from './model/tag-state.ts'
import { openAndPay } from './open-order.ts'
import { askOrder, call } from './order-requests.ts'
import { isPassing } from './problems.ts'
import { takeRefusal } from './refusals.ts'
import { takeCheck } from './return-fragment.ts'
import { attemptKey, isSamePayment, type Submission } from './submission.ts'
import type { TagContext } from './tag-context.ts'
import { frameOf } from './ways.ts'

/** A check that the edge does not accept may have been a matter of time. A third one would not help. */
const MAX_TRIES = 3

/** A shopper waits for so long in front of a button that says so. If the edge wants a longer pause, they read why. */
const MAX_PAUSE_SECONDS = 30

/** The page changed the terms while the tag was carrying out the click. The shopper may look and click again. */
const CHANGED: PayError = { code: 'terms-changed', recoverable: true, supportId: '' }

/**
 * Asks the page, then starts the attempt, and shows the step that the order waits for. The tag is busy meanwhile.
 *
 * @returns Why the edge refused, if it did.
 */
export async function startAttempt(tag: TagContext, submission: Submission): Promise<Refusal | undefined> {
  try {
    if (tag.state.error?.recoverable === false) return
    tag.send({ type: 'work-begun' })
    await tag.until(({ isStarted }) => isStarted)
    const { view } = tag.state
    if (view && !isPayable(view.status)) return
    return await submit(tag, submission)
  } finally {
    tag.send({ type: 'attempt-over' })
  }
}

async function submit(tag: TagContext, submission: Submission): Promise<Refusal | undefined> {
  const { option, terms, customer } = submission
  const { method, card } = option
  const signal = tag.jobs.signal('sale')
  const { view } = tag.state
  tag.send({ type: 'called-off' })
  const event = new PaySubmitEvent(method, view)
  await announce(tag.host, event)
  const request: PayRequest = {
    ...{ method, customer, pageUrl: terms.pageUrl },
    // A checkout has told an offer's order already.
    ...(terms.session && terms.namedReturnUrl && { returnUrl: terms.namedReturnUrl }),
    ...(card && { savedCard: card.handle }),
  }
  // The page may take its time; another offer does not wait for it, and is not what the page would allow.
  const isOver = tag.until(() => signal.aborted).then(() => false)
  const isAllowed = await Promise.race([event.allowed(), isOver])
  if (isOutdated(tag, submission)) return changed(tag)
  if (!isAllowed) return
  // The window of the attempt before would let the shopper pay there too, and this attempt does not use it.
  if (presentationOf(tag.state, method, terms.presentation) !== 'popup') tag.send({ type: 'window-closed' })
  return await send(tag, submission, request)
}

async function send(
  tag: TagContext,
  submission: Submission,
  request: PayRequest,
): Promise<Refusal | undefined> {
  const { terms, seen } = submission
  const unlinked = await exchangeLink(tag)
  if (isOutdated(tag, submission)) return changed(tag)
  if (unlinked) return takeRefusal(tag, unlinked, request.method)
  const sale = tag.sale()
  // Another tab may have opened the order while the page thought about the click.
  if (!tag.state.access && sale.orders.read(sale.digest)?.token) await askOrder(tag)
  const isFirst = !!tag.state.claims && !tag.state.view?.attempts.length
  // What throws here has sent nothing.
  if (isFirst) await sale.orders.obtain(sale.digest)
  const former = isFirst ? await findFormerCart(sale, true) : undefined
  const { signal } = sale
  if (signal.aborted || isOutdated(tag, submission)) return changed(tag)
  if (former && !former.ok) return takeRefusal(tag, former.reason, request.method)
  // The payment of a former cart is under way: the tag shows that.
  if (former?.value) return void sale.send({ type: 'order-found', access: former.value })
  const { view } = tag.state
  // If the order is further than the shopper saw, the tag shows it and does not pay.
  if (isFirst ? view?.attempts.length : view?.attempts.length !== seen || !isPayable(view.status)) return
  const attempt = seen + 1
  tag.send({ type: 'attempt-sent', attempt })
  // A new view may come before the answer, and removes the card frame that would give the answer.
  const over = tag.until((state) => signal.aborted || state.view?.attempts.length === attempt)
  const unlessOver = <Value>(work: Promise<Value>) => Promise.race([over.then(() => undefined), work])
  let check: string | undefined = takeCheck(tag.env) ?? NO_CHECK
  let refusal: Refusal | undefined
  for (let tries = MAX_TRIES; check !== undefined && !signal.aborted; ) {
    const presentation = presentationOf(tag.state, request.method, terms.presentation)
    const pay: PayRequest = { ...request, presentation, wait: MAX_WAIT_SECONDS, ...(check && { check }) }
    refusal = await unlessOver(isFirst ? payFirst(tag, submission, pay) : payAgain(tag, submission, pay))
    tries -= 1
    check = refusal && tries ? await unlessOver(comply(tag, refusal)) : undefined
    tag.send({ type: 'bot-check-ended', token: '' })
    if (check !== undefined && isOutdated(tag, submission)) return changed(tag)
  }
  // The attempt may be under way and has not failed, but the tag shows something else by now.
  if (signal.aborted) return
  // Another tab may have begun it while the edge refused.
  if (refusal && (tag.state.view?.attempts.length ?? 0) === seen)
    return takeRefusal(tag, refusal, request.method)
  // Another tab's answer may have brought the same view before.
  tag.send({ type: 'attempt-answered' })
  return
}

/** Opens the order, and pays in the same request. @returns Why the edge refused, if it did. */
async function payFirst(tag: TagContext, submission: Submission, pay: PayRequest) {
  const sale = tag.sale()
  const answer = await openAndPay(sale, { ...submission, pay })
  if (!answer.ok) return sale.signal.aborted ? undefined : answer.reason
  sale.send({ type: 'order-found', access: answer.value })
  return
}

/** Starts the next attempt of the shown order. @returns Why the edge refused, if it did. */
function payAgain(tag: TagContext, { seen, payer }: Submission, pay: PayRequest) {
  const key = attemptKey(tag.state.access?.key ?? '', seen + 1)
  return call(tag, (api) => (id, token) => (payer ?? api).pay(id, token, key, pay))
}

/** A request without a bot check. */
const NO_CHECK = ''

/**
 * Does what the edge asks for before it takes the request: lets the shopper pass a bot check, or waits.
 *
 * @returns The check to repeat the request with; `undefined` if repeating it is of no use.
 */
async function comply(
  tag: TagContext,
  { code, retryAfterSeconds, order }: Refusal,
): Promise<string | undefined> {
  if (code === 'check-needed') {
    // The window waits in front of the page in which the check is.
    tag.send({ type: 'window-closed' })
    return (order && (await askCheck(tag, order.id))) || undefined
  }
  if (code !== 'too-many-requests' || !retryAfterSeconds || retryAfterSeconds > MAX_PAUSE_SECONDS) return
  await tag.env.pause(retryAfterSeconds * 1000)
  return NO_CHECK
}

/** Continues with the step that the order waits for, unless a limited offer has gone to others meanwhile. */
export async function continueAttempt(tag: TagContext) {
  const { send } = tag.sale()
  if (!tag.state.view?.reservedUntil || (await isStillReserved(tag))) send({ type: 'continued' })
}

/** Asks the edge to prolong the reservation of a limited offer. If the edge does not answer, the shopper may still pay. */
async function isStillReserved(tag: TagContext): Promise<boolean> {
  tag.send({ type: 'work-begun' })
  const refusal = await call(tag, (api) => api.continue)
  tag.send({ type: 'work-ended' })
  if (!refusal || isPassing(refusal)) return !!tag.state.view?.action
  tag.send({ type: 'window-closed' })
  await takeRefusal(tag, refusal)
  return false
}

/** Whether the page has changed the terms since the click. */
const isOutdated = ({ host }: TagContext, { terms }: Submission) => !isSamePayment(terms, host.terms)

const changed = (tag: TagContext) => void tag.send({ type: 'failed', error: CHANGED })

/** Our own fields lead only to a bank, whose page is best in a frame. In an isolated page no bank's frame runs. */
function presentationOf(
  { hasWindow, isIsolated }: TagState,
  method: ShopperWay,
  requested: string,
): Presentation {
  const wanted = frameOf(method) ? 'frame' : requested
  if (wanted === 'popup' && hasWindow) return wanted
  return wanted === 'frame' && !isIsolated ? wanted : 'redirect'
}
