/** Histories of an order, made at random: any event, in any order. */
import fc from 'fast-check'
import { inject } from 'vitest'
import type { OrderTerms } from '../../domain/terms.ts'
import type { Attempted, NewStep, OrderEvent, Report } from '../model/events.ts'
import { type Purpose, type RequestRef, refTo, type SentPurpose } from '../model/request-ref.ts'
import type { OrderState } from '../model/state.ts'
import { opened, transition } from '../model/transition.ts'
import { attempted, NOW, nameOf, report, STEPS, terms } from './examples.ts'

declare module 'vitest' {
  interface ProvidedContext {
    propertySeed: number
    propertyRuns: number
    searchedStates: number
  }
}

fc.configureGlobal({ seed: inject('propertySeed'), numRuns: inject('propertyRuns') })

const attempt = fc.constantFrom(1, 2, 3)
const number = fc.constantFrom(1, 2)
const gatewayId = fc.constantFrom('41', '42', '43')
const serialNumber = fc.constantFrom('serial-1', 'serial-2', undefined)

const step = fc.constantFrom('method', 'challenge', 'pareq', 'redirect', 'page')

const reports = fc.record<Report>({
  status: fc.constantFrom('approved', 'declined', 'processing', 'unknown', 'error', 'filtered'),
  kind: fc.constantFrom('payment', 'payment', 'capture', 'void', 'reversal', 'chargeback', 'other'),
  type: fc.constantFrom('sale', 'other'),
  gatewayId: fc.constantFrom('41', '42', '43', undefined),
  clientOrderId: fc.constantFrom(nameOf(1), nameOf(2), nameOf(3), 'order-2', undefined),
  amountMinor: fc.constantFrom(1250, 1250, 500, 99_999, undefined),
  currency: fc.constantFrom('EUR', 'EUR', 'USD', undefined),
  capturedMinor: fc.constantFrom(undefined, 0, 500, 1250, 99_999),
  reversedMinor: fc.constantFrom(undefined, 0, 500, 1250, 99_999),
  serialNumber,
  card: fc.constant(undefined),
})

/** Now and then with a step of 3-D Secure. */
const steps = fc.option(
  fc.constantFrom<NewStep>(
    { type: 'challenge', url: 'https://bank.example.com/2', creq: 'e30', address: STEPS },
    { type: 'method', serverTransactionId: 'id-2', address: STEPS },
  ),
  { nil: undefined, freq: 2 },
)

/** Reports that fit what was asked for, so that orders get far. */
const fitting = fc
  .record({ status: reports.map(({ status }) => status), attempt, id: gatewayId, step: steps })
  .map(({ status, attempt, id, step }) => ({
    type: 'reported' as const,
    ...refTo('attempt', attempt),
    report: report(status, {
      step,
      gatewayId: id,
      clientOrderId: nameOf(attempt),
    }),
  }))

const keyed = fc.integer({ min: 1, max: 99 }).map((at) => `key-${at}`)

/** Names of requests, of each purpose. */
const REFS = {
  attempt: attempt.map((number) => refTo('attempt', number)),
  'follow-up': number.map((number) => refTo('follow-up', number)),
  'duplicate-refund': number.map((number) => refTo('duplicate-refund', number)),
  unmatched: fc.constantFrom(1, 1, 2).map((number) => refTo('unmatched', number)),
} satisfies { readonly [One in Purpose]: fc.Arbitrary<RequestRef<One>> }

const SENT: readonly fc.Arbitrary<RequestRef<SentPurpose>>[] = [
  REFS.attempt,
  REFS['follow-up'],
  REFS['duplicate-refund'],
]

/** Now and then enough time has passed since the answer before. */
const spans = fc.constantFrom({}, { spanMs: 1 }, { spanMs: 0 })

const reportsOn = (ref: fc.Arbitrary<RequestRef>): fc.Arbitrary<OrderEvent> =>
  fc
    .tuple(ref, reports, spans)
    .map(([name, told, span]) => ({ type: 'reported', ...name, report: told, ...span }))

/** Reports on the newest follow-up or refund that tell of nothing. */
const ofNothing: fc.Arbitrary<OrderEvent> = fc
  .tuple(fc.constantFrom('follow-up', 'duplicate-refund'), number, spans)
  .map(([purpose, number, span]) => ({
    ...{ type: 'reported', ...refTo(purpose, number), ...span },
    report: report('approved', { reversedMinor: 0, capturedMinor: 0 }),
  }))

/** Reports on unmatched transactions name one. */
const ofUnmatched: fc.Arbitrary<OrderEvent> = fc
  .tuple(REFS.unmatched, reports, gatewayId)
  .map(([name, told, id]) => ({ type: 'reported', ...name, report: { ...told, gatewayId: id } }))

