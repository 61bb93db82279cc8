/** What becomes of attempts that have no form: a shopper's card, and what a merchant's server has done. */
import { describe, expect, it } from 'vitest'
import { TIMES } from '../../config/durations.ts'
import {
  attempted,
  CHECKED,
  followed,
  lostOf,
  NOW,
  nameOf,
  orderAfter,
  orderWith,
  PAID,
  RESERVED,
  refusedOf,
  replyLost,
  reported,
  STEPS,
  stage,
  stepTold,
  takenAs,
  through,
  toldOf,
  twice,
  wanted,
  woken,
} from '../testing/examples.ts'
import { doubtOf } from './doubt.ts'
import { laterLookAfter } from './duplicate-look.ts'
import type { NewStep, OrderEvent, RefusalConfirmed, Refused } from './events.ts'
import { needsAttention } from './needs-attention.ts'
import { pollDue } from './polling.ts'
import { refTo } from './request-ref.ts'
import type { OrderState, Step } from './state.ts'
import { statusOf } from './status.ts'
import { transition } from './transition.ts'

const begun = attempted('key-1', 'card')
const refusedAs = (change: Partial<Refused> = {}): OrderEvent => refusedOf(refTo('attempt', 1), change)
/** The gateway knows of nothing, or answers an error that may mean that. */
const unsure: RefusalConfirmed = { type: 'refusal-confirmed', attempt: 1, spanMs: 2000 }
/** The same twice, with time enough between. */
const confirmed = twice(unsure)
const lost = lostOf(refTo('attempt', 1))
const declared: OrderEvent = { type: 'declared-not-accepted', by: 'shop server' }
const of =
  (type: 'step-answered' | 'step-opened' | 'step-refused' | 'step-overdue') =>
  (step: Step['type']): OrderEvent => ({ type, attempt: 1, step })
const answered = of('step-answered')
const openedAtBank = of('step-opened')
const refusedAnswer = of('step-refused')
const overdue = of('step-overdue')
const brought: OrderEvent = { type: 'step-brought', attempt: 1, step: 'challenge', fields: { cres: 'e30' } }

const challenge = stepTold({ type: 'challenge', url: 'https://bank.example/acs', creq: 'e30' })
const method = stepTold({ type: 'method', url: 'https://bank.example/method', serverTransactionId: 'id-1' })
const pareq = stepTold({ type: 'pareq', url: 'https://bank.example/acs', pareq: 'eJx', md: '42' })
const page = stepTold({ type: 'page', html: '<form>' })
const redirect = stepTold({ type: 'redirect', url: 'https://gate.example/acs/1' })

const attemptOf = ({ attempts: [attempt] }: OrderState) => {
  if (!attempt) throw new TypeError('no attempt')
  return attempt
}

/** When it is asked about first, counted from now. */
const firstAsked = (state: OrderState) => {
  const due = pollDue(attemptOf(state), undefined, TIMES)
  return due === undefined ? undefined : due - NOW
}

