/** What holds of an order whatever happens to it, in whatever order. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isDecided, isFailed, isSettled } from '../../../shared/order-status.ts'
import { without } from '../../../shared/without.ts'
import { TIMES } from '../../config/durations.ts'
import { NOW, orderAfter, report, reportOn, terms } from '../testing/examples.ts'
import { always, EVENTS, history } from '../testing/histories.ts'
import { notificationsOf } from '../views/notifications.ts'
import { cardToKeep, shownSavedCards } from './cards.ts'
import { doubtOf } from './doubt.ts'
import type { OrderEvent } from './events.ts'
import { refTo } from './request-ref.ts'
import { dueJobs } from './schedule.ts'
import type { OrderState } from './state.ts'
import { statusOf } from './status.ts'
import { takenMinor } from './transactions.ts'
import { opened, transition } from './transition.ts'

type Type = OrderEvent['type']

/** Wishes and counts: each is one more. Their caller sees to it that it is meant. */
const COUNTED: readonly Type[] = [
  'attempted',
  'follow-up-wanted',
  'follow-up-asked',
  'resent',
  'noted',
  'unheard-of',
  'step-refused',
]

const isCounted = (event: OrderEvent, after: OrderState) =>
  COUNTED.includes(event.type) ||
  (event.type === 'woken' && event.forged !== undefined) ||
  // The second answer that tells of nothing is the proof.
  ('spanMs' in event && event.spanMs === 0) ||
  // Counters that are asked again may answer later, so the units in doubt go back later too.
  (event.type === 'limit-wanted' && after.holdsUnits === 'in-doubt') ||
  // Steps of one type are told apart by their time, and the clock stands still here.
  (event.type === 'step-answered' && event.next?.type === event.step) ||
  // A merchant's word settles one doubt; a second one the next, where there is one.
  (event.type === 'declared-not-accepted' && doubtOf(after) !== undefined)

/** An event, with the purpose of the request that it is about. */
const nameOf = (event: OrderEvent) => ('purpose' in event ? `${event.purpose} ${event.type}` : event.type)

const REPLIES = ['accepted', 'refused', 'lost', 'reported']

/** The events about requests of each purpose. */
const NAMES = [
  ...['attempt', 'follow-up', 'duplicate-refund'].flatMap((purpose) =>
    REPLIES.map((type) => `${purpose} ${type}`),
  ),
  ...['unmatched reported', 'attempt polling-ended', 'follow-up polling-ended'],
]

/** What an order may become once it was paid: by what is done with the payment afterwards, or by a doubt of it. */
const AFTERWARDS = [
  'captured',
  'voided',
  'returned',
  'partially-returned',
  'charged-back',
  'unknown',
  'approved',
]

