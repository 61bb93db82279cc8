import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { TIMES } from '../config/durations.ts'
import {
  add,
  delivered,
  due,
  failed,
  givenUp,
  keyOf,
  MAX_PENDING,
  nextDue,
  type Queue,
  restarted,
  retried,
} from './notification-queue.ts'
import { HAPPENED, notificationOf } from './testing/notification.ts'

const { webhookHold, webhookRetryFirst, webhookRetriesFor } = TIMES
const NEVER = new Map<string, number>()

/** Tellings that happened one second after the other. */
const queueOf = (...numbers: number[]): Queue =>
  numbers.reduce<Queue>(
    (queue, number) => add(queue, notificationOf(number, { at: HAPPENED + number * 1000 }), ['webhook']),
    [],
  )

const idsOf = (queue: Queue) => queue.map(({ id }) => Number(id.split('.')[1]))

/** What may go out next by webhook: which, and how long after the first happened. */
const nextOf = (queue: Queue, triedAt: ReadonlyMap<string, number> = NEVER) =>
  due(queue, triedAt, TIMES).map(({ at, pending }) => [idsOf([pending])[0], at - HAPPENED])

const triedAt = (queue: Queue, place: number, at: number) => {
  const tried = queue[place]
  return new Map(tried ? [[keyOf(tried), HAPPENED + at]] : [])
}

/** A queue of which everything was given up. */
const allGivenUp = (queue: Queue): Queue => queue.map((one) => ({ ...one, isGivenUp: true }))

describe('a queue of notifications', () => {
  it('has the oldest told first, as soon as it happened', () => {
    expect(nextOf(queueOf(1, 2, 3))).toEqual([[1, 1000]])
  })

  it('goes on with the next once one is taken', () => {
    const [first] = queueOf(1, 2)

    const queue = delivered(queueOf(1, 2), first ?? { by: 'webhook', id: '' })

    expect(nextOf(queue)).toEqual([[2, 2000]])
  })

  it('tries again what was not taken, and holds what happened later', () => {
    const queue = queueOf(1, 2)

    expect(nextOf(queue, triedAt(queue, 0, 1000))).toEqual([[1, 1000 + webhookRetryFirst]])
  })

  it('lets a later one go when it is ten minutes old itself', () => {
    const queue = queueOf(1, 2)
    const tried = triedAt(queue, 0, 1000 + webhookHold)

    const [next] = due(queue, tried, TIMES)

    expect(idsOf(next ? [next.pending] : [])).toEqual([2])
    expect(next?.at).toBe(HAPPENED + 2000 + webhookHold)
  })

  it('sends at once what was forgotten when one was tried', () => {
    const queue = queueOf(1)
    const days = 2 * 24 * 3600 * 1000

    expect(nextOf(queue)).toEqual([[1, 1000]])
    expect(nextOf(queue, triedAt(queue, 0, days))[0]?.[1]).toBeGreaterThan(days)
  })

  it('does not change while a notification will be tried again', () => {
    const queue = queueOf(1)
    const [one] = queue

    expect(failed(queue, one ?? { by: 'webhook', id: '' }, HAPPENED + 5000, TIMES)).toBe(queue)
  })

  it('gives a notification up after three days, keeps it, and holds nothing for it', () => {
    const queue = queueOf(1, 2)
    const [one] = queue

    const after = failed(queue, one ?? { by: 'webhook', id: '' }, HAPPENED + webhookRetriesFor, TIMES)

    expect(idsOf(givenUp(after))).toEqual([1])
    expect(idsOf(after)).toEqual([1, 2])
    expect(nextOf(after)).toEqual([[2, 2000]])
  })

  it('tries again for three days what was given up, under its own id', () => {
    const queue = queueOf(1)
    const given = failed(queue, queue[0] ?? { by: 'webhook', id: '' }, HAPPENED + webhookRetriesFor, TIMES)
    const later = HAPPENED + 2 * webhookRetriesFor

    const again = retried(given, later)

    expect(givenUp(again)).toEqual([])
    expect(due(again, triedAt(queue, 0, webhookRetriesFor), TIMES)).toMatchObject([
      { at: later, pending: { id: queue[0]?.id, at: queue[0]?.at } },
    ])
  })

  it('begins again with what was neither taken nor given up in all its time, and loses nothing', () => {
    const [early, late] = [queueOf(1), queueOf(2)]
    const longAfter = { now: HAPPENED + webhookRetriesFor + 3 * TIMES.webhookRetryLast, times: TIMES }
    const soon = { ...longAfter, now: HAPPENED + webhookRetriesFor }
    const given = allGivenUp(early)

    expect(restarted(early, NEVER, longAfter)).toEqual(early.map((one) => ({ ...one, since: longAfter.now })))
    expect(restarted(early, NEVER, soon)).toBe(early)
    expect(restarted(late, triedAt(late, 0, 5000), longAfter)).toBe(late)
    expect(restarted(given, NEVER, longAfter)).toBe(given)
  })

  it('does not have one channel wait for the other', () => {
    const queue = add(add([], notificationOf(1), ['webhook', 'mail']), notificationOf(2), ['webhook', 'mail'])
    const tried = new Map(
      [['webhook', HAPPENED]].map(([by]) => [`${by} ${notificationOf(1).id}`, HAPPENED + 1]),
    )

    const next = due(queue, tried, TIMES)

    expect(next.map(({ pending: { by, id }, at }) => [by, id, at])).toEqual([
      ['mail', notificationOf(1).id, HAPPENED],
      ['webhook', notificationOf(1).id, HAPPENED + webhookRetryFirst],
    ])
  })

  it('holds a notification once for each channel, however often it is added', () => {
    const once = add([], notificationOf(1), ['webhook', 'mail'])

    expect(add(once, notificationOf(1), ['webhook', 'mail'])).toEqual(once)
    expect(once.map(keyOf)).toEqual([`webhook ${notificationOf(1).id}`, `mail ${notificationOf(1).id}`])
  })

  it('sends nothing where there is no channel', () => {
    expect(add([], notificationOf(1), [])).toEqual([])
    expect(nextDue([], NEVER, TIMES)).toBeUndefined()
  })

  it('makes room by leaving out the oldest change of status, never the newest or a stranger’s transaction', () => {
    const foreign = add([], notificationOf(0, { type: 'transaction.foreign' }), ['webhook'])
    const many = Array.from({ length: MAX_PENDING + 1 }, (_, index) => index + 1)

    const queue = many.reduce((all, number) => add(all, notificationOf(number), ['webhook']), foreign)

    expect(idsOf(queue)).toEqual([0, ...many.slice(2)])
  })

  it('leaves out the oldest where there is nothing plain', () => {
    const many = Array.from({ length: MAX_PENDING + 2 }, (_, index) => index)

    const queue = many.reduce<Queue>(
      (all, number) => add(all, notificationOf(number, { type: 'surplus.found' }), ['webhook']),
      [],
    )

    expect(idsOf(queue)).toEqual(many.slice(2))
  })
})