describe('an attempt without a form', () => {
  it.each<[string, OrderEvent[], string]>([
    ['is on its way', [begun], 'sending'],
    ['is under way once it was taken', [begun, takenAs('42')], 'processing'],
    ['may have been taken though no answer came', [begun, lost], 'processing'],
    ['is asked about if the gateway refused it', [begun, refusedAs()], 'processing'],
    ['is not taken if the gateway knows of nothing either', [begun, refusedAs(), ...confirmed], 'error'],
    ['is not taken if it never left', [begun, refusedAs({ isUnsent: true })], 'error'],
    ['is followed if it was taken before', [begun, refusedAs(), reported('processing')], 'processing'],
    ['is paid if it was taken before', [begun, refusedAs(), reported('approved')], 'approved'],
    [
      'is no failure once it is known',
      [begun, refusedAs(), reported('processing'), ...confirmed],
      'processing',
    ],
    [
      'is asked about on if an answer is about another order',
      [begun, refusedAs(), reported('declined', { clientOrderId: 'order-2' })],
      'processing',
    ],
    [
      'is in doubt if the answers go on being about another order',
      [begun, refusedAs(), ...twice(reported('declined', { clientOrderId: 'order-2' }))],
      'unknown',
    ],
    [
      'is not taken if the gateway knows of nothing after that',
      [begun, refusedAs(), reported('declined', { clientOrderId: 'order-2' }), ...confirmed],
      'error',
    ],
    [
      'is in doubt where what was taken does not fit',
      [begun, refusedAs(), reported('approved', { amountMinor: 1 }), ...confirmed],
      'unknown',
    ],
    [
      'is followed where a callback named it before its refusal came',
      [begun, woken('callback'), refusedAs(), ...confirmed],
      'processing',
    ],
    [
      'is followed where a callback named it while it was refused',
      [begun, refusedAs(), woken('callback'), ...confirmed],
      'processing',
    ],
    [
      'is found after that though the gateway knew of nothing',
      [begun, refusedAs(), ...confirmed, reported('approved')],
      'approved',
    ],
    [
      'is followed after that once it is under way',
      [begun, refusedAs(), ...confirmed, reported('processing')],
      'processing',
    ],
    ['is in doubt after an answer that knows of nothing', [begun, refusedAs(), unsure], 'processing'],
    ['is in doubt after two of them at once', [begun, refusedAs(), unsure, unsure], 'processing'],
    ['is not refused any more once it may have been taken', [begun, lost, refusedAs()], 'processing'],
    ['is not lost any more once it was taken', [begun, takenAs('42'), lost], 'processing'],
    [
      'leads to a page that came with the answer',
      [begun, takenAs('42', { step: { type: 'redirect', url: 'https://x', address: STEPS } })],
      'challenge',
    ],
    ['is paid once a report says so', PAID, 'approved'],
    ['is paid though no answer came', [begun, lost, reported('approved')], 'approved'],
    ['is declined though no answer came', [begun, lost, reported('declined')], 'declined'],
    [
      'is not known to be paid by an approval of another sum',
      [begun, lost, reported('approved', { amountMinor: 1 })],
      'unknown',
    ],
    ['is paid, whatever an answer says that comes late', [...PAID, takenAs('42')], 'approved'],
  ])('%s', (_, events, status) => {
    expect(statusOf(orderAfter(...events))).toBe(status)
  })

  it.each<[string, OrderEvent[], number | undefined]>([
    ['not before its own answer', [begun], undefined],
    ['at once after that', [begun, takenAs('42')], 0],
    ['at once if none came', [begun, lost], 0],
    ['at once if it was refused', [begun, refusedAs()], 0],
    ['once more when that is known', [begun, refusedAs(), ...confirmed], 0],
    ['not at all if it never left', [begun, refusedAs({ isUnsent: true })], undefined],
  ])('is asked about %s', (_, events, due) => {
    expect(firstAsked(orderAfter(...events))).toBe(due)
  })

  it('is not taken after two such answers that lie apart', () => {
    const state = orderAfter(begun, refusedAs(), unsure)

    expect(statusOf(transition(state, unsure, NOW + 1999))).toBe('processing')
    expect(attemptOf(transition(state, unsure, NOW + 2000))).toMatchObject({
      status: 'error',
      error: { code: 'refused' },
    })
  })

  describe.each<[string, OrderState]>([
    ['a charge', orderAfter(begun, refusedAs(), ...confirmed)],
    [
      'money out',
      orderWith({ intent: 'payout' }, attempted('key-1', 'payout-card'), refusedAs(), ...confirmed),
    ],
  ])('has a later look where it is %s', (_, state) => {
    const LATER = laterLookAfter(TIMES)
    const denial = { ...unsure, spanMs: LATER }
    const at = (ms: number, event: OrderEvent) => transition(state, event, NOW + ms)
    const { activeFor } = TIMES
    const next = (after: OrderState, askedAfter: number) => pollDue(attemptOf(after), NOW + askedAfter, TIMES)

    it('about a minute after the gateway knew of nothing', () => {
      expect(next(state, 0)).toBe(NOW + TIMES.activeFor)
    })

    it('that is over once the gateway knew of nothing again', () => {
      const after = at(LATER, denial)

      expect(next(after, LATER)).toBeUndefined()
      expect(attemptOf(after)).toMatchObject({ status: 'error', error: { code: 'refused' } })
    })

    it('that an answer before that minute does not end', () => {
      expect(at(LATER - 1, denial)).toBe(state)
    })

    it('that is over once the gateway reported the same failure', () => {
      expect(next(at(LATER, reported('error')), LATER)).toBeUndefined()
    })

    it('that is tried again for a day while the gateway does not answer', () => {
      const { minutesEvery, hoursEvery, hoursFor } = TIMES

      expect(next(state, activeFor)).toBe(NOW + activeFor + minutesEvery)
      expect(next(state, hoursFor - hoursEvery)).toBe(NOW + hoursFor)
      expect(next(state, hoursFor)).toBeUndefined()
    })

    it('that needs a person where its answers go on being about another order', () => {
      const strange = { ...reported('approved', { clientOrderId: 'order-2' }), spanMs: LATER }
      const once = at(activeFor, strange)
      const later = transition(once, strange, NOW + activeFor + TIMES.minutesEvery)

      expect([once, later].map(needsAttention)).toEqual([false, true])
      expect(next(once, activeFor)).toBe(NOW + activeFor + TIMES.minutesEvery)
    })
  })

  it('is given back where it is found after another one paid', () => {
    const again = { ...attempted('key-2', 'card') }
    const other = { clientOrderId: nameOf(2), gatewayId: '43' }
    const state = orderAfter(
      begun,
      refusedAs(),
      ...confirmed,
      again,
      reported('approved', other, 2),
      reported('approved'),
    )

    expect(state.payment).toBe(2)
    expect(state.duplicateRefunds).toMatchObject([{ gatewayId: '42' }])
  })

  it('is asked about every four seconds after its answer was lost', () => {
    const attempt = attemptOf(orderAfter(begun, lost))

    expect(pollDue(attempt, NOW, TIMES)).toBe(NOW + TIMES.activeEvery)
  })

  it('keeps the gateway’s code of a refusal, and none of its words', () => {
    const failure = { code: 'refused', gatewayCode: '12', gatewayMessage: 'unknown endpoint' }

    expect(attemptOf(orderAfter(begun, refusedAs({ failure }), ...confirmed)).error).toEqual({
      code: 'refused',
      gatewayCode: '12',
    })
  })

  it('keeps the gateway’s code of a decline, and none of its words', () => {
    const state = orderAfter(
      begun,
      takenAs('42'),
      reported('declined', { errorCode: '7', errorMessage: 'stolen' }),
    )

    expect(attemptOf(state).error).toEqual({ code: 'declined', gatewayCode: '7' })
  })

  it('learns its names from an answer that comes late, and goes on as it was', () => {
    const before = orderAfter(begun, lost)

    expect(attemptOf(through(before, takenAs('42')))).toEqual({
      ...attemptOf(before),
      gatewayId: '42',
      serialNumber: 'serial-1',
    })
  })

  it('is asked about at once when a callback comes before its answer, as soon as that is there', () => {
    const state = orderAfter(begun, woken('callback'), takenAs('42'))

    expect([statusOf(state), state.unmatched, firstAsked(state)]).toEqual(['processing', [], 0])
  })
})

