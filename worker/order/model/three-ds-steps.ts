/** What becomes of an attempt’s step of 3-D Secure, how long it may take, and what is due about it. */
import { isDecided } from '../../../shared/order-status.ts'
import type { Times } from '../../config/times.ts'
import { isUnresolved, leadingAttempt, underWay } from './attempts.ts'
import type { NewStep, Stepped } from './events.ts'
import { pollDue } from './polling.ts'
import type { Attempt, OrderState, Step } from './state.ts'

/** More steps than any payment has: what is remembered of those that are over is bounded. */
const MAX_PAST = 8

/**
 * The gateway waits for the shopper's bank. A step that was answered, or whose time is over, or that another one came
 * after, is not shown again: a report that lags may still tell of it.
 */
export function withStep(attempt: Attempt, told: NewStep, now: number): Attempt {
  const { step, pastSteps = [] } = attempt
  if ((step && isSameStep(step, told)) || pastSteps.includes(nameOf(told))) return asItStands(attempt)
  const { error: _, ...rest } = attempt
  const past = step ? { pastSteps: [...pastSteps, nameOf(step)].slice(-MAX_PAST) } : {}
  const fresh = { ...told, since: now }
  return { ...rest, ...past, status: statusAt(fresh), step: fresh }
}

/**
 * A report of "under way" that names no new step says nothing about the one that is open: the gateway may have told of
 * it once, in its reply. The very same attempt comes back unless it was in doubt.
 */
export function asItStands(attempt: Attempt): Attempt {
  const status = statusAt(attempt.step)
  if (attempt.status === status || !isUnresolved(attempt)) return attempt
  const { error: _, ...rest } = attempt
  return { ...rest, status }
}

/** What an attempt that is under way waits for: its shopper at the bank, or the gateway alone. */
function statusAt(step: Step | undefined): 'method' | 'challenge' | 'processing' {
  if (!step || isEnded(step)) return 'processing'
  return step.type === 'method' ? 'method' : 'challenge'
}

/** Whether there is nothing left to show of a step. */
const isEnded = ({ isAnswered, isOver }: Step) => isAnswered === true || isOver === true

/** A page in `html` may be written anew each time it is told of; there is one at most. */
const isSameStep = (known: Step, told: NewStep) =>
  (['type', 'url', 'serverTransactionId', 'creq', 'pareq'] as const).every(
    (name) => known[name] === told[name],
  )

/** Short, and without what a bank was told, which may hold a card's expiry. */
const nameOf = ({ type, url = '', serverTransactionId = '', creq = '', pareq = '' }: NewStep) =>
  `${type} ${digest([url, serverTransactionId, creq, pareq].join('\n'))}`

/** Tells texts apart that nobody chose to collide (FNV-1a, 32 bits). */
function digest(text: string): string {
  let hash = 0x811c9dc5
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  return (hash >>> 0).toString(36)
}

/** The shopper came back from a page of the gateway's: its step counts as answered, whatever came of it. */
export function backFromPage(attempt: Attempt): Attempt {
  const { step } = attempt
  const isGateways = step?.type === 'redirect' || step?.type === 'page'
  if (!isGateways || step.isAnswered || isDecided(attempt.status)) return attempt
  return asItStands({ ...attempt, step: { ...step, isAnswered: true } })
}

/** Applies an event of a step; the very same attempt comes back if it waits for another one, or for none. */
export function stepped(attempt: Attempt, event: Stepped, now: number): Attempt {
  const { step } = attempt
  const isIt = step?.type === event.step && step.since === (event.since ?? step.since)
  return !step || !isIt || step.isAnswered || isDecided(attempt.status)
    ? attempt
    : ofWaiting(attempt, step, { event, now })
}

