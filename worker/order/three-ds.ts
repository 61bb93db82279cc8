/**
 * Takes the shopper through 3-D Secure. The bank's answers go on to the gateway, and never count as an outcome: any
 * browser may post them, late, twice, or of another step.
 */
import { isDecided } from '../../shared/order-status.ts'
import type { OrderView } from '../../shared/order-view.ts'
import { accepted, type Result, refused } from '../../shared/result.ts'
import { type LogFields, log } from '../config/log.ts'
import type { Refusal } from '../domain/refusal.ts'
import type { OrderContext } from './context.ts'
import { nextStep } from './gateway-session.ts'
import type { ReportedStep } from './model/report-mapping.ts'
import type { Attempt, Step } from './model/state.ts'
import { type StepAnswer, validateAnswer } from './model/three-ds-answer-validation.ts'
import { stepEnds, stepKey } from './model/three-ds-time-limits.ts'
import {
  type Completion,
  type StepFailure,
  type Upload,
  uploadChallenge,
  uploadMethod,
  uploadPaRes,
} from './three-ds-uploads.ts'
import { type ReturnTarget, returnTarget } from './views/return-target.ts'

/** An attempt that waits for a step. */
type Waiting = Attempt & { readonly step: Step }

/**
 * The step that an attempt waits for, and where its browser belongs if there is none. The caller sends a browser there,
 * so the order notes once that a challenge has begun.
 */
export function openStep(
  context: OrderContext,
  number: number,
): (ReturnTarget & { readonly step?: Step }) | undefined {
  const back = returnTarget(context.record.state, number)
  const attempt = back && waiting(context, number)
  if (attempt?.step.type === 'challenge') note(context, attempt, 'step-opened')
  return attempt ? { ...back, step: attempt.step } : back
}

/** Hands the bank's answer on. @returns Where the browser belongs; `undefined` if there is no such attempt. */
export async function receiveAnswer(
  context: OrderContext,
  answer: StepAnswer,
): Promise<ReturnTarget | undefined> {
  const back = returnTarget(context.record.state, answer.attempt)
  // Stored before it waits for another one, since there is no other copy.
  if (back && store(context, answer)) await handOnAnswer(context, answer.attempt)
  return back
}

/**
 * Stores a bank's answer until the gateway took or refused it, so that neither a silent gateway nor a crash loses it. An
 * answer that no step waits for, or that belongs to another one, changes nothing, nor does any while one is on its way.
 *
 * @returns Whether there is an answer to hand on now. The alarm sees one through that is on its way.
 */
function store(context: OrderContext, answer: StepAnswer): boolean {
  const { record, times } = context
  const attempt = waiting(context, answer.attempt, answer.step)
  if (!attempt || attempt.step.pendingAnswer) return false
  const now = Date.now()
  const verdict = validateAnswer(attempt.step, { answer, ends: stepEnds(attempt.step, times()), now })
  if (!verdict.ok) {
    logStep(context, attempt, 'step-answer-unheeded', { code: verdict.reason })
    return false
  }
  // It is handed on at once, so the alarm is for when that failed.
  record.askedAt.set(stepKey(attempt), now)
  record.apply({ type: 'step-brought', ...stepOf(attempt), fields: verdict.value })
  return true
}

/** Hands on the answer that a bank's page brought, if that is not done. */
export const handOnAnswer = (context: OrderContext, number: number): Promise<void> =>
  context.mutexes.threeDs.runExclusive(() => handOn(context, number))

async function handOn(context: OrderContext, number: number): Promise<void> {
  const attempt = waiting(context, number)
  const fields = attempt?.step.pendingAnswer?.fields
  if (!attempt || !fields) return
  const { gateway } = context.session()
  const { payer } = context.record.storage
  const uploads: Partial<Record<Step['type'], Upload>> = {
    method: () => uploadMethod(gateway, attempt, { completion: 'Y', payer }),
    challenge: () => uploadChallenge(gateway, attempt, fields),
    pareq: () => uploadPaRes(gateway, attempt, fields),
  }
  // A bogus post must not block the bank's real answer.
  const send = uploads[attempt.step.type]
  await upload(context, attempt, { send, ifRefused: 'step-refused', ifUnsendable: 'step-refused' })
}

/** Ends a Method page whose answer did not come, or that the bank does not have. */
export const endMethod = (context: OrderContext, number: number): Promise<void> =>
  context.mutexes.threeDs.runExclusive(() => completeMethod(context, number))

