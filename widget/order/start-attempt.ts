/** Starts an attempt with exactly the terms that the shopper saw, or continues one. */
import type { PayRequest } from '../../shared/http-bodies.ts'
import { isPayable } from '../../shared/order-status.ts'
import type { OrderView } from '../../shared/order-view.ts'
import { announce } from '../element/announcer.ts'
import { type PayError, PaySubmitEvent } from '../element/events.ts'
import type { Refusal } from './api.ts'
import type { AttemptPresentation } from './attempt-presentation.ts'
import type { BotCheck } from './bot-check.ts'
import type { Context, Terms } from './context.ts'
import { isAnotherSum } from './open-order.ts'
import type { OrderSession } from './order-session.ts'
import { isPassing } from './problems.ts'
import type { RefusedWay } from './refusals.ts'
import { takeCheck } from './return-fragment.ts'
import { isSamePayment, type Submission } from './submission.ts'

/** The tag's order, as far as an attempt needs it. */
export interface AttemptOrder {
  readonly context: Context
  readonly session: OrderSession | undefined
  readonly view: OrderView | undefined
  readonly presentation: AttemptPresentation
  readonly botCheck: BotCheck
  /** Resolves once the tag knows whether there is an order to resume. */
  readonly started: Promise<unknown>
  /** Opens or joins the order to pay, unless there is one. */
  ensureOrder(terms: Terms): Promise<Refusal | undefined>
  /** Shows the shopper why the edge refused. @returns The refusal, unless the order turned out to be further. */
  refused(refusal: Refusal, way?: RefusedWay): Promise<Refusal | undefined>
  fail(error: PayError): Promise<undefined>
  show(change: { isBusy: boolean; error?: undefined }): void
  /** Shows the step that the order waits for. */
  showStep(): void
}

/** A check that the edge does not accept may have been a matter of time. A third one would not help. */
const MAX_TRIES = 3

/** A shopper waits for so long in front of a button that says so. If the edge wants a longer pause, they read why. */
const MAX_WAIT_SECONDS = 30

/** The page changed the terms while the tag was carrying out the click. The shopper may look and click again. */
const CHANGED: PayError = { code: 'terms-changed', recoverable: true, supportId: '' }

/**
 * Asks the page, then starts the attempt, and shows the step that the order waits for. The tag is busy meanwhile.
 *
 * @returns Why the edge refused, if it did.
 */
export async function startAttempt(
  order: AttemptOrder,
  submission: Submission,
): Promise<Refusal | undefined> {
  order.show({ isBusy: true, error: undefined })
  try {
    await order.started
    if (order.view && !isPayable(order.view.status)) return
    return await submit(order, submission)
  } finally {
    order.show({ isBusy: false })
    order.presentation.closeUnused()
  }
}

async function submit(order: AttemptOrder, submission: Submission): Promise<Refusal | undefined> {
  const { presentation, context } = order
  const { option, terms, customer } = submission
  const { method, card } = option
  presentation.stay()
  const event = new PaySubmitEvent(method, order.view)
  await announce(context.host, event)
  const request: PayRequest = {
    ...{ method, customer, pageUrl: terms.pageUrl },
    // A checkout has told an offer's order already.
    ...(terms.session && terms.namedReturnUrl && { returnUrl: terms.namedReturnUrl }),
    ...(card && { savedCard: card.handle }),
  }
  // The page may take its time; another offer does not wait for it.
  const isAllowed = await Promise.race([event.allowed(), aborted(context.signal)])
  if (isOutdated(order, submission)) return order.fail(CHANGED)
  if (!isAllowed) return
  // The window of the attempt before would let the shopper pay there too, and this attempt does not use it.
  if (presentation.presentationOf(method, terms.presentation) !== 'popup') presentation.closePopUp()
  return await send(order, submission, request)
}