const acceptedAttempts: fc.Arbitrary<OrderEvent> = fc.record({
  type: fc.constant('accepted'),
  purpose: fc.constant('attempt'),
  number: attempt,
  gatewayId,
  serialNumber,
  redirectUrl: fc.constantFrom('https://gate.example.com/form', undefined),
  step: fc.constantFrom(
    { type: 'redirect', url: 'https://gate.example.com/3ds', address: STEPS },
    { type: 'challenge', url: 'https://bank.example.com', creq: 'e30', address: STEPS },
    { type: 'method', serverTransactionId: 'id-1', address: STEPS },
  ),
})

const acceptedOf = (
  ref: fc.Arbitrary<RequestRef<'follow-up' | 'duplicate-refund'>>,
): fc.Arbitrary<OrderEvent> =>
  fc.tuple(ref, serialNumber).map(([name, serial]) => ({ type: 'accepted', ...name, serialNumber: serial }))

const attempts: fc.Arbitrary<OrderEvent> = fc
  .tuple(keyed, fc.constantFrom('hosted', 'card'))
  .chain(([key, method]) =>
    fc
      .constantFrom<Partial<Attempted>>(
        {},
        { shownIn: 'popup' },
        method === 'card' ? { keepCard: 'v2' } : {},
        { isHeld: true },
      )
      .map((change) => ({ ...attempted(key, method as 'card'), ...change })),
  )

type Events = fc.Arbitrary<OrderEvent>

/** These end a history: what is left afterwards hears of nothing else (`model/retention.test.ts`). */
type Last = 'core-erased' | 'named-late'

/**
 * Every type of event there is but the last ones: one that is forgotten here does not compile. An event of several purposes has a row for
 * each, so that none of them is rare.
 */
