/** Asks the gateway what an order may have forgotten, before it sends anything: see `model/restoration.ts`. */
import type { RefreshedOrderView } from '../../shared/order-view.ts'
import { type Result, refused } from '../../shared/result.ts'
import type { Config } from '../config/config.ts'
import { log } from '../config/log.ts'
import type { Refusal } from '../domain/refusal.ts'
import type { OrderContext } from './context.ts'
import { askStatus, destinationOf } from './gateway-session.ts'
import { clientOrderIdOf } from './model/attempt-requests.ts'
import type { Attempted } from './model/events.ts'
import { isForm, isSingle } from './model/methods.ts'
import { type AttemptRequest, MAX_ATTEMPTS } from './model/payment-admission.ts'
import { isAbout } from './model/report-subject.ts'
import { refTo } from './model/request-ref.ts'
import { mayBeRestored, mayLackAttempts, tellsOfForgotten } from './model/restoration.ts'
import type { Attempt, OrderState } from './model/state.ts'
import { pollRequest, refresh, refreshed } from './status-polling.ts'

const restoredAt = ({ ORDERS_RESTORED_AT }: Config) => ORDERS_RESTORED_AT * 1000

/** Nobody knows what the order has sent, so it sends nothing. */
const UNCLEAR: Refusal = { code: 'unavailable', why: 'a restored order needs an answer of the gateway' }

/**
 * Takes over an attempt that the order may have forgotten: the gateway knows a transaction under the name that one of the
 * next attempts would have. The caller sees to it that no attempt begins meanwhile.
 *
 * @param request What is to be sent. An attempt that is taken over answers it, so it has its key.
 * @returns Why nothing may be sent; `undefined` if the order may decide.
 */
export async function recoverAttempt(
  context: OrderContext,
  request: AttemptRequest,
): Promise<Refusal | undefined> {
  const { record, config } = context
  const { state } = record
  if (!state || !mayLackAttempts(state, restoredAt(config()))) return undefined
  // The gateway cannot be asked about a recurring payment: under its name are the charges of its schedule.
  if (request.method === 'recurring-payment') return UNCLEAR
  const event = nextAttempt(context, state, request)
  const names = event ? namesAhead(state, record.policy.transition(state, event, Date.now())) : []
  if (!event || names.length === 0) return undefined
  const look = await firmLook(context, state, names)
  if (look === 'unclear') return UNCLEAR
  if (look) await takeOver(context, event, look)
  else record.apply({ type: 'restoration-checked' })
  return undefined
}

/**
 * All attempts that the order may have forgotten. The gateway does not know one that it refused, so a later one may have
 * charged.
 */
function namesAhead({ terms, attempts }: OrderState, after: OrderState): Attempt[] {
  const next = after.attempts.at(-1)
  if (!next) return []
  const most = isSingle(next.method, terms.intent) ? 1 : MAX_ATTEMPTS
  return Array.from({ length: Math.max(0, most - attempts.length) }, (_, index) => {
    const number = next.number + index
    return { ...next, number, clientOrderId: clientOrderIdOf(terms, number) }
  })
}

/**
 * Stored as an attempt whose reply was lost, so that everything else goes its usual way. Those before it, which the
 * gateway does not know, are stored as not accepted.
 */
async function takeOver(
  { record, ...context }: OrderContext,
  event: Attempted,
  { number }: Attempt,
): Promise<void> {
  log('attempt-recovered', { order: record.state?.terms.id, attempt: number })
  for (let skipped = (record.state?.attempts.length ?? 0) + 1; skipped < number; skipped += 1) {
    record.apply({ ...event, key: `skipped.${skipped}` })
    const failure = { code: 'not-accepted' } as const
    record.apply({ type: 'refused', ...refTo('attempt', skipped), failure, isUnsent: true })
  }
  const ref = refTo('attempt', number)
  record.apply(event)
  record.apply({ type: 'lost', ...ref })
  await pollRequest({ record, ...context }, ref)
}

/**
 * The forgotten attempt may have been of another method. One that charges directly blocks others until its outcome is
 * known, so it is taken for that wherever the order allows one.
 */
function nextAttempt(
  { session }: OrderContext,
  state: OrderState,
  { key, method: wanted, bodyDigest }: AttemptRequest,
): Attempted | undefined {
  const method = state.terms.methods.find((way) => !isForm(way)) ?? wanted
  const destination = destinationOf(session(), state.terms, method)
  return destination && { type: 'attempted', key, method, destination, ...(bodyDigest && { bodyDigest }) }
}

