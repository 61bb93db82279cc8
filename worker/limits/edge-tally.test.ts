import { describe, expect, it } from 'vitest'
import {
  forgottenAt,
  furtherCard,
  furtherCardIn,
  furtherForm,
  noted,
  QUIET,
  switched,
  type TallyState,
  tellReason,
} from './edge-tally.ts'

const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const NOW = 1_800_000_000_000

const failed = (count: number, state: TallyState = QUIET, at = NOW) =>
  noted(state, { bad: count, good: 0 }, at)
const approved = (count: number, state: TallyState = QUIET, at = NOW) =>
  noted(state, { bad: 0, good: count }, at)

/** How many of 100 further cards are let in. */
function letIn(state: TallyState, reserve = 4, at = NOW): number {
  const after = furtherCard(state, reserve, at)
  return after ? 1 + letIn(after, reserve, at) : 0
}

/** The turns of so many forms that ask at the same time, in seconds from then. */
function turns(count: number, state: TallyState = QUIET): (number | undefined)[] {
  const turn = furtherForm(state, NOW)
  if (!turn || count === 0) return count === 0 ? [] : [undefined]
  return [(turn.at - NOW) / SECOND, ...turns(count - 1, turn.state)]
}

describe('further cards', () => {
  it.each([
    ['are let in up to the reserve', QUIET, 4],
    ['are let in while few cards fail', failed(19), 4],
    ['are not let in once many fail', failed(20), 0],
    ['are let in again ten minutes later', failed(500, QUIET, NOW - 11 * MINUTE), 4],
    ['are let in more where many payments succeed', approved(40), 8],
    ['are let in where many fail among many more that succeed', failed(59, approved(400)), 44],
    ['are let in no more an hour after the payments', approved(40, QUIET, NOW - 61 * MINUTE), 4],
  ])('%s', (_, state, count) => {
    expect(letIn(state)).toBe(count)
  })

  it('have their reserve again ten minutes later', () => {
    let state = QUIET
    for (let card = 0; card < 4; card += 1) state = furtherCard(state, 4, NOW) ?? state

    expect(letIn(state)).toBe(0)
    expect(letIn(state, 4, NOW + 10 * MINUTE)).toBe(4)
  })
})

describe('when a further card may be let in', () => {
  const usedUp = () => {
    let state = QUIET
    for (let card = 0; card < 4; card += 1) state = furtherCard(state, 4, NOW + card * MINUTE) ?? state
    return state
  }

  it.each([
    ['once the reserve is used up', usedUp(), 4 * MINUTE],
    ['while many cards fail', failed(20), MINUTE],
    ['while card entry is off', switched(failed(120), 120, NOW), 3 * MINUTE],
    [
      'while card entry is off for long',
      { ...switched(failed(120), 120, NOW - 11 * MINUTE), last: undefined },
      0,
    ],
  ] as const)('is the answer, and holds: %s', (_, { last: __, ...state }, ago) => {
    const now = NOW + ago
    const waitMs = furtherCardIn(state, { reserve: 4, threshold: 120 }, now)
    const at = (time: number) => furtherCard(switched(state, 120, time), 4, time)

    expect(at(now + waitMs)).toBeDefined()
    for (let early = SECOND; early <= waitMs; early += SECOND)
      expect(at(now + waitMs - early)).toBeUndefined()
  })
})

/** How many of 100 reasons are told. */
function told(state: TallyState, at = NOW): number {
  const after = tellReason(state, at)
  return after ? 1 + told(after, at) : 0
}

describe('reasons of declines', () => {
  it.each([
    ['reach five shoppers in ten minutes', QUIET, 5],
    ['reach shoppers while few cards fail', failed(19), 5],
    ['are not told once many fail', failed(20), 0],
    ['are not told while card entry is off', switched(failed(120), 120, NOW), 0],
    ['reach more shoppers where many payments succeed', approved(40), 9],
  ])('%s', (_, state, count) => {
    expect(told(state)).toBe(count)
  })

  it('reach shoppers again ten minutes later', () => {
    let state = QUIET
    for (let reason = 0; reason < 5; reason += 1) state = tellReason(state, NOW) ?? state

    expect(told(state)).toBe(0)
    expect(told(state, NOW + 10 * MINUTE)).toBe(5)
  })

  it('are remembered as long as they count', () => {
    const state = tellReason(QUIET, NOW) ?? QUIET

    expect(forgottenAt(state)).toBeGreaterThanOrEqual(NOW + 10 * MINUTE)
  })
})

describe('further forms', () => {
  it('have three turns at once, and then one each half minute', () => {
    expect(turns(6)).toEqual([0, 0, 0, 30, 60, 90])
  })

  it('have more where many payments succeed', () => {
    expect(turns(6, approved(160))).toEqual([0, 0, 0, 6, 12, 18])
  })

  it('get no turn more than ten minutes ahead', () => {
    const given = turns(100)

    expect(given.at(-1)).toBeUndefined()
    expect(given.at(-2)).toBe(600)
  })
})

describe('card entry', () => {
  const off = switched(failed(120), 120, NOW)

  it.each([
    ['stays on below the threshold', failed(119), undefined],
    [
      'is off at the threshold',
      failed(120),
      { since: NOW, until: NOW + 10 * MINUTE, failures: 120, count: 1 },
    ],
    ['stays on where as many payments succeed', failed(120, approved(120)), undefined],
  ])('%s', (_, state, episode) => {
    expect(switched(state, 120, NOW).episode).toEqual(episode)
  })

  it('stays off for ten minutes, and until few cards fail', () => {
    const restless = failed(30, off, NOW + 9 * MINUTE)

    expect(switched(off, 120, NOW + 9 * MINUTE).episode).toBe(off.episode)
    expect(switched(restless, 120, NOW + 11 * MINUTE).episode).toBe(off.episode)
    expect(switched(off, 120, NOW + 11 * MINUTE).episode).toBeUndefined()
  })

  it.each([
    ['twice as long the next time', 20 * MINUTE, NOW + HOUR],
    ['as long as at first a day later', 10 * MINUTE, NOW + 25 * HOUR],
  ])('stays off %s', (_, holdMs, again) => {
    const on = switched(off, 120, NOW + 20 * MINUTE)
    const { episode } = switched(failed(120, on, again), 120, again)

    expect((episode?.until ?? 0) - again).toBe(holdMs)
  })

  it('changes nothing where nothing happens', () => {
    expect(switched(QUIET, 120, NOW)).toBe(QUIET)
    expect(switched(off, 120, NOW)).toBe(off)
  })
})

describe('a tally', () => {
  it('is forgotten an hour after its last payment, and a day after an attack', () => {
    const state = failed(120)

    expect(forgottenAt(state) - NOW).toBeGreaterThan(HOUR)
    expect(forgottenAt(switched(switched(state, 120, NOW), 120, NOW + 20 * MINUTE)) - NOW).toBe(24 * HOUR)
  })
})
