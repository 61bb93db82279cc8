/** Example orders and reports. */
import type { Way } from '../../../shared/order-view.ts'
import { TIMES } from '../../config/durations.ts'
import type { OrderTerms } from '../../domain/terms.ts'
import type {
  AttemptAccepted,
  Attempted,
  FollowUpWanted,
  Looked,
  Lost,
  NewStep,
  OrderEvent,
  RefusalConfirmed,
  Refused,
  Report,
  Reported,
} from '../model/events.ts'
import { bareName, markedName } from '../model/order-names.ts'
import { type RequestRef, refTo, type SentPurpose } from '../model/request-ref.ts'
import type { OrderState } from '../model/state.ts'
import { opened, transition } from '../model/transition.ts'

export const NOW = 1_800_000_000_000

export const terms: OrderTerms = {
  id: 'order-1',
  reference: 'order-1',
  intent: 'sale',
  amountMinor: 1250,
  currency: 'EUR',
  exponent: 2,
  description: 'Mug',
  methods: ['hosted'],
  collect: ['email'],
  returnUrl: 'https://shop.example.com/mug',
  offer: 'digest',
  openedAt: NOW,
  expiresAt: NOW + TIMES.orderExpires,
}

/** A mark as names have it. */
const MARK = 'abcdefghijklmnop'

/** The name of an attempt at the gateway, as this edge makes it. */
export const nameOf = (number: number, reference = terms.reference): string =>
  markedName({ reference, number }, MARK, 128)

/** The attempt that a key starts in these examples: the second one of `key-2`, and the first of `k`. */
const numberOf = (key: string): number => Number(/\d+$/.exec(key)?.[0] ?? 1)

export const attempted = (key: string, method: Way = 'hosted'): Attempted => ({
  type: 'attempted',
  clientOrderId: nameOf(numberOf(key)),
  key,
  method,
  destination: { url: 'http://127.0.0.1:1', login: 'shop', endpointPath: '1', endpointId: '1' },
})

export const acceptedAs = (gatewayId: string, attempt = 1): OrderEvent => ({
  type: 'accepted',
  ...refTo('attempt', attempt),
  gatewayId,
  serialNumber: undefined,
  redirectUrl: `https://gate.example.com/form/${gatewayId}`,
})

/** An attempt under the name that an earlier version gave it, or that `orderNames: "bare"` gives. */
export const attemptedBarely = (key: string, method: Way = 'card'): Attempted => ({
  ...attempted(key, method),
  clientOrderId: bareName({ reference: terms.reference, number: numberOf(key) }),
})

/** An attempt that the gateway accepted without a form. */
export const takenAs = (gatewayId: string, change: Partial<AttemptAccepted> = {}): AttemptAccepted => ({
  type: 'accepted',
  ...refTo('attempt', 1),
  gatewayId,
  serialNumber: 'serial-1',
  redirectUrl: undefined,
  ...change,
})

export const STEPS = 'https://pay.example.com/three-ds/order-1/key/step'

/** A step of 3-D Secure that the gateway reports while the payment is under way. */
export const stepTold = (step: Partial<NewStep> & Pick<NewStep, 'type'>, change: Partial<Report> = {}) =>
  reported('processing', { step: { address: STEPS, ...step }, ...change })

/** A report that matches the first attempt, but for the changes. */
export const report = (status: Report['status'], change: Partial<Report> = {}): Report => ({
  status,
  kind: 'payment',
  type: 'sale',
  gatewayId: '42',
  clientOrderId: nameOf(1),
  amountMinor: 1250,
  currency: 'EUR',
  reversedMinor: undefined,
  card: undefined,
  ...change,
})

export const reported = (status: Report['status'], change: Partial<Report> = {}, attempt = 1): Reported =>
  reportOn(refTo('attempt', attempt), report(status, change))

/** The gateway's answer to a status request. */
export const reportOn = (ref: RequestRef, report: Report): Reported => ({
  type: 'reported',
  ...ref,
  report,
})

/** The gateway refused a request. */
export const refusedOf = (ref: RequestRef<SentPurpose>, change: Partial<Refused> = {}): Refused => ({
  type: 'refused',
  ...ref,
  failure: { code: 'refused' },
  ...change,
})

/** No answer came to a request. */
export const lostOf = (ref: RequestRef<SentPurpose>): Lost => ({ type: 'lost', ...ref })

/** A genuine callback or return. */
export const woken = (by: 'callback' | 'return', gatewayId = '42') =>
  ({ type: 'woken', attempt: 1, by, gatewayId }) as const

/** A notice whose control was wrong. */
export const forged = (by: 'callback' | 'return') => ({ type: 'woken', attempt: 1, by, forged: 1 }) as const

/** A follow-up of the first attempt's payment. */
export const wanted = (change: Partial<FollowUpWanted> = {}): FollowUpWanted => ({
  type: 'follow-up-wanted',
  kind: 'return',
  key: 'follow-1',
  attempt: 1,
  amountMinor: 1250,
  isWhole: true,
  ...change,
})

/** The gateway accepted a follow-up. */
export const followed = (
  followUp = 1,
  serialNumber: string | undefined = `serial-f${followUp}`,
): OrderEvent => ({
  type: 'accepted',
  ...refTo('follow-up', followUp),
  serialNumber,
})

/** The gateway reports the same twice, with time enough between the answers. */
export const twice = (event: Reported | Looked | RefusalConfirmed): OrderEvent[] => {
  const apart = { ...event, spanMs: 0 }
  return [apart, apart]
}

/** The gateway refused a follow-up, and tells twice of nothing. */
export const refusedFollowUp = (change: Partial<Report> = {}, followUp = 1): OrderEvent[] => [
  refusedOf(refTo('follow-up', followUp)),
  ...twice(toldOf(followUp, report('approved', change))),
]

/** No answer came to a follow-up. */
export const replyLost = (followUp = 1): OrderEvent => lostOf(refTo('follow-up', followUp))

/** A report on an approved return of the whole, but for the changes. */
export const stage = (status: Report['status'], change: Partial<Report> = {}): Report =>
  report(status, { kind: 'reversal', type: 'reversal', reversedMinor: 1250, ...change })

export const toldOf = (followUp: number, report: Report): Reported =>
  reportOn(refTo('follow-up', followUp), report)

/** An order after some events, one after the other. */
export const through = (state: OrderState, ...events: OrderEvent[]): OrderState =>
  events.reduce((before, event) => transition(before, event, NOW), state)

/** A new order after some events. */
export const orderAfter = (...events: OrderEvent[]): OrderState => through(opened(terms), ...events)

/** An order with other terms after some events. */
export const orderWith = (change: Partial<OrderTerms>, ...events: OrderEvent[]): OrderState =>
  through(opened({ ...terms, ...change }), ...events)

/** Paid by card with no form. */
export const PAID: OrderEvent[] = [attempted('key-1', 'card'), takenAs('42'), reported('approved')]

/** Reserved by card with no form. */
export const RESERVED: OrderEvent[] = [
  attempted('key-1', 'card'),
  takenAs('42'),
  reported('approved', { type: 'preauth' }),
]

/** A checked payout that was not made yet. */
export const CHECKED: OrderEvent[] = [
  attempted('key-1', 'payout-check'),
  takenAs('42'),
  reported('approved', { type: 'payout-check' }),
]

/** An order whose shopper is at the hosted page. */
export const atHostedPage = () => orderAfter(attempted('key-1'), acceptedAs('42'))