/**
 * Finds the first attempt that the gateway knows. That it knows none has to come twice, since its reports may lag behind,
 * and an error that may mean "no such order" may mean anything else as well; about money out such an error never counts.
 *
 * @returns `undefined` where the gateway knows none of them; `unclear` where it does not say so.
 */
async function firmLook(
  context: OrderContext,
  { terms }: OrderState,
  names: readonly Attempt[],
): Promise<Attempt | 'unclear' | undefined> {
  const first = await lookFor(context, terms, names)
  if (first.found === 'unclear' || (first.found && !first.isVague)) return first.found
  if (first.isVague && terms.intent === 'payout') return 'unclear'
  await pause(context)
  const { found } = await lookFor(context, terms, names)
  return found
}

interface Look {
  readonly found?: Attempt | 'unclear'
  /** An error on the way may not have meant "no such order". */
  readonly isVague: boolean
}

/** Asks about one after the other, until the gateway knows one or does not answer. */
async function lookFor(
  { session, mutexes }: OrderContext,
  terms: OrderState['terms'],
  names: readonly Attempt[],
): Promise<Look> {
  let isVague = false
  for (const next of names) {
    const answer = await mutexes.statusPolling.runExclusive(() => askStatus(session(), terms, next))
    if (answer?.report && isAbout(next, answer.report)) return { found: next, isVague }
    if (!answer?.isNotFound && !answer?.isRefused) return { found: 'unclear', isVague }
    isVague ||= answer.isRefused === true
  }
  return { isVague }
}

/**
 * Asks about everything, then looks for forgotten attempts. Refused where the gateway does not answer. It sets the alarm
 * as well: that of a restored object may be lost.
 */
export async function refreshRestored(context: OrderContext): Promise<Result<RefreshedOrderView, Refusal>> {
  const { record } = context
  record.rearm()
  const asked = await refresh(context)
  if (!asked.ok) return asked
  const { gatewayAnswered, ...order } = asked.value
  const isSure = await recoverAttempts(context)
  return isSure ? refreshed(context, gatewayAnswered) : refused({ code: 'gateway-silent', order })
}

/** Deletes an order that was never tried, unless the gateway knows better. */
export async function forget(context: OrderContext): Promise<void> {
  const { record } = context
  const isSure = await recoverAttempts(context)
  if (isSure && record.state?.attempts.length === 0) await record.forget()
}

/**
 * Looks for all attempts that the order may have forgotten, one after the other. Repeating is harmless.
 *
 * @returns Whether the gateway answered.
 */
const recoverAttempts = (context: OrderContext): Promise<boolean> =>
  context.mutexes.attempts.runExclusive(() => recoverAll(context))

async function recoverAll(context: OrderContext): Promise<boolean> {
  const { record } = context
  for (let looked = 0; looked < MAX_ATTEMPTS; looked += 1) {
    const { terms, attempts, payment } = record.state ?? {}
    const [method] = terms?.methods ?? []
    if (!method || payment !== undefined) return true
    if (await recoverAttempt(context, { key: `recovered.${attempts?.length}`, method })) return false
    if (record.state?.attempts.length === attempts?.length) return true
  }
  return true
}

/**
 * Whether the gateway knows a capture or a return of the payment that the order may have forgotten. Then no other may
 * follow: a merchant who repeats a request would give the same money back twice.
 *
 * @returns Why nothing may be sent; `undefined` if the order may decide.
 */
export async function forgottenFollowUp(context: OrderContext): Promise<Refusal | undefined> {
  const { record, config } = context
  const { state } = record
  const attempt = state?.attempts[(state.payment ?? 0) - 1]
  if (!state || !attempt || !mayBeRestored(state, restoredAt(config()))) return undefined
  const first = await forgottenBy(context, state, attempt)
  if (first) return first
  // Its reports may lag behind.
  await pause(context)
  return forgottenBy(context, state, attempt)
}

async function forgottenBy(
  { record, session, mutexes }: OrderContext,
  state: OrderState,
  attempt: Attempt,
): Promise<Refusal | undefined> {
  const { gatewayId } = attempt
  const answer = await mutexes.statusPolling.runExclusive(() =>
    askStatus(session(), state.terms, attempt, { gatewayId }),
  )
  if (!answer?.report || !isAbout(attempt, answer.report)) return { code: 'gateway-silent' }
  if (!tellsOfForgotten(record.state ?? state, answer.report)) return undefined
  log('follow-up-forgotten', { order: state.terms.id })
  return {
    code: 'follow-up-impossible',
    why: 'restored: the gateway knows a movement that the order does not',
  }
}

/** Two answers that lie so far apart count as two. */
const pause = ({ times }: OrderContext) =>
  new Promise((resolve) => setTimeout(resolve, times().activeEvery / 2))
