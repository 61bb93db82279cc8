import { describe, expect, it } from 'vitest'
import {
  access,
  at,
  awaiting,
  CROWDED,
  LOST,
  SELLING,
  staying,
  table,
  view,
} from '../../testing/tag-table.ts'
import type { Refusal } from '../api.ts'
import type { TagEvent } from './tag-events.ts'
import type { TagState } from './tag-state.ts'
import { tagTransition } from './tag-transition.ts'

describe('a refusal', () => {
  const inFlight: Refusal = { code: 'attempt-in-flight', status: 409 }
  const reserved: Refusal = { code: 'offer-reserved', status: 409, supportId: 'S1' }
  const off: Refusal = { code: 'method-off', status: 409, retryAfterSeconds: 60, order: view({ seq: 4 }) }
  const PRICE_CHANGED: Refusal = { code: 'price-changed', status: 409 }
  const judged = (refusal: Refusal, way: 'hosted' | undefined, before: TagState): TagEvent => ({
    ...{ type: 'refused', refusal, way, before, now: 1000 },
  })
  const errorOf = ({ code, supportId = '' }: Refusal) => ({ code, recoverable: true, supportId })
  const sent = at({ location: awaiting, isBusy: true })
  const processing = view({ status: 'processing', seq: 4 }, 1)

  table([
    [
      'shows the order in it',
      sent,
      judged({ ...reserved, order: view({ seq: 4 }) }, 'hosted', sent),
      { location: staying, view: view({ seq: 4 }), access: access(), error: errorOf(reserved) },
      ['remember', 'announce', 'announce-failure'],
    ],
    [
      'that passes in a while leaves the way and what was typed there',
      sent,
      judged(off, 'hosted', sent),
      { location: staying, pause: { way: 'hosted', until: 61_000 } },
      ['announce-failure', 'wait'],
    ],
    [
      'has the tag follow the order in it, also where no look could be had',
      { ...sent, location: staying },
      judged({ ...inFlight, order: processing }, 'hosted', sent),
      { access: access(), view: processing, isFollowed: true },
      ['remember', 'announce', 'follow'],
    ],
    [
      'says why',
      sent,
      judged(reserved, 'hosted', sent),
      { location: staying, error: errorOf(reserved) },
      ['announce-failure'],
    ],
    [
      'of a lost answer is none where the attempt is there',
      at({ view: view({}, 1), location: awaiting }),
      judged(LOST, 'hosted', sent),
      {},
      [],
    ],
    [
      'of a lost answer says why where the attempt is not there',
      sent,
      judged(LOST, 'hosted', sent),
      { location: staying, error: errorOf(LOST) },
      ['announce-failure'],
    ],
    [
      'of a lost answer to something else is none where the order has news',
      at({ view: view({ seq: 4 }) }),
      judged(LOST, undefined, at()),
      {},
      [],
    ],
    ['that the order is further is no error', at(), judged(inFlight, 'hosted', at()), {}, []],
    [
      'for a while pauses its way, and fires pay-failed',
      sent,
      judged(CROWDED, 'hosted', sent),
      { location: staying, pause: { way: 'hosted', until: 91_000 } },
      [
        { type: 'announce-failure', error: errorOf(CROWDED), view: view() },
        { type: 'wait', ms: 90_000, pause: { way: 'hosted', until: 91_000 } },
      ],
    ],
    [
      'of a price that is over makes room for an order at the present one',
      at(),
      judged(PRICE_CHANGED, 'hosted', at()),
      { access: undefined, view: undefined, error: errorOf(PRICE_CHANGED) },
      [{ type: 'forget', digest: 'mug', id: 'order-1' }, 'announce-ready', 'announce-failure'],
    ],
    [
      'of a price that is over leaves the key of an order that was not opened',
      SELLING,
      judged(PRICE_CHANGED, 'hosted', SELLING),
      { error: errorOf(PRICE_CHANGED) },
      ['announce-failure'],
    ],
    [
      'to cancel pauses no way to pay',
      sent,
      judged(CROWDED, undefined, sent),
      { location: staying, error: errorOf(CROWDED) },
      ['announce-failure'],
    ],
  ])

  it('without a time pauses for a minute', () => {
    const { state } = tagTransition(sent, judged({ code: 'too-many-requests', status: 429 }, 'hosted', sent))
    expect(state.pause).toEqual({ way: 'hosted', until: 61_000 })
  })

  it('is over after its pause, and not after another one', () => {
    const pause = { way: 'hosted', until: 5 } as const
    expect(tagTransition(at({ pause }), { type: 'pause-over', pause }).state.pause).toBeUndefined()
    expect(tagTransition(at({ pause }), { type: 'pause-over', pause: { ...pause } }).state.pause).toBe(pause)
  })
})
