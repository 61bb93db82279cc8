/** What becomes of an attempt's step of 3-D Secure. Pure: no clock, no storage, no network. */
import { isDecided } from '../../../shared/order-status.ts'
import { isUnresolved, underWay } from './attempts.ts'
import type { NewStep, Stepped } from './events.ts'
import type { Attempt, Step } from './state.ts'

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
