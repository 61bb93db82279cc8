import { describe, expect, it } from 'vitest'
import { TIMES } from '../config/durations.ts'
import {
  afterFailure,
  changed,
  MAX_MAILS,
  type MailQueue,
  nextMail,
  QUOTA,
  type QueuedMail,
  withMail,
  withoutNoted,
  withoutOpen,
} from './mail-queue.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
/** Noon of a day. */
const NOW = Date.UTC(2027, 0, 15, 12)

const RECEIPT = { kind: 'receipt' } as const
const mailOf = (change: Partial<QueuedMail> = {}): QueuedMail => ({
  ...{ number: 1, kind: 'receipt', at: NOW, status: 'waiting', nextAt: NOW },
  ...change,
})

const ending = (why: string, change: Partial<QueuedMail> = {}, now = NOW) =>
  afterFailure(mailOf(change), { why, now, times: TIMES, spread: 0.5 })

describe('the mails of an order', () => {
  it('have numbers of their own, and the first is due first', () => {
    const queue = withMail(withMail([], RECEIPT, NOW), { kind: 'refund', amount: '5.00' }, NOW + 1)

    expect(queue.map(({ number, kind }) => [number, kind])).toEqual([
      [1, 'receipt'],
      [2, 'refund'],
    ])
    expect(nextMail(queue)?.number).toBe(1)
    expect(nextMail(changed(queue, 1, { status: 'sent' }))?.number).toBe(2)
  })

  it('are bounded: the oldest that ended leaves first, and no number comes twice', () => {
    const full = Array.from({ length: MAX_MAILS }).reduce<MailQueue>(
      (queue) => withMail(queue, RECEIPT, NOW),
      [],
    )

    const more = withMail(changed(full, 3, { status: 'sent' }), RECEIPT, NOW)

    expect(more).toHaveLength(MAX_MAILS)
    expect(more.map(({ number }) => number)).not.toContain(3)
    expect(more.at(-1)?.number).toBe(MAX_MAILS + 1)
  })

  it('are not sent again by an object that died while it sent a request', () => {
    const queue = [mailOf({ kind: 'request', status: 'noted' }), mailOf({ number: 2 })]

    expect(withoutNoted(queue, NOW).map(({ status }) => status)).toEqual(['unsure', 'waiting'])
    expect(withoutNoted(queue.slice(1), NOW)).toHaveLength(1)
  })

  it('leave what was sent, once the shopper is erased', () => {
    const queue = [mailOf({ status: 'sent' }), mailOf({ number: 2 })]

    expect(withoutOpen(queue)).toEqual([mailOf({ status: 'sent' })])
  })

  it('do not come back where they were erased meanwhile', () => {
    const queue = [mailOf()]

    expect(changed(queue, 7, { status: 'sent' })).toBe(queue)
  })
})

describe('a mail that was not sent', () => {
  it.each([
    ['timeout', 'receipt', 'waiting'],
    ['timeout', 'request', 'unsure'],
    ['timeout', 'reminder', 'unsure'],
    ['mail-refused', 'refund', 'waiting'],
    ['mail-refused', 'request', 'unsure'],
    ['E_INTERNAL_SERVER_ERROR', 'payout', 'waiting'],
    ['E_INTERNAL_SERVER_ERROR', 'request', 'unsure'],
    ['E_RATE_LIMIT_EXCEEDED', 'receipt', 'waiting'],
    ['E_RATE_LIMIT_EXCEEDED', 'request', 'waiting'],
    ['E_SENDER_NOT_VERIFIED', 'request', 'waiting'],
    ['E_RECIPIENT_SUPPRESSED', 'receipt', 'given-up'],
    ['E_RECIPIENT_SUPPRESSED', 'request', 'given-up'],
    ['E_RECIPIENT_NOT_ALLOWED', 'sent', 'given-up'],
    ['E_VALIDATION_ERROR', 'receipt', 'given-up'],
    [QUOTA, 'receipt', 'waiting'],
    [QUOTA, 'request', 'waiting'],
    ['off', 'receipt', 'waiting'],
  ] as const)('by %s, a %s is %s', (why, kind, status) => {
    expect(ending(why, { kind })).toMatchObject({ status, why })
  })

  it('waits for the next day where the quota is used up, not for the next interval', () => {
    expect(ending(QUOTA).nextAt).toBe(NOW + 12 * HOUR_MS + HOUR_MS / 2)
  })

  it('is tried again at growing intervals, for three days', () => {
    expect(ending('E_RATE_LIMIT_EXCEEDED').nextAt).toBe(NOW + TIMES.webhookRetryFirst)
    expect(ending('E_RATE_LIMIT_EXCEEDED', {}, NOW + DAY_MS).nextAt).toBeGreaterThan(NOW + DAY_MS)
    expect(ending('E_RATE_LIMIT_EXCEEDED', {}, NOW + 3 * DAY_MS)).toMatchObject({ status: 'given-up' })
    expect(ending(QUOTA, {}, NOW + 3 * DAY_MS)).toMatchObject({
      status: 'given-up',
      nextAt: NOW + 3 * DAY_MS,
    })
  })
})