describe('a step of 3-D Secure', () => {
  const taken = [begun, takenAs('42')]

  it.each<[string, OrderEvent, string]>([
    ['a Method page', method, 'method'],
    ['a bank without one', stepTold({ type: 'method' }), 'method'],
    ['a challenge', challenge, 'challenge'],
    ['a challenge of the old protocol', pareq, 'challenge'],
    ['a page of the gateway', redirect, 'challenge'],
    ['a page in the gateway’s reply', page, 'challenge'],
  ])('is shown: %s', (_, step, status) => {
    const state = orderAfter(...taken, step)

    expect(statusOf(state)).toBe(status)
    expect(attemptOf(state).step).toMatchObject({ address: STEPS, since: NOW })
  })

  it.each<[string, OrderEvent[], string]>([
    [
      'is not shown again while the gateway goes on reporting it',
      [method, answered('method'), method],
      'processing',
    ],
    ['is followed by another', [method, answered('method'), challenge], 'challenge'],
    ['is not ended by the answer to another', [challenge, answered('method')], 'challenge'],
    ['stays while the gateway is silent about it', [challenge, reported('processing')], 'challenge'],
    ['stays through a doubt', [challenge, reported('unknown'), reported('processing')], 'challenge'],
    ['is over with an approval', [challenge, reported('approved')], 'approved'],
    ['is over with a decline', [challenge, reported('declined')], 'declined'],
    ['is over when its outcome is unknown', [challenge, reported('unknown')], 'unknown'],
    ['is not begun after the outcome', [reported('declined'), challenge], 'declined'],
    ['is ended by the shopper’s return from the gateway’s page', [redirect, woken('return')], 'processing'],
    ['is not ended by a callback', [challenge, woken('callback')], 'challenge'],
    ['is not shown again after the return', [redirect, woken('return'), redirect], 'processing'],
    ['that is a page in a reply is ended by the return', [page, woken('return'), page], 'processing'],
    [
      'that is a page in a reply is one, however it is written',
      [page, woken('return'), stepTold({ type: 'page', html: '<form id=2>' })],
      'processing',
    ],
    ['goes on while the bank’s answer is handed on', [challenge, brought], 'challenge'],
    ['goes on when that was refused', [challenge, brought, refusedAnswer('challenge')], 'challenge'],
    ['is no failure when its time is over', [challenge, overdue('challenge')], 'processing'],
    ['is not shown again after that', [challenge, overdue('challenge'), challenge], 'processing'],
    [
      'is not shown again once another one came after it',
      [redirect, challenge, overdue('challenge'), redirect],
      'processing',
    ],
    ['is not ended by the time of another', [challenge, overdue('method')], 'challenge'],
    [
      'is answered all the same after its time',
      [challenge, overdue('challenge'), brought, answered('challenge')],
      'processing',
    ],
    ['is declined by the gateway alone', [challenge, overdue('challenge'), reported('declined')], 'declined'],
    [
      'is not shown again after its time and a report that did not fit',
      [challenge, overdue('challenge'), reported('declined', { amountMinor: 1 }), challenge],
      'processing',
    ],
    [
      'is shown again after a report that did not fit',
      [challenge, reported('declined', { amountMinor: 1 }), challenge],
      'challenge',
    ],
    [
      'is not shown again after one, if it was answered',
      [challenge, answered('challenge'), reported('declined', { amountMinor: 1 }), challenge],
      'processing',
    ],
  ])('%s', (_, events, status) => {
    expect(statusOf(orderAfter(...taken, ...events))).toBe(status)
  })

  const silent = reported('processing')

  it.each<[string, Omit<NewStep, 'address'>, string, OrderEvent[]]>([
    ['a redirect', { type: 'redirect', url: 'https://gate.example/1' }, 'challenge', [woken('return')]],
    ['a page in html', { type: 'page', html: '<form>' }, 'challenge', [woken('return')]],
    [
      'a Method page',
      { type: 'method', url: 'https://bank.example/m', serverTransactionId: 'id-1' },
      'method',
      [answered('method')],
    ],
    [
      'a challenge',
      { type: 'challenge', url: 'https://bank.example/acs', creq: 'e30' },
      'challenge',
      [{ ...brought, step: 'challenge' }, answered('challenge')],
    ],
    [
      'a PaReq',
      { type: 'pareq', url: 'https://bank.example/acs', pareq: 'eJx' },
      'challenge',
      [{ ...brought, step: 'pareq' }, answered('pareq')],
    ],
  ])('told in the reply alone stays until it ends: %s', (_, told, status, ends) => {
    const step = { address: STEPS, ...told }
    const inReply = orderAfter(begun, takenAs('42', { step }), silent, woken('callback'), silent)
    expect(statusOf(inReply)).toBe(status)
    expect(attemptOf(inReply).step).toMatchObject(told)

    for (const end of [ends, [overdue(told.type)]]) {
      const after = through(inReply, ...end, silent, stepTold(step), silent)
      expect(statusOf(after)).toBe('processing')
    }
    expect(attemptOf(through(inReply, reported('approved')))).not.toHaveProperty('step')
  })

  it.each<[string, OrderEvent[]]>([
    ['answered', [method, answered('method')]],
    ['over', [redirect, overdue('redirect')]],
  ])('that was %s is not shown again after the next one either', (_, [first, ...past]) => {
    const state = orderAfter(...taken, first as OrderEvent, ...past, challenge)

    expect(through(state, first as OrderEvent)).toBe(state)
    expect(statusOf(through(state, answered('challenge'), first as OrderEvent))).toBe('processing')
    expect(attemptOf(through(state, reported('declined')))).not.toHaveProperty('pastSteps')
  })

  it('leaves no word of a bank in what is remembered of it', () => {
    const state = orderAfter(...taken, challenge, answered('challenge'), pareq)

    expect(attemptOf(state).pastSteps).toHaveLength(1)
    expect(JSON.stringify(attemptOf(state).pastSteps)).not.toMatch(/e30|bank/)
  })

  it('keeps when the shopper first came to the bank', () => {
    const state = orderAfter(...taken, challenge, openedAtBank('challenge'))

    expect(attemptOf(state).step).toMatchObject({ openedAt: NOW })
    expect(transition(state, openedAtBank('challenge'), NOW + 1)).toBe(state)
  })

  it('keeps the bank’s answer until the gateway took it or said no, and how many there were', () => {
    const kept = orderAfter(...taken, challenge, brought)

    expect(attemptOf(kept).step).toMatchObject({ pendingAnswer: { at: NOW, fields: { cres: 'e30' } } })
    for (const end of [answered('challenge'), refusedAnswer('challenge')])
      expect(attemptOf(through(kept, end)).step).not.toHaveProperty('pendingAnswer')
    expect(attemptOf(through(kept, refusedAnswer('challenge'), brought)).step?.answerCount).toBe(2)
  })

  it.each([
    ['its answer was refused', [brought, refusedAnswer('challenge')]],
    ['its time is over', [overdue('challenge')]],
  ])('is asked about at once when %s', (_, events) => {
    const state = orderAfter(...taken, challenge)
    const later = events.reduce((before, event) => transition(before, event, NOW + 60_000), state)

    expect(firstAsked(later)).toBe(60_000)
  })

  it('that was answered is not touched by anything that comes late', () => {
    const state = orderAfter(...taken, challenge, answered('challenge'))

    for (const late of [brought, refusedAnswer('challenge'), overdue('challenge'), openedAtBank('challenge')])
      expect(through(state, late)).toBe(state)
  })

  it('that the gateway reports again changes nothing', () => {
    const state = orderAfter(...taken, challenge)

    expect(transition(state, challenge, NOW + 1)).toBe(state)
  })

  it('begins again where the gateway reports another challenge', () => {
    const state = orderAfter(...taken, challenge, answered('challenge'))
    const other = stepTold({ type: 'challenge', url: 'https://bank.example/acs', creq: 'e31' })

    expect(attemptOf(through(state, other)).step).not.toHaveProperty('isAnswered')
  })

  it('leaves nothing of itself behind when all is decided', () => {
    for (const end of ['approved', 'declined', 'filtered', 'error'] as const) {
      expect(attemptOf(orderAfter(...taken, pareq, reported(end)))).not.toHaveProperty('step')
    }
  })

  it('that was answered is asked about at once', () => {
    expect(firstAsked(orderAfter(...taken, challenge, answered('challenge')))).toBe(0)
  })

  it('of a form is the form’s own', () => {
    const form = orderAfter(attempted('key-1'), {
      ...takenAs('42'),
      redirectUrl: 'https://gate.example/form',
    })

    for (const step of [redirect, method, challenge]) expect(through(form, step)).toBe(form)
  })
})