/** A receiver that takes nothing during an outage, and one notification never, and an object that dies after some tries. */
interface Weather {
  /** When each notification happened, oldest first, in milliseconds after the first possible moment. */
  readonly happens: readonly number[]
  readonly outageUntil: number
  readonly poison: number
  /** Whether the object has forgotten, at its next waking, what it tried: by number of the try, over and over. */
  readonly forgets: readonly boolean[]
}

const MINUTE = 60_000

const weather = fc.record<Weather>({
  happens: fc
    .array(fc.integer({ min: 0, max: 60 * MINUTE }), { minLength: 1, maxLength: 8 })
    .map((all) => all.toSorted((one, other) => one - other)),
  outageUntil: fc.integer({ min: 0, max: 48 * 60 * MINUTE }),
  poison: fc.integer({ min: 0, max: 12 }),
  forgets: fc.array(fc.boolean(), { minLength: 1, maxLength: 7 }),
})

/** Lives through it as the order's alarm would. An object that died wakes a minute later. */
function live({ happens, outageUntil, poison, forgets }: Weather) {
  const heard: { readonly number: number; readonly at: number }[] = []
  const coming = happens.map((at, number) => notificationOf(number, { at: HAPPENED + at }))
  const triedAt = new Map<string, number>()
  let queue: Queue = []
  let now = HAPPENED
  for (let tries = 0; ; ) {
    const [next] = due(queue, triedAt, TIMES)
    const [notification] = coming
    if (notification && (!next || notification.at <= Math.max(now, next.at))) {
      queue = add(queue, notification, ['webhook'])
      coming.shift()
      now = Math.max(now, notification.at)
      continue
    }
    if (!next) return { heard, queue }
    tries += 1
    now = Math.max(now, next.at)
    const [number = 0] = idsOf([next.pending])
    if (now - HAPPENED >= outageUntil && number !== poison) {
      heard.push({ number, at: now - HAPPENED })
      queue = delivered(queue, next.pending)
      continue
    }
    triedAt.set(keyOf(next.pending), now)
    queue = failed(queue, next.pending, now, TIMES)
    if (!forgets[tries % forgets.length]) continue
    triedAt.clear()
    now += MINUTE
  }
}

describe('whatever a receiver does', () => {
  it('nothing is lost: it is heard, or given up and kept', () => {
    fc.assert(
      fc.property(weather, (given) => {
        const { heard, queue } = live(given)

        const all = [...heard.map(({ number }) => number), ...idsOf(queue)]
        expect(all.toSorted((one, other) => one - other)).toEqual(given.happens.map((_, number) => number))
        expect(givenUp(queue)).toEqual(queue)
        expect(idsOf(queue).filter((number) => number !== given.poison)).toEqual([])
      }),
    )
  })

  it('one goes out before an earlier one only if it is ten minutes old', () => {
    fc.assert(
      fc.property(weather, (given) => {
        const { heard } = live(given)

        const early = heard.filter(({ number, at }, place) => {
          const isOvertaking = heard.slice(place + 1).some((later) => later.number < number)
          return isOvertaking && at < (given.happens[number] ?? 0) + webhookHold
        })
        expect(early).toEqual([])
      }),
    )
  })
})
