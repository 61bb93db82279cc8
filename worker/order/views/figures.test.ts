import { describe, expect, it } from 'vitest'
import { transition } from '../model/transition.ts'
import { acceptedAs, attempted, NOW, orderAfter, reported } from '../testing/examples.ts'
import { figuresOf } from './figures.ts'

const atPage = orderAfter(attempted('key-1'), acceptedAs('42'))
const paid = orderAfter(attempted('key-1'), acceptedAs('42'), reported('approved'))
const KIND = { intent: 'sale', method: 'hosted' }

describe('figuresOf', () => {
  it.each([
    ['an attempt', orderAfter(), attempted('key-1'), { begun: [KIND] }],
    ['an approval', atPage, reported('approved'), { ended: [{ ...KIND, status: 'approved', reason: '' }] }],
    [
      'a decline with its reason',
      atPage,
      reported('declined', { errorCode: '116' }),
      { ended: [{ ...KIND, status: 'declined', reason: '116' }] },
    ],
    ['nothing while there is no outcome', atPage, reported('processing'), {}],
    ['nothing where the gateway reports the outcome again', paid, reported('approved'), {}],
  ] as const)('tells of %s', (_, before, event, figures) => {
    expect(figuresOf(before, transition(before, event, NOW))).toEqual({ begun: [], ended: [], ...figures })
  })
})