export const EVENTS: { readonly [Name in Exclude<OrderEvent['type'], Last>]: Events | readonly Events[] } = {
  attempted: attempts,
  accepted: [acceptedAttempts, acceptedOf(REFS['follow-up']), acceptedOf(REFS['duplicate-refund'])],
  refused: SENT.map((ref) => ref.map((name) => ({ type: 'refused', ...name, failure: { code: 'refused' } }))),
  lost: SENT.map((ref) => ref.map((name) => ({ type: 'lost', ...name }))),
  'refusal-confirmed': fc.record({
    type: fc.constant('refusal-confirmed'),
    attempt,
    spanMs: fc.constantFrom(0, 1),
  }),
  registered: fc.record({
    type: fc.constant('registered'),
    attempt,
    gatewayId,
    recurringPaymentId: fc.constant('5'),
  }),
  reported: [
    fc.oneof(fitting, reportsOn(REFS.attempt)),
    ofNothing,
    reportsOn(REFS['follow-up']),
    reportsOn(REFS['duplicate-refund']),
    ofUnmatched,
    ofUnmatched,
  ],
  woken: fc.oneof(
    fc.record({ type: fc.constant('woken'), attempt, by: fc.constantFrom('callback', 'return'), gatewayId }),
    fc.record({
      type: fc.constant('woken'),
      attempt,
      by: fc.constantFrom('callback', 'return'),
      forged: fc.constant(1),
    }),
  ),
  'step-opened': fc.record({ type: fc.constant('step-opened'), attempt, step }),
  'step-brought': fc.record({
    type: fc.constant('step-brought'),
    attempt,
    step,
    fields: fc.constant({ cres: 'e30' }),
  }),
  'polling-ended': fc
    .oneof(REFS.attempt, REFS['follow-up'])
    .map((name) => ({ type: 'polling-ended', ...name })),
  'step-answered': fc
    .tuple(attempt, step, fc.constantFrom(undefined, 'redirect', 'challenge'))
    .map(([attempt, step, next]) => ({
      ...{ type: 'step-answered' as const, attempt, step },
      ...(next && { next: { type: next, url: 'https://bank.example.com/next', address: STEPS } }),
    })),
  'step-refused': fc.record({ type: fc.constant('step-refused'), attempt, step }),
  'step-overdue': fc.record({ type: fc.constant('step-overdue'), attempt, step }),
  'declared-not-accepted': fc.constant({ type: 'declared-not-accepted', by: 'shop' }),
  'follow-up-asked': fc
    .tuple(keyed, fc.constantFrom(500, 1250), fc.constantFrom({}, { limit: 'refundUpTo' } as const))
    .map(([key, amountMinor, limit]) => ({
      ...{ type: 'follow-up-asked' as const, kind: 'return' as const, key, amountMinor, isWhole: false },
      ...{ askedBy: 'agent', expiresAt: 1, ...limit },
    })),
  'limit-exceeded': fc.record({
    type: fc.constant('limit-exceeded'),
    number: attempt,
    limit: fc.constant('refundPerDay'),
  }),
  'follow-up-dropped': fc.record({
    type: fc.constant('follow-up-dropped'),
    number: attempt,
    code: fc.constant('follow-up-impossible'),
  }),
  'approval-refused': fc.record({
    type: fc.constant('approval-refused'),
    number: attempt,
    by: fc.constant('shop'),
  }),
  'approval-lapsed': fc.record({ type: fc.constant('approval-lapsed'), number: attempt }),
  'count-settled': fc.record({
    type: fc.constant('count-settled'),
    number: attempt,
    counted: fc.constantFrom('held', 'releasing', 'released'),
  }),
  'follow-up-wanted': fc.record({
    type: fc.constant('follow-up-wanted'),
    kind: fc.constantFrom('capture', 'void', 'return', 'payout-pay'),
    key: keyed,
    attempt,
    amountMinor: fc.constantFrom(500, 1250),
    isWhole: fc.boolean(),
  }),
  'unheard-of': fc.record({ type: fc.constant('unheard-of'), attempt, spanMs: fc.constantFrom(0, 60_000) }),
  looked: fc
    .tuple(attempt, reports, spans)
    .map(([attempt, report, span]) => ({ type: 'looked' as const, attempt, report, ...span })),
  'unmatched-found': fc.record({ type: fc.constant('unmatched-found'), attempt, gatewayId }),
  'duplicate-refund-sent': fc.record({ type: fc.constant('duplicate-refund-sent'), number }),
  'card-removed': fc.integer({ min: 1, max: 3 }).map((place) => ({ type: 'card-removed' as const, place })),
  'saved-cards-told': fc
    .subarray([1, 2, 3, 9], { minLength: 1 })
    .chain((places) => fc.tuple(fc.constant(places), fc.constantFrom(undefined, '12/60', '01/20', '')))
    .map(([places, expires]) => ({
      type: 'saved-cards-told' as const,
      cards: places.map((place) => ({
        place,
        ...(expires !== undefined && { card: { brand: 'VISA', masked: '444455******1111', expires } }),
      })),
    })),
  'card-not-kept': fc.record({
    type: fc.constant('card-not-kept'),
    attempt,
    failure: fc.constant({ code: 'refused' }),
  }),
  'card-referred': fc.constant({ type: 'card-referred', reference: { version: 'v2', cardRef: '7' } }),
  'given-up': fc.constant({ type: 'given-up' }),
  resent: fc.constant({ type: 'resent' }),
  sent: fc.constant({ type: 'sent', key: 'parcel-key', shipment: { parcel: 'JD-7' }, by: 'shop server' }),
  noted: fc.constant({ type: 'noted', by: 'shop server' }),
  erased: fc.constant({ type: 'erased' }),
  'restoration-checked': fc.constant({ type: 'restoration-checked' }),
  'tokens-revoked': fc.constant({ type: 'tokens-revoked', by: 'shop server' }),
  cancelled: fc.constant({ type: 'cancelled' }),
  expired: fc.constant({ type: 'expired' }),
  'expiry-changed': fc.constant({
    type: 'expiry-changed',
    expiresAt: 1,
    key: 'later-end',
    by: 'shop server',
  }),
  followed: fc.constant({
    type: 'followed',
    order: { id: 'another', reference: 'bill-7-2' },
    by: 'shop server',
  }),
  seen: fc.constant({ type: 'seen' }),
  'link-renewed': fc.constant({ type: 'link-renewed', key: 'abcd' }),
  'attempt-cancelled': fc.record({ type: fc.constant('attempt-cancelled'), attempt }),
  'limit-wanted': fc.constant({ type: 'limit-wanted' }),
  'limit-held': fc.constant({ type: 'limit-held' }),
  'limit-refused': fc.constant({ type: 'limit-refused' }),
  'limit-renewed': fc.constant({ type: 'limit-renewed' }),
  'limit-given-up': fc.constant({ type: 'limit-given-up' }),
  'limit-unanswered': fc.constant({ type: 'limit-unanswered' }),
  'limit-released': fc.constant({ type: 'limit-released' }),
}

/** Up to thirty events. */
export const history = fc.array(
  fc.oneof(fitting, attempts, acceptedAttempts, ...Object.values(EVENTS).flat()),
  {
    maxLength: 30,
    // The default makes ten events at most.
    size: 'max',
  },
)

const kinds = fc.constantFrom<Partial<OrderTerms>>(
  {},
  { intent: 'preauth' },
  { limit: 1 },
  { intent: 'verify', limit: 1 },
  { intent: 'payout' },
  { methods: ['card', 'saved-card'], cardRefs: ['71', '72'] },
)

/** The event with the name that this very attempt has at the gateway. */
const namedIn = ({ attempts }: OrderState, event: OrderEvent): OrderEvent =>
  event.type === 'attempted' ? { ...event, clientOrderId: nameOf(attempts.length + 1) } : event

/** Looks at every step of every history. */
export function always(look: (before: OrderState, event: OrderEvent, after: OrderState) => void) {
  const lives = fc.property(kinds, history, (change, events) => {
    events.reduce(
      (before, one) => {
        const event = namedIn(before, one)
        const after = transition(before, event, NOW)
        look(before, event, after)
        return after
      },
      opened({ ...terms, ...change }),
    )
  })
  fc.assert(lives)
}
