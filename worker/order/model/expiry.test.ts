import { describe, expect, it } from 'vitest'
import { TIMES } from '../../config/durations.ts'
import { terms as exampleTerms } from '../testing/examples.ts'
import { judgeExpiry } from './expiry.ts'
import { reminderDue } from './reminder.ts'
import type { OrderState } from './state.ts'
import { opened, transition } from './transition.ts'

const DAY = 86_400_000
const OPENED = 1_000 * DAY
const open = opened({ ...exampleTerms, isRequest: true, openedAt: OPENED, expiresAt: OPENED + 7 * DAY })
const NOW = OPENED + DAY

const moved = (state: OrderState, days: number, { key = 'a-later-end', now = NOW } = {}) =>
  transition(state, { type: 'expiry-changed', expiresAt: OPENED + days * DAY, key, by: 'till' }, now)

const judged = (state: OrderState, days: number, { key = 'a-later-end', now = NOW } = {}) => {
  const verdict = judgeExpiry(state, { expiresAt: OPENED + days * DAY, key, by: 'till' }, now)
  return verdict.ok ? verdict.value : verdict.reason
}

describe('the end of a payment request', () => {
  it.each([
    ['later', open, 30, 'new'],
    ['earlier', open, 2, 'new'],
    ['180 days after the opening', open, 180, 'new'],
    ['later than that', open, 181, 'expiry-invalid'],
    ['in the past', open, 0.5, 'expiry-invalid'],
    ['again under its key', moved(open, 30), 30, 'repeat'],
    ['elsewhere under its key', moved(open, 30), 31, 'key-reused'],
    ['once it is cancelled', transition(open, { type: 'cancelled' }, NOW), 30, 'order-final'],
    ['once it expired', transition(open, { type: 'expired' }, OPENED + 7 * DAY), 30, 'order-final'],
    ['of an order that is no request', opened(exampleTerms), 30, 'follow-up-impossible'],
  ] as const)('is moved %s: %s', (_, state, days, verdict) => {
    expect(judged(state, days)).toBe(verdict)
  })

  it('is not moved between the end and its alarm, as nothing is paid then', () => {
    expect(judged(open, 30, { now: OPENED + 7 * DAY })).toBe('order-final')
  })

  it('is not ended by an alarm of the former end, and is by its own', () => {
    const later = moved(open, 30)

    expect(transition(later, { type: 'expired' }, OPENED + 7 * DAY)).toBe(later)
    expect(transition(later, { type: 'expired' }, OPENED + 30 * DAY).expired).toBe(true)
  })

  it('is not moved back by a late repeat of an older request', () => {
    const twice = moved(moved(open, 30), 60, { key: 'a-still-later-end' })

    expect(moved(twice, 30)).toBe(twice)
    expect(judged(twice, 30)).toBe('repeat')
    expect(judged(twice, 45)).toBe('key-reused')
  })
})

describe('the reminder of a request whose end was moved', () => {
  const mail = (kind: 'request' | 'reminder', day: number) => ({
    ...{ number: 1, kind, at: OPENED + day * DAY, status: 'sent' as const, nextAt: 0 },
  })
  const due = (state: OrderState, ...mails: ReturnType<typeof mail>[]) => {
    const at = reminderDue(state, { mails, isReminding: true }, TIMES)
    return at === undefined ? undefined : (at - OPENED) / DAY
  }
  const request = mail('request', 0)

  it.each([
    ['comes three days before the new end', due(moved(open, 30), request), 27],
    [
      'comes again after one for the former end',
      due(moved(open, 30, { now: OPENED + 5 * DAY }), request, mail('reminder', 4)),
      27,
    ],
    ['comes once for the new end', due(moved(open, 30), request, mail('reminder', 27)), undefined],
    [
      'does not come where the former one was near enough to the new end',
      due(moved(open, 6.5, { now: OPENED + 5 * DAY }), request, mail('reminder', 4)),
      undefined,
    ],
    [
      'is not repeated by the same end under another key',
      due(moved(open, 7, { now: OPENED + 5 * DAY }), request, mail('reminder', 4)),
      undefined,
    ],
  ])('%s', (_, found, wanted) => {
    expect(found).toBe(wanted)
  })
})