describe('a merchant’s word that nothing was taken', () => {
  it('ends an attempt in doubt, names who said so, and goes on asking', () => {
    const state = orderAfter(begun, lost, declared)

    expect(attemptOf(state)).toMatchObject({
      status: 'error',
      error: { code: 'not-accepted', declaredBy: 'shop server' },
    })
    expect(firstAsked(state)).toBe(0)
  })

  it.each<[string, OrderEvent[], string]>([
    ['an answer that the gateway took it', [takenAs('42')], 'processing'],
    ['a report that it is under way', [reported('processing')], 'processing'],
    ['a step that the gateway waits for', [challenge], 'challenge'],
    ['a report of an unknown outcome', [reported('unknown')], 'unknown'],
    ['an approval', [reported('approved')], 'approved'],
    ['an approval that does not fit', [reported('approved', { amountMinor: 1 })], 'unknown'],
    ['a decline', [reported('declined')], 'declined'],
  ])('is overruled by %s', (_, events, status) => {
    const state = orderAfter(begun, lost, declared, ...events)

    expect(statusOf(state)).toBe(status)
    expect(attemptOf(state).error?.code).not.toBe('not-accepted')
  })

  it('lets an approval of the next attempt stand, and calls the first surplus', () => {
    const next = { clientOrderId: nameOf(2), gatewayId: '43' }
    const state = orderAfter(
      ...[begun, lost, declared],
      ...[attempted('key-2', 'card'), takenAs('43', { number: 2 }), reported('approved', next, 2)],
      reported('approved'),
    )

    expect(state.payment).toBe(2)
    expect(state.transactions.map(({ id, surplus }) => [id, surplus])).toEqual([
      ['43', undefined],
      ['42', true],
    ])
  })

  it('ends a follow-up in doubt, which is not asked about any more', () => {
    const state = orderAfter(...PAID, wanted(), replyLost(), declared)

    expect(state.followUps[0]).toMatchObject({ status: 'error', error: { code: 'not-accepted' } })
    expect(state.followUps[0]?.asking).toBeUndefined()
    expect(through(state, toldOf(1, stage('approved')))).toBe(state)
  })

  it.each<[string, OrderEvent[]]>([
    ['an open order', []],
    ['a request under way', [begun]],
    ['what was taken', [begun, takenAs('42')]],
    ['what a report told of', [begun, lost, reported('processing')]],
    ['a form whose address was lost', [attempted('key-1'), lost]],
    ['a payment', PAID],
    ['a follow-up under way', [...PAID, wanted()]],
    ['a follow-up that was taken', [...PAID, wanted(), followed()]],
    ['a follow-up that was taken without a name', [...PAID, wanted(), followed(1, '')]],
  ])('is not heard of %s', (_, events) => {
    const state = orderAfter(...events)

    expect(doubtOf(state)).toBeUndefined()
    expect(through(state, declared)).toBe(state)
  })
})

