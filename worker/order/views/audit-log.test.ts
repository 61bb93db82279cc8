import { describe, expect, it } from 'vitest'
import { transition } from '../model/transition.ts'
import { acceptedAs, attempted, NOW, orderAfter, reported, woken } from '../testing/examples.ts'
import { auditLines } from './audit-log.ts'

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
    ['nothing', atPage, reported('processing'), []],
  ] as const)('tells of %s', (_, before, event, names) => {
    expect(auditLines(before, transition(before, event, NOW)).map(([name]) => name)).toEqual(names)
  })
})
