/** Mutants of the order's policy, each with one safeguard removed: the campaign must find damage with each. Pure. */
import { isDecided, isUncertain } from '../../shared/order-status.ts'
import { isLimited } from '../domain/offer-lines.ts'
import type { OrderEvent } from '../order/model/events.ts'
import { POLICY, type Policy } from '../order/model/policy.ts'
import type { Attempt, OrderState } from '../order/model/state.ts'

const INTENTS: readonly OrderEvent['type'][] = ['attempted', 'follow-up-wanted', 'duplicate-refund-sent']

/** Safeguard → the members that differ without it. */
const WITHOUT = {
  /** An intent to send is stored before the request is sent. */
  'intent-stored-first': { isStoredFirst: ({ type }) => !INTENTS.includes(type) },
  /** After a lost reply the order asks for the status before it sends again. */
  'ask-before-resend': {
    transition: (state, event, now) => POLICY.transition(state, withoutDoubt(event), now),
  },
  /** After a refusal the order asks for the status before another attempt. */
  'ask-after-refusal': {
    transition: (state, event, now) => POLICY.transition(state, withoutCheck(event), now),
  },
  /** Only one request is under way at a time. */
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
  /** A duplicate charge is refunded. */
  'surplus-reversal': {
    dueJobs: (state, done, times) =>
      POLICY.dueJobs(state, done, times).filter(({ job }) => job.type !== 'refund-duplicate'),
  },
  /** An approval counts only for the requested amount. */
  'amount-check': {
    transition: (state, event, now) => POLICY.transition(state, withAskedAmount(state, event), now),
  },
  /** An approval becomes the payment only while the order holds its units. */
  'units-before-payment': {
    transition: (state, event, now) => POLICY.transition(withUnits(state, event), event, now),
  },
  /** A notification has the same id every time it is sent. */
  'webhook-dedup-id': { notificationId: (id) => `${id}.${crypto.randomUUID()}` },
  /** What was delivered is not sent again. */
  'delivery-written': { isDeliveryWritten: () => false },
  /** An attempt's name is one that only this edge can have made, and no other proves an approval. */
  'marked-names': {
    transition: (state, event, now) =>
      POLICY.transition(withNamed(state, event), withBareName(state, event), now),
  },
  /** A look for a duplicate charge counts only if its answer names this order. */
  'look-names-order': {
    transition: (state, event, now) => POLICY.transition(state, withOwnName(state, event), now),
  },
  /** An attempt in doubt looks for a duplicate charge as a decided one does. */
  'look-in-doubt': {
    dueJobs: (state, done, times) =>
      POLICY.dueJobs(state, done, times).filter(
        ({ job }) => job.type !== 'look' || state.attempts[job.attempt - 1]?.decidedAt !== undefined,
      ),
  },
  /** The gateway has to tell twice, some time apart, that it did not carry out a follow-up which it refused. */
  'refusal-told-twice': { transition: believingAtOnce },
} as const satisfies Record<string, Partial<Policy>>

/** The order's policy without the named safeguard; the whole policy without a name. @throws {TypeError} If there is none. */
export function policyWithout(name: string | undefined): Policy {
  if (!name) return POLICY
  if (!Object.hasOwn(WITHOUT, name)) throw new TypeError(`there is no safeguard ${name}`)
  return { ...POLICY, ...WITHOUT[name as keyof typeof WITHOUT] }
}

/** Takes a lost reply for a refusal. A duplicate refund may be sent again anyway. */
const withoutDoubt = (event: OrderEvent): OrderEvent =>
  event.type === 'lost' && event.purpose !== 'duplicate-refund'
    ? { ...event, type: 'refused', failure: { code: 'refused' }, isUnsent: true }
    : event

/** Believes a refusal. */
const withoutCheck = (event: OrderEvent): OrderEvent =>
  event.type === 'refused' ? { ...event, isUnsent: true } : event

/** Takes the units of an approved attempt for held. */
function withUnits(state: OrderState, event: OrderEvent): OrderState {
  const isApproval = event.type === 'reported' && event.report.status === 'approved'
  return isApproval && isLimited(state.terms) ? { ...state, holdsUnits: true } : state
}

const withoutUnsettled = (state: OrderState): OrderState => ({
  ...state,
  followUps: state.followUps.filter(({ status }) => !isUncertain(status)),
})

function withAskedAmount({ terms, attempts }: OrderState, event: OrderEvent): OrderEvent {
  const isOfAttempt = event.type === 'reported' && event.purpose === 'attempt'
  if (!isOfAttempt || event.report.kind !== 'payment') return event
  const attempt = attempts[event.number - 1]
  if (!attempt || isDecided(attempt.status) || terms.intent === 'verify') return event
  return { ...event, report: { ...event.report, amountMinor: terms.amountMinor } }
}

/** Names the attempt as a shop without marks would. */
function withBareName({ terms: { reference }, attempts }: OrderState, event: OrderEvent): OrderEvent {
  if (event.type !== 'attempted') return event
  const number = attempts.length + 1
  return { ...event, clientOrderId: number === 1 ? reference : `${reference}.${number}` }
}

/** Takes the transaction that `status` reports under the attempt's name for the attempt's own. */
function withNamed(state: OrderState, event: OrderEvent): OrderState {
  if (event.type !== 'reported' || event.purpose !== 'attempt') return state
  const { clientOrderId, gatewayId } = event.report
  const isNamed = (attempt: Attempt) =>
    attempt.number === event.number && attempt.clientOrderId === clientOrderId && !attempt.gatewayId
  const named = (attempt: Attempt) => (isNamed(attempt) && gatewayId ? { ...attempt, gatewayId } : attempt)
  return { ...state, attempts: state.attempts.map(named) }
}

/** Takes any answer to a look for one about this order, which found no other transaction. */
function withOwnName({ attempts }: OrderState, event: OrderEvent): OrderEvent {
  const attempt = event.type === 'looked' ? attempts[event.attempt - 1] : undefined
  if (event.type !== 'looked' || !attempt || event.report.clientOrderId === attempt.clientOrderId)
    return event
  const { clientOrderId, gatewayId } = attempt
  return { ...event, report: { ...event.report, clientOrderId, gatewayId } }
}

/** Applies a report on a follow-up as if the same one had come before, any time ago. */
function believingAtOnce(state: OrderState, event: OrderEvent, now: number): OrderState {
  if (event.type !== 'reported' || event.purpose !== 'follow-up') return POLICY.transition(state, event, now)
  const hurried = { ...event, spanMs: 0 }
  return POLICY.transition(POLICY.transition(state, hurried, now), hurried, now)
}
