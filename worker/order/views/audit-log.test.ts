import { describe, expect, it } from 'vitest'
import { refTo } from '../model/request-ref.ts'
import { transition } from '../model/transition.ts'
import { acceptedAs, attempted, NOW, orderAfter, refusedOf, reported, woken } from '../testing/examples.ts'
import { auditLines } from './audit-log.ts'

const sending = orderAfter(attempted('key-1'))
const atPage = orderAfter(attempted('key-1'), acceptedAs('42'))

describe('auditLines', () => {
  it.each([
    ['another status', atPage, reported('approved'), ['order-status']],
    [
      'money to give back',
      transition(atPage, { type: 'cancelled' }, NOW),
      reported('approved'),
      ['surplus-approval'],
    ],
    [
      'a transaction of another user',
      atPage,
      woken('callback', '77'),
      ['order-status', 'foreign-transaction'],
    ],
    ['an attempt that begins', orderAfter(), attempted('key-1'), ['order-status']],
    ['no form that the attempt led to', sending, acceptedAs('42'), []],
    ['a reply that brings no form', sending, refusedOf(refTo('attempt', 1)), ['order-status']],
    ['nothing', atPage, reported('processing'), []],
  ] as const)('tells of %s', (_, before, event, names) => {
    expect(auditLines(before, transition(before, event, NOW)).map(([name]) => name)).toEqual(names)
  })
})