describe('a recurring payment', () => {
  it('takes every charge of its schedule, however many there are', () => {
    const charges = Array.from({ length: 30 }, (_, index) => woken('callback', `charge-${index}`))

    const state = through(orderAfter(scheduled, registered), ...charges)

    expect(state.unmatched).toHaveLength(30)
  })

  const scheduled = attempted('key-1', 'recurring-payment')
  const registered: OrderEvent = {
    type: 'registered',
    attempt: 1,
    gatewayId: '42',
    recurringPaymentId: 'plan-1',
  }
  const made = orderWith({ intent: 'verify' }, scheduled, registered)

  it('is made by the gateway’s answer, and not asked about', () => {
    expect(statusOf(made)).toBe('approved')
    expect(made).toMatchObject({ payment: 1, recurringPaymentId: 'plan-1' })
    expect(firstAsked(made)).toBeUndefined()
  })

  it('is made once', () => {
    expect(through(made, { ...registered, recurringPaymentId: 'plan-2' })).toBe(made)
  })

  it('cannot be asked about when its answer was lost, so it is unknown at once', () => {
    const state = orderWith({ intent: 'verify' }, scheduled, lost)

    expect([statusOf(state), firstAsked(state)]).toEqual(['unknown', undefined])
    expect(doubtOf(state)).toEqual({ purpose: 'attempt', number: 1 })
  })

  it('is made by an answer that comes late', () => {
    expect(statusOf(orderWith({ intent: 'verify' }, scheduled, lost, registered))).toBe('approved')
  })

  it('notes a charge of its schedule as the gateway’s own, and asks nothing', () => {
    const state = through(made, woken('callback', '77'))

    expect(state.unmatched).toEqual([{ id: '77', attempt: 1 }])
    expect(firstAsked(state)).toBeUndefined()
    expect(statusOf(state)).toBe('approved')
  })

  it('notes a charge once', () => {
    const state = through(made, woken('callback', '77'))

    expect(through(state, woken('callback', '77'))).toBe(state)
  })
})