function ofWaiting(
  attempt: Attempt,
  step: Step,
  { event, now }: { readonly event: Stepped; readonly now: number },
): Attempt {
  switch (event.type) {
    case 'step-opened':
      return step.openedAt || step.isOver ? attempt : { ...attempt, step: { ...step, openedAt: now } }
    case 'step-brought': {
      // What is on its way is seen through: a page that was loaded anew may bring a worse answer.
      if (step.brought) return attempt
      const brought = { at: now, fields: event.fields }
      return { ...attempt, step: { ...step, brought, broughtCount: (step.broughtCount ?? 0) + 1 } }
    }
    case 'step-answered': {
      const answered = {
        ...underWay(attempt, now),
        step: { ...withoutBrought(step), isAnswered: true as const },
      }
      return event.next ? withStep(answered, event.next, now) : answered
    }
    case 'step-refused':
      // The bank may have told the gateway by itself what came of it.
      return { ...attempt, step: withoutBrought(step), asking: { since: now, pace: 'active' } }
    case 'step-overdue':
      return step.isOver ? attempt : { ...underWay(attempt, now), step: { ...step, isOver: true } }
  }
}

/** The attempt without what its bank and the gateway said in its step; the very same one where they said nothing. */
export function withoutBankWords(attempt: Attempt): Attempt {
  if (!attempt.step) return attempt
  const { creq, pareq, md, html, brought, ...step } = attempt.step
  return creq || pareq || md || html || brought ? { ...attempt, step } : attempt
}

const withoutBrought = ({ brought: _, ...step }: Step): Step => step

/** Work that a step falls due for. */
export type StepJob = 'end-method' | 'end-challenge' | 'hand-on'

/** The name under which it is remembered when the gateway was last told something of a step. */
export const stepKey = ({ number, step }: Attempt) => `step ${number} ${step?.type} ${step?.since}`

/**
 * When a step's time is over, in milliseconds since the epoch. A Method page has ten seconds, and none where the bank
 * has no such page; a challenge has to be begun soon, and then has its own limit. All others have that limit from when
 * they were told: the gateway may tell of them once, and never that they are over.
 */
export function stepEnds(step: Step, times: Times): number | undefined {
  const { type, since, url, openedAt } = step
  if (step.isAnswered || step.isOver) return undefined
  if (type === 'method') return since + (url ? times.methodDeadline : 0)
  if (type !== 'challenge') return since + times.challengeLimit
  return openedAt === undefined ? since + times.challengeStart : openedAt + times.challengeLimit
}

/** Whole seconds that are left of the step that the order's page shows; `undefined` if nothing is due. */
export function secondsLeft(state: OrderState, now: number, times: Times): number | undefined {
  const step = leadingAttempt(state)?.step
  const ends = step && stepEnds(step, times)
  return ends === undefined ? undefined : Math.max(0, Math.ceil((ends - now) / 1000))
}

/**
 * What is to be done next about an attempt's step. A gateway that is silent is told again after ever longer pauses;
 * nothing is told for a shopper who gave up. The time of a challenge ends all the same, so that it is asked about again.
 *
 * @param toldAt When the gateway was last told something of this step, as far as the object remembers.
 */
export function stepDue(
  { cancelled }: Pick<OrderState, 'cancelled'>,
  attempt: Attempt,
  { toldAt, times }: { readonly toldAt: number | undefined; readonly times: Times },
): { readonly at: number; readonly type: StepJob } | undefined {
  const { status, step } = attempt
  if (!step || step.isAnswered || isDecided(attempt.status)) return undefined
  if (cancelled) return endOfShown(attempt, step, times)
  const again = (since: number) => pollDue({ asking: { since, pace: 'active' } }, toldAt, times)
  if (step.brought) return dueFor('hand-on', again(step.brought.at))
  const ends = stepEnds(step, times)
  if (ends === undefined) return undefined
  // A step that the gateway did not name cannot be reported; the order goes on asking.
  if (status === 'method') return step.serverTransactionId ? dueFor('end-method', again(ends)) : undefined
  return endOfShown(attempt, step, times)
}

const endOfShown = ({ status }: Attempt, step: Step, times: Times) =>
  status === 'challenge' ? dueFor('end-challenge', stepEnds(step, times)) : undefined

const dueFor = (type: StepJob, at: number | undefined) => (at === undefined ? undefined : { at, type })
