/** The steps of 3-D Secure: what becomes of one. */
import { isDecided } from '../../../shared/order-status.ts'
import { textHash } from '../../../shared/text-hash.ts'
import { isUnresolved, underWay } from './attempts.ts'
import type { NewStep, Stepped } from './events.ts'
import type { Attempt, Step } from './state.ts'

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
  `${type} ${textHash([url, serverTransactionId, creq, pareq].join('\n')).toString(36)}`

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
