/** The order's policy with one safeguard taken away, which shows what that is good for. Pure. */
import { isDecided, isUncertain } from '../../shared/order-status.ts'
import type { OrderEvent } from '../order/model/events.ts'
import { POLICY, type Policy } from '../order/model/policy.ts'
import type { OrderState } from '../order/model/state.ts'

const INTENTS: readonly OrderEvent['type'][] = ['attempted', 'follow-up-wanted', 'reversal-sent']

/** Safeguard → what differs without it. */
const WITHOUT = {
  /** What is about to be sent is on disk before it is. */
  'intent-stored-first': { isStoredFirst: ({ type }) => !INTENTS.includes(type) },
  /** A lost answer leaves open whether the gateway acted. */
  'ask-before-resend': {
    transition: (state, event, now) => POLICY.transition(state, withoutDoubt(event), now),
  },
  /** What was refused is asked about before anybody tries again. */
  'ask-after-refusal': {
    transition: (state, event, now) => POLICY.transition(state, withoutCheck(event), now),
  },
  /** What is under way keeps everything else from starting. */
  'one-in-flight': {
    admitPayment: (state, wish, now) => {
      const verdict = POLICY.admitPayment(state, wish, now)
      return verdict === 'attempt-in-flight' ? 'starts' : verdict
    },
    admitFollowUp: (state, wish) => {
      const verdict = POLICY.admitFollowUp(state, wish)
      const isInFlight = !verdict.ok && verdict.reason === 'follow-up-in-flight'
      return isInFlight ? POLICY.admitFollowUp(withoutUnsettled(state), wish) : verdict
    },
  },
  /** What was charged too often goes back. */
  'surplus-reversal': {
    dueJobs: (state, done, times) =>
      POLICY.dueJobs(state, done, times).filter(({ job }) => job.type !== 'reverse'),
  },
  /** Only what was asked for is what was paid. */
  'amount-check': {
    transition: (state, event, now) => POLICY.transition(state, withAskedAmount(state, event), now),
  },
  /** What is told twice is told under one name. */
  'webhook-dedup-id': { notificationId: (id) => `${id}.${crypto.randomUUID()}` },
} as const satisfies Record<string, Partial<Policy>>

/** The order's policy, or the one without the safeguard of this name. @throws {TypeError} If there is none. */
export function policyWithout(name: string | undefined): Policy {
  if (!name) return POLICY
  if (!Object.hasOwn(WITHOUT, name)) throw new TypeError(`there is no safeguard ${name}`)
  return { ...POLICY, ...WITHOUT[name as keyof typeof WITHOUT] }
}

/** Silence is taken for a no. */
function withoutDoubt(event: OrderEvent): OrderEvent {
  if (event.type === 'reply-lost') return { type: 'refused', attempt: event.attempt, isUnsent: true }
  if (event.type !== 'follow-up-lost') return event
  const { followUp } = event
  return { type: 'follow-up-refused', followUp, failure: { code: 'refused' }, isUnsent: true }
}

/** A refusal is taken at its word. */
const withoutCheck = (event: OrderEvent): OrderEvent =>
  event.type === 'refused' || event.type === 'follow-up-refused' ? { ...event, isUnsent: true } : event

const withoutUnsettled = (state: OrderState): OrderState => ({
  ...state,
  followUps: state.followUps.filter(({ status }) => !isUncertain(status)),
})

function withAskedAmount({ terms, attempts }: OrderState, event: OrderEvent): OrderEvent {
  if (event.type !== 'reported' || event.report.kind !== 'payment') return event
  const attempt = attempts[event.attempt - 1]
  if (!attempt || isDecided(attempt.status) || terms.intent === 'verify') return event
  return { ...event, report: { ...event.report, amountMinor: terms.amountMinor } }
}
