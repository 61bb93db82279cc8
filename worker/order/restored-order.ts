/** Asks the gateway what an order may have forgotten, before it sends anything: see `model/restoration.ts`. */
import type { RefreshedOrderView } from '../../shared/order-view.ts'
import { type Result, refused } from '../../shared/result.ts'
import type { Config } from '../config/config.ts'
import { log } from '../config/log.ts'
import type { Refusal } from '../domain/refusal.ts'
import type { OrderContext } from './context.ts'
import { firmLook, type Look, pauseBetween } from './firm-look.ts'
import { askStatus, destinationOf } from './gateway-session.ts'
import type { Attempted } from './model/events.ts'
import { isForm, isSingle } from './model/methods.ts'
import { type AttemptRequest, MAX_ATTEMPTS } from './model/payment-admission.ts'
import { isAbout } from './model/report-subject.ts'
import { refTo } from './model/request-ref.ts'
import { forgottenExchange, mayBeRestored, mayLackAttempts, tellsOfForgotten } from './model/restoration.ts'
import type { Attempt, OrderState } from './model/state.ts'
import type { StatusAnswer } from './model/status-answers.ts'
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
  if (!event) return undefined
  const ahead = await attemptsAhead(context, state, event)
  if (!ahead) return UNCLEAR
  if (ahead.length === 0) return undefined
  const look = await firmLook(context, state.terms, () => lookFor(context, state.terms, ahead))
  if (look === 'unclear') return UNCLEAR
  if (look) await takeOver(context, { event, ahead }, look)
  else record.apply({ type: 'restoration-checked' })
  return undefined
}

/** One attempt that the order may have forgotten, under each of the names that it may have. */
type PossibleAttempt = readonly [Attempt, ...Attempt[]]

/**
 * All attempts that the order may have forgotten. The gateway does not know one that it refused, so a later one may have
 * charged.
 *
 * @returns `undefined` where nobody can tell their names.
 */
async function attemptsAhead(
  { record, names }: OrderContext,
  state: OrderState,
  event: Unnamed,
): Promise<readonly PossibleAttempt[] | undefined> {
  const after = record.policy.transition(state, { ...event, clientOrderId: '' }, Date.now())
  const next = after.attempts.at(-1)
  if (!next || after.attempts.length === state.attempts.length) return []
  const most = isSingle(next.method, state.terms.intent) ? 1 : MAX_ATTEMPTS
  const numbers = Array.from(
    { length: Math.max(0, most - state.attempts.length) },
    (_, index) => next.number + index,
  )
  const ahead = await Promise.all(
    numbers.map(async (number) => {
      const [first, ...others] = (await names.namesOf(state.terms, number)) ?? []
      const named = (clientOrderId: string) => ({ ...next, number, clientOrderId })
      return first === undefined ? undefined : ([named(first), ...others.map(named)] as const)
    }),
  )
  const known = ahead.filter((one) => one !== undefined)
  return known.length === ahead.length ? known : undefined
}

/**
 * Stored as an attempt whose reply was lost, so that everything else goes its usual way. Those before it, which the
 * gateway does not know, are stored as not accepted.
 */
async function takeOver(
  { record, ...context }: OrderContext,
  { event, ahead }: { readonly event: Unnamed; readonly ahead: readonly PossibleAttempt[] },
  { number, clientOrderId }: Attempt,
): Promise<void> {
  log('attempt-recovered', { order: record.state?.terms.id, attempt: number })
  const { hasLink } = record.state?.terms ?? {}
  // Who asks now may be somebody else than who paid, and must not see that card.
  const whose = (one: number) => (hasLink ? { exchange: forgottenExchange(one) } : {})
  for (const [{ number: skipped, clientOrderId: name }] of ahead.filter(([one]) => one.number < number)) {
    record.apply({ ...event, ...whose(skipped), clientOrderId: name, key: `skipped.${skipped}` })
    const failure = { code: 'not-accepted' } as const
    record.apply({ type: 'refused', ...refTo('attempt', skipped), failure, isUnsent: true })
  }
  const ref = refTo('attempt', number)
  record.apply({ ...event, ...whose(number), clientOrderId })
  record.apply({ type: 'lost', ...ref })
  await pollRequest({ record, ...context }, ref)
}

/** An attempt whose name is not known yet. */
type Unnamed = Omit<Attempted, 'clientOrderId'>

/**
 * The forgotten attempt may have been of another method. One that charges directly blocks others until its outcome is
 * known, so it is taken for that wherever the order allows one.
 */
function nextAttempt(
  { session }: OrderContext,
  state: OrderState,
  { key, method: wanted, bodyDigest }: AttemptRequest,
): Unnamed | undefined {
  const method = state.terms.methods.find((way) => !isForm(way)) ?? wanted
  const destination = destinationOf(session(), state.terms, method)
  return destination && { type: 'attempted', key, method, destination, ...(bodyDigest && { bodyDigest }) }
}

/** Asks about one after the other, until the gateway knows one or does not answer. */
async function lookFor(
  context: OrderContext,
  terms: OrderState['terms'],
  ahead: readonly PossibleAttempt[],
): Promise<Look<Attempt>> {
  let isVague = false
  for (const named of ahead) {
    const answers = await answersFor(context, terms, named)
    const found = named.find((one, at) => {
      const report = answers[at]?.report
      return report !== undefined && isAbout(one, report)
    })
    if (found) return { found, isVague }
    if (!answers.every((answer) => answer?.isNotFound || answer?.isRefused))
      return { found: 'unclear', isVague }
    isVague ||= answers.some((answer) => answer?.isRefused)
  }
  return { isVague }
}

/** Asks about an attempt under all its names at once. */
const answersFor = (
  { session, mutexes }: OrderContext,
  terms: OrderState['terms'],
  named: PossibleAttempt,
): Promise<readonly (StatusAnswer | undefined)[]> =>
  mutexes.statusPolling.runExclusive(() => Promise.all(named.map((one) => askStatus(session(), terms, one))))

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
  const isSure = await recoverAttempts(context)
  if (isSure) await context.mutexes.attempts.runExclusive(() => forgetIfDue(context))
}

/** An attempt may have begun meanwhile, or somebody opened a tentative order to stay. */
async function forgetIfDue({ record }: OrderContext): Promise<void> {
  const isDue = record.dueJobs().some(({ job, at }) => job.type === 'forget' && at <= Date.now())
  if (isDue && record.state?.attempts.length === 0) await record.forget()
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
  await pauseBetween(context)
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