async function send(
  order: AttemptOrder,
  submission: Submission,
  request: PayRequest,
): Promise<Refusal | undefined> {
  const { presentation, context } = order
  const { signal, api } = context
  const { send: pay = api.pay, terms, seen } = submission
  const unopened = await order.ensureOrder(terms)
  if (isOutdated(order, submission)) return order.fail(CHANGED)
  if (unopened) return order.refused(unopened, 'all')
  const { session, view } = order
  // If the order is further than the shopper saw, the tag shows it and does not pay.
  if (!session || view?.attempts.length !== seen || !isPayable(view.status)) return
  if (isAnotherSum(view, terms.sum)) return order.fail(CHANGED)
  presentation.awaitStep(seen + 1)
  // A derived key, so that two tabs that saw the same order start one attempt.
  const key = `${session.key}.${seen + 1}`
  // A new view may come before the answer, and removes the card frame that would give the answer.
  const unlessOver = <Value>(work: Promise<Value>) =>
    Promise.race([presentation.begun(), aborted(signal), work])
  let check: string | undefined = takeCheck(context.env, session.id) ?? NO_CHECK
  let refusal: Refusal | undefined
  for (let tries = MAX_TRIES; check !== undefined; ) {
    const shownBy = presentation.presentationOf(request.method, terms.presentation)
    const body: PayRequest = { ...request, presentation: shownBy, ...(check && { check }) }
    refusal = await unlessOver(session.call((id, token) => pay(id, token, key, body)))
    tries -= 1
    check = refusal && tries ? await unlessOver(comply(order, refusal, session.id)) : undefined
    order.botCheck.end()
    if (check !== undefined && isOutdated(order, submission)) return order.fail(CHANGED)
  }
  // The attempt is under way and has not failed, but the tag shows something else by now.
  if (signal.aborted) return
  // Another tab may have begun it while the edge refused.
  if (refusal && order.view?.attempts.length === seen) return order.refused(refusal, request.method)
  session.follow()
  // Another tab's answer may have brought the same view before.
  order.showStep()
  return
}

/** A request without a bot check. */
const NO_CHECK = ''

/**
 * Does what the edge asks for before it takes the request: lets the shopper pass a bot check, or waits.
 *
 * @returns The check to repeat the request with; `undefined` if repeating it is of no use.
 */
async function comply(
  { context, botCheck, presentation }: AttemptOrder,
  { code, retryAfterSeconds }: Refusal,
  id: string,
): Promise<string | undefined> {
  if (code === 'check-needed') {
    // The window waits in front of the page in which the check is.
    presentation.closePopUp()
    return (await botCheck.ask(id)) || undefined
  }
  if (code !== 'too-many-requests' || !retryAfterSeconds || retryAfterSeconds > MAX_WAIT_SECONDS) return
  await context.env.pause(retryAfterSeconds * 1000)
  return NO_CHECK
}

/** Continues with the step that the order waits for, unless a limited offer has gone to others meanwhile. */
export async function continueAttempt(order: AttemptOrder) {
  if (order.view?.reservedUntil && !(await isStillReserved(order))) return
  if (order.view) order.presentation.awaitStep(order.view.attempts.length)
  order.showStep()
}

/** Asks the edge to prolong the reservation of a limited offer. If the edge does not answer, the shopper may still pay. */
async function isStillReserved(order: AttemptOrder): Promise<boolean> {
  order.show({ isBusy: true, error: undefined })
  const refusal = await order.session?.call(order.context.api.continue)
  order.show({ isBusy: false })
  if (!refusal || isPassing(refusal)) return !!order.view?.action
  order.presentation.closePopUp()
  await order.refused(refusal)
  return false
}

/** Whether the page has changed the terms since the click. */
const isOutdated = ({ context }: AttemptOrder, { terms }: Submission) =>
  !isSamePayment(terms, context.host.terms)

const aborted = (signal: AbortSignal) =>
  new Promise<undefined>((resolve) => {
    signal.addEventListener('abort', () => resolve(undefined))
    if (signal.aborted) resolve(undefined)
  })