describe('what is done with a payment', () => {
  it('pays a checked payout out', () => {
    const state = orderWith(
      { intent: 'payout', methods: ['payout-check'] },
      ...CHECKED,
      wanted({ kind: 'payout-pay' }),
      followed(),
      toldOf(1, stage('approved', { kind: 'capture', type: 'payout', reversedMinor: 0 })),
    )

    expect(state).toMatchObject({ capturedMinor: 1250, returnedMinor: 0 })
    expect(state.transactions.map(({ type }) => type)).toEqual(['payout-check', 'payout'])
    expect(statusOf(state)).toBe('captured')
  })

  it('cancels a reservation', () => {
    const cancel = stage('approved', { kind: 'void', type: 'cancel', serialNumber: 'serial-f1' })
    const state = orderWith({ intent: 'preauth' }, ...RESERVED, wanted(), followed(), toldOf(1, cancel))

    expect(statusOf(state)).toBe('voided')
    expect(state.followUps[0]?.status).toBe('approved')
  })
})

describe('erasing', () => {
  it('takes the card away and leaves the payment', () => {
    const card = { brand: 'VISA', masked: '•••• 1111', expires: '12/30' }
    const state = orderAfter(...PAID.slice(0, 2), reported('approved', { card }))
    const erased = through(state, { type: 'erased' })

    expect(state.card).toEqual(card)
    expect(erased).not.toHaveProperty('card')
    expect(statusOf(erased)).toBe('approved')
  })

  it('changes nothing where everything is erased', () => {
    const state = orderAfter(...PAID, { type: 'erased' })

    expect(through(state, { type: 'erased' })).toBe(state)
  })
})
