import { describe, expect, it } from 'vitest'
import { TIMES } from '../config/times.ts'
import { dues } from './due.ts'
import type { OrderEvent } from './events.ts'
import { acceptedAs, attempted, NOW, orderAfter, reported, terms, woken } from './examples.ts'

const first = [attempted('key-1'), acceptedAs('42')]
const held: OrderEvent = { type: 'limit-wanted' }

const work = (...events: OrderEvent[]) =>
  dues(orderAfter(...events), new Map(), TIMES).map(({ at, work: { type } }) => [type, at - NOW])

const expire = ['expire', terms.expiresAt - NOW]

describe('dues', () => {
  it.each<[string, OrderEvent[], unknown[]]>([
    ['an open order only expires', [], [expire]],
    [
      'a request under way is given up after twice its deadline',
      [attempted('k')],
      [['ask', 15_000], ['give-up-sending', 60_000], expire],
    ],
    ['a hosted page is asked about after 15 seconds', first, [['ask', 15_000], expire]],
    ['a return is asked about at once', [...first, woken('return')], [['ask', 0], expire]],
    ['a decline leaves nothing to ask', [...first, reported('declined')], [expire]],
    ['a payment leaves nothing to do', [...first, reported('approved')], []],
    [
      'a wake after the payment is asked about at once',
      [...first, reported('approved'), woken('callback')],
      [['ask', 0]],
    ],
    [
      'giving up leaves the hosted page to be asked about',
      [...first, { type: 'cancelled' }],
      [['ask', 15_000]],
    ],
    [
      'a decline frees a piece of the offer',
      [held, ...first, reported('declined')],
      [['release-limit', 0], expire],
    ],
    ['an unknown outcome keeps it', [held, ...first, reported('unknown')], [['ask', 15_000], expire]],
    [
      'a form that was left behind keeps it, though the next was declined',
      [
        held,
        ...first,
        attempted('key-2'),
        acceptedAs('43', 2),
        reported('declined', { clientOrderId: 'order-1.2', gatewayId: '43' }, 2),
      ],
      [['ask', 15_000], expire],
    ],
    ['a payment keeps it for good', [held, ...first, reported('approved')], []],
    [
      'giving up frees it',
      [held, ...first, { type: 'cancelled' }],
      [
        ['release-limit', 0],
        ['ask', 15_000],
      ],
    ],
  ])('%s', (_, events, rows) => {
    expect(work(...events)).toEqual(rows)
  })

  it('does not ask again before the next step once it has asked', () => {
    const state = orderAfter(...first, woken('return'))

    expect(dues(state, new Map([[1, NOW]]), TIMES)[0]?.at).toBe(NOW + TIMES.activeEvery)
  })
})
