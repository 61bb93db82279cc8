/** The steps of 3-D Secure: what happens to one, how long it may take, and what is due about it. */
import { isDecided } from '../../../shared/order-status.ts'
import type { Times } from '../../config/times.ts'
import { isUnresolved, leadingAttempt, underWay } from './attempts.ts'
import type { NewStep, Stepped } from './events.ts'
import { pollDue } from './polling.ts'
import type { Attempt, OrderState, Step } from './state.ts'

/** More steps than any payment has. It bounds what the order remembers of those that are over. */
const MAX_PAST = 8

/**
 * The gateway waits for the shopper's bank. A step is not shown again once it was answered, its time was over, or
 * another one came after it: a late report may still name it.
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
 * A report of "under way" without a new step says nothing about the open one: the gateway may have sent it once, in its
 * reply. Returns the very same attempt unless it was in doubt.
 */
export function asItStands(attempt: Attempt): Attempt {
  const status = statusAt(attempt.step)
  if (attempt.status === status || !isUnresolved(attempt)) return attempt
  const { error: _, ...rest } = attempt
  return { ...rest, status }
}

/** What an attempt waits for: its shopper at the bank, or the gateway alone. */
function statusAt(step: Step | undefined): 'method' | 'challenge' | 'processing' {
  if (!step || isEnded(step)) return 'processing'
  return step.type === 'method' ? 'method' : 'challenge'
}

/** Whether nothing of a step is left to show. */
const isEnded = ({ isAnswered, isOver }: Step) => isAnswered === true || isOver === true

/** The gateway may write a page in `html` differently each time. There is one at most. */
const isSameStep = (known: Step, told: NewStep) =>
  (['type', 'url', 'serverTransactionId', 'creq', 'pareq'] as const).every(
    (name) => known[name] === told[name],
  )

/** Short, and without what the bank was sent, which may contain a card's expiry. */
const nameOf = ({ type, url = '', serverTransactionId = '', creq = '', pareq = '' }: NewStep) =>
  `${type} ${digest([url, serverTransactionId, creq, pareq].join('\n'))}`

/** Tells texts apart that nobody made to collide (FNV-1a, 32 bits). */
function digest(text: string): string {
  let hash = 0x811c9dc5
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  return (hash >>> 0).toString(36)
}

/** The shopper came back from a page of the gateway. Its step counts as answered, whatever the result. */
export function backFromPage(attempt: Attempt): Attempt {
  const { step } = attempt
  const isGateways = step?.type === 'redirect' || step?.type === 'page'
  if (!isGateways || step.isAnswered || isDecided(attempt.status)) return attempt
  return asItStands({ ...attempt, step: { ...step, isAnswered: true } })
}

/** Applies an event of a step. Returns the very same attempt if it waits for another step, or for none. */
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
      // The first answer goes to the gateway: a page that was reloaded may bring a worse one.
      if (step.pendingAnswer) return attempt
      const pendingAnswer = { at: now, fields: event.fields }
      return { ...attempt, step: { ...step, pendingAnswer, answerCount: (step.answerCount ?? 0) + 1 } }
    }
    case 'step-answered': {
      const answered = {
        ...underWay(attempt, now),
        step: { ...withoutPendingAnswer(step), isAnswered: true as const },
      }
      return event.next ? withStep(answered, event.next, now) : answered
    }
    case 'step-refused':
      // The bank may have told the gateway the result by itself.
      return { ...attempt, step: withoutPendingAnswer(step), asking: { since: now, pace: 'active' } }
    case 'step-overdue':
      return step.isOver ? attempt : { ...underWay(attempt, now), step: { ...step, isOver: true } }
  }
}

/** The attempt without the bank's and the gateway's words in its step. Returns the very same one if there were none. */
export function withoutBankWords(attempt: Attempt): Attempt {
  if (!attempt.step) return attempt
  const { creq, pareq, md, html, pendingAnswer, ...step } = attempt.step
  return creq || pareq || md || html || pendingAnswer ? { ...attempt, step } : attempt
}

const withoutPendingAnswer = ({ pendingAnswer: _, ...step }: Step): Step => step

/** A job that a step makes due. */
export type StepJob = 'end-method' | 'end-challenge' | 'hand-on'

/** The key under which the object remembers when it last sent the gateway something of a step. */
export const stepKey = ({ number, step }: Attempt) => `step ${number} ${step?.type} ${step?.since}`

/**
 * When a step's time is over, in milliseconds since the epoch. A Method page has ten seconds, and none if the bank has
 * no such page. A challenge has to begin soon, and then has its own limit. All others have that limit from when the
 * gateway sent them, since it may send a step once and never say that it is over.
 */
export function stepEnds(step: Step, times: Times): number | undefined {
  const { type, since, url, openedAt } = step
  if (step.isAnswered || step.isOver) return undefined
  if (type === 'method') return since + (url ? times.methodDeadline : 0)
  if (type !== 'challenge') return since + times.challengeLimit
  return openedAt === undefined ? since + times.challengeStart : openedAt + times.challengeLimit
}

/** Whole seconds left of the step that the order's page shows. `undefined` if it has no limit. */
export function secondsLeft(state: OrderState, now: number, times: Times): number | undefined {
  const step = leadingAttempt(state)?.step
  const ends = step && stepEnds(step, times)
  return ends === undefined ? undefined : Math.max(0, Math.ceil((ends - now) / 1000))
}

/**
 * The next job of an attempt's step. While the gateway is silent, the order sends again after ever longer pauses. It
 * sends nothing for a shopper who cancelled. A challenge still ends in time, so that the order asks about it again.
 *
 * @param toldAt When the order last sent the gateway something of this step, as far as the object remembers.
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
  if (step.pendingAnswer) return dueFor('hand-on', again(step.pendingAnswer.at))
  const ends = stepEnds(step, times)
  if (ends === undefined) return undefined
  // A step that the gateway did not name cannot be reported. The order polls on.
  if (status === 'method') return step.serverTransactionId ? dueFor('end-method', again(ends)) : undefined
  return endOfShown(attempt, step, times)
}

const endOfShown = ({ status }: Attempt, step: Step, times: Times) =>
  status === 'challenge' ? dueFor('end-challenge', stepEnds(step, times)) : undefined

const dueFor = (type: StepJob, at: number | undefined) => (at === undefined ? undefined : { at, type })