/** Where nothing can be sent, the edge cannot carry the step out: it is over, and the order asks how the payment went on. */
async function completeMethod(context: OrderContext, number: number): Promise<void> {
  const attempt = waiting(context, number, 'method')
  if (!attempt) return
  if (attempt.step.pendingAnswer) return handOn(context, number)
  const completion: Completion = attempt.step.url ? 'N' : 'U'
  const { gateway } = context.session()
  const { payer } = context.record.storage
  const send = () => uploadMethod(gateway, attempt, { completion, payer })
  // The gateway has no use for another end of the step.
  await upload(context, attempt, { send, ifRefused: 'step-answered', ifUnsendable: 'step-overdue' })
}

/**
 * Ends the newest attempt's Method page at a page's word, if its time is over by the order's own clock. A page that is
 * early changes nothing: the alarm ends the step, as it repeats an upload that was made once.
 */
export async function endMethodInTime(context: OrderContext): Promise<Result<OrderView, Refusal>> {
  const { record, mutexes } = context
  const { state } = record
  if (!state) return refused({ code: 'not-found' })
  const { length: number } = state.attempts
  await mutexes.threeDs.runExclusive(async () => {
    if (isMethodOver(context, number)) await completeMethod(context, number)
  })
  return accepted(record.views.shopper(record.state ?? state))
}

function isMethodOver(context: OrderContext, number: number): boolean {
  const attempt = waiting(context, number, 'method')
  if (!attempt || context.record.askedAt.has(stepKey(attempt))) return false
  const ends = stepEnds(attempt.step, context.times())
  return ends !== undefined && Date.now() >= ends
}

/** Stops showing a step whose time is over. An answer that still comes is handed on. */
export function endShownStep(context: OrderContext, number: number): void {
  const attempt = waiting(context, number)
  if (attempt) note(context, attempt, 'step-overdue')
}

/** None for a shopper who cancelled. A step whose time is over still waits, so that a late answer is handed on. */
function waiting({ record }: OrderContext, number: number, type?: Step['type']): Waiting | undefined {
  const { attempts = [], cancelled } = record.state ?? {}
  const attempt = attempts[number - 1]
  const step = attempt?.step
  if (!step || step.isAnswered || cancelled || attempt.cancelled || step.type !== (type ?? step.type))
    return undefined
  // Also of an attempt in doubt: the shopper may be at the bank, and the report that did not fit somebody else's.
  return isDecided(attempt.status) ? undefined : { ...attempt, step }
}

/** What to send, and the events that follow where the gateway refuses it, and where it cannot be sent at all. */
interface UploadPlan {
  readonly send: Upload | undefined
  readonly ifRefused: 'step-refused' | 'step-answered'
  readonly ifUnsendable: 'step-refused' | 'step-overdue'
}

/** The alarm repeats an upload that the gateway did not answer. Any other leads to a question about the payment. */
async function upload(context: OrderContext, attempt: Waiting, { send, ...next }: UploadPlan): Promise<void> {
  if (!send) return
  context.record.askedAt.set(stepKey(attempt), Date.now())
  const outcome = await send()
  if (outcome.ok) return answered(context, attempt, outcome.value)
  logStep(context, attempt, 'step-not-taken', { ...outcome.reason })
  const change = changeAfter(outcome.reason, next)
  if (change) note(context, attempt, change)
}

/** The gateway may name the next step here, and never again. */
async function answered(
  { record, session }: OrderContext,
  attempt: Waiting,
  reply: ReportedStep,
): Promise<void> {
  const next = record.state && (await nextStep(session(), record.state.terms, attempt, reply))
  record.apply({ type: 'step-answered', ...stepOf(attempt), ...(next && { next }) })
}

type StepChange = 'step-opened' | 'step-answered' | 'step-refused' | 'step-overdue'

function note({ record }: OrderContext, attempt: Waiting, type: StepChange): void {
  record.apply({ type, ...stepOf(attempt) })
}

const stepOf = ({ number, step: { type: step, since } }: Waiting) => ({ attempt: number, step, since })

function logStep(
  { record }: OrderContext,
  { number, step }: Waiting,
  event: string,
  fields: LogFields,
): void {
  log(event, { order: record.state?.terms.id, attempt: number, step: step.type, ...fields })
}

/** What a failed upload makes of the step. `undefined`: the gateway did not answer, so it is sent again. */
function changeAfter(
  { code }: StepFailure,
  { ifRefused, ifUnsendable }: Omit<UploadPlan, 'send'>,
): StepChange | undefined {
  if (code === 'unsendable') return ifUnsendable
  return code === 'gateway-refused' ? ifRefused : undefined
}
