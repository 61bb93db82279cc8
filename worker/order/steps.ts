/** What becomes of an attempt's step of 3-D Secure. Pure: no clock, no storage, no network. */
import { isDecided, underWay } from './attempts.ts'
import type { NewStep, Stepped } from './events.ts'
import type { Attempt, Step } from './state.ts'

/** The gateway waits for the shopper's bank. A step that was answered, or whose time is over, is not shown again. */
export function withStep(attempt: Attempt, told: NewStep, now: number): Attempt {
  const known = attempt.step && isSameStep(attempt.step, told) ? attempt.step : undefined
  // A report that did not fit had put the attempt in doubt.
  if (known && attempt.status !== 'unknown') return attempt
  const { error: _, ...rest } = attempt
  const status = told.type === 'method' ? 'method' : 'challenge'
  const isPast = known?.isAnswered || known?.isOver
  return { ...rest, status: isPast ? 'processing' : status, step: known ?? { ...told, since: now } }
}

/** A page in `html` may be written anew each time it is told of; there is one at most. */
const isSameStep = (known: Step, told: NewStep) =>
  (['type', 'url', 'serverTransactionId', 'creq', 'pareq'] as const).every(
    (name) => known[name] === told[name],
  )

/** Applies an event of a step; the very same attempt comes back if it waits for another one, or for none. */
export function stepped(attempt: Attempt, event: Stepped, now: number): Attempt {
  const { step } = attempt
  const isIt = step?.type === event.step && step.since === (event.since ?? step.since)
  return !step || !isIt || step.isAnswered || isDecided(attempt)
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
    case 'step-answered':
      return { ...underWay(attempt, now), step: { ...withoutBrought(step), isAnswered: true } }
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
