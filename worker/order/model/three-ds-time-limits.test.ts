import { describe, expect, it } from 'vitest'
import { TIMES } from '../../config/durations.ts'
import { attempted, NOW, orderAfter, reported, stepTold, takenAs } from '../testing/examples.ts'
import type { OrderEvent } from './events.ts'
import type { Step } from './state.ts'
import { secondsLeft, stepDue, stepEnds, stepKey } from './three-ds-time-limits.ts'

const SECOND = 1000

const step = (change: Partial<Step> & Pick<Step, 'type'>): Step => ({ since: NOW, address: 'a', ...change })

describe('a step’s time', () => {
  it.each<[string, Step, number | undefined]>([
    ['a Method page has ten seconds', step({ type: 'method', url: 'https://b' }), 10],
    ['a bank without a Method page has none', step({ type: 'method' }), 0],
    ['a challenge has to be begun in half a minute', step({ type: 'challenge' }), 30],
    [
      'a challenge has ten minutes from its beginning',
      step({ type: 'challenge', openedAt: NOW + 20 * SECOND }),
      620,
    ],
    ['the old protocol has ten minutes', step({ type: 'pareq' }), 600],
    ['a page of the gateway’s has ten minutes', step({ type: 'redirect' }), 600],
    ['a page in html has ten minutes', step({ type: 'page' }), 600],
    ['what was answered has none', step({ type: 'challenge', isAnswered: true }), undefined],
    ['what is over has none', step({ type: 'challenge', isOver: true }), undefined],
  ])('%s', (_, waiting, seconds) => {
    const ends = stepEnds(waiting, TIMES)

    expect(ends === undefined ? undefined : (ends - NOW) / SECOND).toBe(seconds)
  })
})

const challenge = stepTold({ type: 'challenge', url: 'https://bank.example/acs', creq: 'e30' })
const method = stepTold({ type: 'method', url: 'https://bank.example/method', serverTransactionId: 'id-1' })
const events = (step: OrderEvent) => [attempted('key-1', 'card'), takenAs('42'), step]
const told = (type: 'step-answered' | 'step-refused' | 'step-overdue', step: Step['type']): OrderEvent => ({
  type,
  attempt: 1,
  step,
})
const brought: OrderEvent = { type: 'step-brought', attempt: 1, step: 'challenge', fields: { cres: 'e30' } }

describe('what is left of it', () => {
  it.each<[string, OrderEvent[], number, number | undefined]>([
    ['is a number of whole seconds', events(method), 2500, 8],
    ['is never less than nothing', events(method), 12 * SECOND, 0],
    ['is known of a challenge', events(challenge), SECOND, 29],
    ['is not told where nothing is due', [attempted('key-1', 'card'), takenAs('42')], 0, undefined],
  ])('%s', (_, past, afterMs, seconds) => {
    expect(secondsLeft(orderAfter(...past), NOW + afterMs, TIMES)).toBe(seconds)
  })
})

describe('what is due about it', () => {
  const dueAfter = (past: OrderEvent[], toldAfterMs?: number) => {
    const state = orderAfter(...past)
    const [attempt] = state.attempts
    if (!attempt) throw new TypeError('no attempt')
    const toldAt = toldAfterMs === undefined ? undefined : NOW + toldAfterMs
    const due = stepDue(state, attempt, { toldAt, times: TIMES })
    return due && [due.type, (due.at - NOW) / SECOND]
  }

  it.each<[string, OrderEvent[], [string, number] | undefined]>([
    ['a Method page is ended', events(method), ['end-method', 10]],
    [
      'one that the gateway neither names nor has is ended at once',
      events(stepTold({ type: 'method' })),
      ['end-method', 0],
    ],
    ['a challenge that nobody begins is ended', events(challenge), ['end-challenge', 30]],
    [
      'a challenge that was begun is ended',
      [...events(challenge), { type: 'step-opened', attempt: 1, step: 'challenge' }],
      ['end-challenge', 600],
    ],
    [
      'what the bank said is handed on, if it was not when the object died',
      [...events(challenge), brought],
      ['hand-on', 0],
    ],
    [
      'a refused answer lets the challenge go on',
      [...events(challenge), brought, told('step-refused', 'challenge')],
      ['end-challenge', 30],
    ],
    [
      'a page of the gateway’s that nobody comes back from is ended',
      events(stepTold({ type: 'redirect', url: 'https://gate.example/acs/1' })),
      ['end-challenge', 600],
    ],
    ['nothing once it was answered', [...events(challenge), told('step-answered', 'challenge')], undefined],
    ['nothing once it is over', [...events(challenge), told('step-overdue', 'challenge')], undefined],
    ['nothing once the shopper gave up', [...events(method), { type: 'cancelled' }], undefined],
    [
      'a challenge is ended though the shopper gave up',
      [...events(challenge), { type: 'cancelled' }],
      ['end-challenge', 30],
    ],
    [
      'nothing is handed on once the shopper gave up',
      [...events(method), brought, { type: 'cancelled' }],
      undefined,
    ],
    ['nothing once all is decided', [...events(challenge), brought, reported('declined')], undefined],
  ])('%s', (_, past, due) => {
    expect(dueAfter(past)).toEqual(due)
  })

  it.each<[string, number, number | undefined]>([
    ['four seconds after the first time', 10, 14],
    ['four seconds after the next', 14, 18],
    ['five minutes after the first minute', 70, 370],
    ['five minutes after that', 400, 670],
    ['a day after a week', 7 * 86_400, 8 * 86_400 + 10],
    ['never again after a month', 31 * 86_400, undefined],
  ])('the order tells a silent gateway of the end %s', (_, toldAfter, again) => {
    expect(dueAfter(events(method), toldAfter * SECOND)?.[1]).toBe(again)
  })
})

it('what is remembered of one step is not taken for another’s', () => {
  const keys = [method, challenge].map((told) => {
    const [attempt] = orderAfter(...events(told)).attempts
    return attempt && stepKey(attempt)
  })

  expect(new Set(keys).size).toBe(2)
})