describe('whatever happens to an order', () => {
  it('is an event of a type that is tried here', () => {
    const seen = new Set<string>()
    const names = new Set<string>()
    const step = (event: OrderEvent) => {
      seen.add(event.type)
      if ('purpose' in event) names.add(nameOf(event))
    }
    fc.assert(fc.property(history, (events) => events.forEach(step)))

    expect([...seen].toSorted()).toEqual(Object.keys(EVENTS).toSorted())
    expect([...names].toSorted()).toEqual(NAMES.toSorted())
  })

  it('the same event twice changes nothing the second time', () => {
    always((_, event, after) => {
      if (!isCounted(event, after)) expect(transition(after, event, NOW)).toBe(after)
    })
  })

  it('a change is counted, and what is no change is the very same', () => {
    always((before, _, after) => expect(after === before || after.seq === before.seq + 1).toBe(true))
  })

  it('there is one payment, and it stays', () => {
    always((before, _, after) => {
      if (before.payment !== undefined) expect(after.payment).toBe(before.payment)
    })
  })

  it('messages call an order paid by its payment alone', () => {
    always((_, __, after) => {
      if (isSettled(statusOf(after))) expect(after.payment).toBeDefined()
    })
  })

  it('a paid order stays paid, or becomes what was done with the payment, or doubtful', () => {
    always((before, _, after) => {
      if (before.payment !== undefined) expect(AFTERWARDS).toContain(statusOf(after))
    })
  })

  it('an order that was given up or ended is revived by nothing but a payment or a charge that turns up', () => {
    always((before, _, after) => {
      if (statusOf(before) === 'cancelled') expect(['cancelled', 'approved']).toContain(statusOf(after))
      if (before.cancelled && before.payment === undefined && isSettled(statusOf(after)))
        expect(after.recurringPaymentId).toBeDefined()
    })
  })

  it('no more is captured than was agreed, and no more returned than was agreed; neither sum shrinks', () => {
    always((before, _, after) => {
      expect(after.capturedMinor).toBeLessThanOrEqual(terms.amountMinor)
      expect(after.returnedMinor).toBeLessThanOrEqual(terms.amountMinor)
      expect(after.capturedMinor).toBeGreaterThanOrEqual(before.capturedMinor)
      expect(after.returnedMinor).toBeGreaterThanOrEqual(before.returnedMinor)
      const isCapturedNow = after.capturedMinor !== before.capturedMinor
      if (after.returnedMinor > before.returnedMinor && !isCapturedNow)
        expect(after.returnedMinor).toBeLessThanOrEqual(takenMinor(after))
    })
  })

  it('every charge too many is given back, once, and the payment never is', () => {
    always((_, __, after) => {
      const kept = after.attempts[(after.payment ?? 0) - 1]?.gatewayId
      const isGivenBack = after.terms.intent !== 'payout'
      const surplus = after.transactions.filter((one) => one.surplus && one.id !== kept && isGivenBack)
      const reversed = after.duplicateRefunds.map(({ gatewayId }) => gatewayId)

      expect(new Set(reversed)).toEqual(new Set(surplus.map(({ id }) => id)))
      expect(new Set(reversed).size).toBe(reversed.length)
      expect(reversed).not.toContain(kept)
    })
  })

  it('every approval of what was asked for is the payment or too many, or waits for the offer’s counter', () => {
    always((before, event, after) => {
      if (event.type !== 'reported' || event.purpose !== 'attempt' || after === before) return
      const { number } = event
      const { status, kind, type, gatewayId: id } = event.report
      const known = after.transactions.find(
        (one) => one.id === id && one.type === type && one.attempt === number,
      )
      if (status !== 'approved' || kind !== 'payment' || known?.status !== 'approved') return
      const fates = [after.payment, after.waitingApproval?.attempt, known.surplus && number]
      expect(fates.filter((one) => one === number).length).toBeGreaterThan(0)
    })
  })

  it('what waits for the offer’s counter is decided by its word alone, by giving up, or by the gateway', () => {
    always((before, event, after) => {
      const { waitingApproval } = before
      // That it waits for long is noted with it.
      if (waitingApproval && after.waitingApproval)
        return expect({ ...after.waitingApproval, isOverdue: waitingApproval.isOverdue }).toEqual(
          waitingApproval,
        )
      if (!waitingApproval) return
      expect(['limit-held', 'limit-refused', 'cancelled', 'attempt reported']).toContain(nameOf(event))
      const isBack = after.duplicateRefunds.some(({ gatewayId }) => gatewayId === waitingApproval.id)
      const isTakenBack = after.attempts[waitingApproval.attempt - 1]?.status !== 'approved'
      expect([
        after.payment === waitingApproval.attempt,
        isBack || after.terms.intent === 'verify',
        isTakenBack,
      ]).toContain(true)
      expect(after.payment === waitingApproval.attempt && isBack).toBe(false)
    })
  })

  it('units are given back while no outcome is open, but after giving up', () => {
    always((before, { type }, after) => {
      if (type !== 'limit-given-up' || after === before) return
      const free = dueJobs(
        before,
        { askedAt: new Map(), indexed: undefined, queue: [], triedAt: new Map() },
        TIMES,
      )
      const isDue = free.some(({ job }) => job.type === 'release-units')
      // The edge asks about no attempt whose polling ended, so it does not wait for that one's outcome either.
      const open = before.attempts.filter(
        ({ status, asking }) =>
          ['sending', 'method', 'challenge', 'processing'].includes(status) ||
          (status === 'unknown' && asking),
      )
      if (isDue && !before.cancelled) expect(open).toEqual([])
    })
  })

  it('an order whose units are held has nothing that waits for them', () => {
    always((_, __, after) => {
      if (after.holdsUnits === true) expect(after.waitingApproval).toBeUndefined()
    })
  })

  it('what was given back is not sent again', () => {
    always((before, _, after) => {
      for (const { number, status } of before.duplicateRefunds)
        if (status === 'approved') expect(after.duplicateRefunds[number - 1]?.status).toBe('approved')
    })
  })

  it('what the gateway decided is not made undecided again but by a report that puts it in doubt, or its own late answer', () => {
    always((before, event, after) => {
      for (const one of before.attempts) {
        const isRevived = isDecided(one.status) && !isDecided((after.attempts[one.number - 1] ?? one).status)
        if (isRevived) expect(['attempt reported', 'attempt accepted']).toContain(nameOf(event))
      }
    })
  })

  it('a report that is silent about a step says nothing about it', () => {
    fc.assert(
      fc.property(history, (events) => {
        const state = orderAfter(...events)
        for (const attempt of state.attempts) {
          const { number, gatewayId, clientOrderId } = attempt
          const silent = report('processing', { gatewayId, clientOrderId })
          const after = transition(state, reportOn(refTo('attempt', number), silent), NOW)
          expect(after.attempts[number - 1]?.step).toEqual(attempt.step)
        }
      }),
    )
  })

  it('a follow-up that has its outcome keeps it, but for a failure that rests on the gateway’s silence about it', () => {
    always((before, _, after) => {
      for (const { number, status, deniedAt } of before.followUps) {
        const fates = isFailed(status) && deniedAt !== undefined ? [status, 'approved'] : [status]
        if (isDecided(status))
          expect(fates).toContain(after.followUps.find((one) => one.number === number)?.status)
      }
    })
  })

  it('no refused follow-up fails, and no refund is sent another way, before the gateway told of nothing twice', () => {
    always((before, event, after) => {
      for (const { number, refusal, deniedAt } of before.followUps) {
        const hasFailed =
          refusal && isFailed(after.followUps.find((one) => one.number === number)?.status ?? 'sending')
        const isTold = 'report' in event && deniedAt !== undefined
        if (hasFailed) expect(isTold || event.type === 'declared-not-accepted').toBe(true)
      }
      for (const { number, isDoubtful } of before.duplicateRefunds)
        if (isDoubtful) expect(after.duplicateRefunds[number - 1]?.status).not.toBe('sending')
    })
  })

  it('what an answer about another order says changes nothing but that the gateway gave it', () => {
    always((before, event, after) => {
      if (!('report' in event) || event.report.clientOrderId !== undefined) return
      const rest = (state: OrderState) => without(state, 'misnamed', 'seq', 'updatedAt', 'attempts')
      expect(rest(after)).toEqual(rest(before))
      for (const { number, status } of after.attempts)
        expect([before.attempts[number - 1]?.status, 'unknown']).toContain(status)
    })
  })

  it('no transaction, stranger or attempt is ever forgotten', () => {
    always((before, _, after) => {
      for (const list of ['attempts', 'transactions', 'followUps', 'unmatched', 'duplicateRefunds'] as const)
        expect(after[list].length).toBeGreaterThanOrEqual(before[list].length)
    })
  })

  it('a transaction that an attempt went by is followed on, though the attempt goes by another', () => {
    always((before, { type }, after) => {
      // A recurring payment is no transaction, and has no other.
      if (type === 'registered') return
      for (const { number, gatewayId: id } of before.attempts) {
        const isLeft = id !== undefined && after.attempts[number - 1]?.gatewayId !== id
        if (isLeft) expect(after.unmatched.map((one) => one.id)).toContain(id)
      }
    })
  })

  it('what is kept is not given back as one too many', () => {
    always((_, __, after) => {
      const kept = after.attempts[(after.payment ?? 0) - 1]?.gatewayId
      if (kept) expect(after.duplicateRefunds.map(({ gatewayId }) => gatewayId)).not.toContain(kept)
    })
  })

  it('no card is kept but that of the payment, with its shopper’s word, and once', () => {
    always((_, __, after) => {
      const waiting = cardToKeep(after)
      if (waiting) expect([waiting.number, waiting.keepCard.version]).toEqual([after.payment, 'v2'])
      if (waiting) expect(after.cardRefs).toEqual([])
      expect(after.cardRefs.length).toBeLessThanOrEqual(1)
    })
  })

  it('a shopper’s word stays, with its time', () => {
    always((before, _, after) => {
      for (const { number, keepCard } of before.attempts)
        if (keepCard) expect(after.attempts[number - 1]?.keepCard).toMatchObject(keepCard)
    })
  })

  it('only cards of the session’s list are shown, each once, and none after it was found to be none', () => {
    always((before, _, after) => {
      const handles = shownSavedCards(after).map(({ handle }) => handle)
      const { cardRefs = [] } = after.terms
      const none = (before.savedCards ?? []).filter(({ card }) => !card).map(({ place }) => String(place))

      expect(new Set(handles).size).toBe(handles.length)
      expect(handles.every((handle) => Number(handle) <= cardRefs.length)).toBe(true)
      expect(handles.some((handle) => none.includes(handle))).toBe(false)
    })
  })

  it('each message has a name of its own', () => {
    fc.assert(
      fc.property(history, (events) => {
        const ids: string[] = []
        events.reduce((before, event) => {
          const after = transition(before, event, NOW)
          const view = () => ({ id: after.terms.id }) as never
          if (after !== before)
            ids.push(...notificationsOf(before, after, { event, view }).map(({ id }) => id))
          return after
        }, opened(terms))
        expect(new Set(ids).size).toBe(ids.length)
      }),
    )
  })
})
