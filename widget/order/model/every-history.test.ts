import fc from 'fast-check'
import { expect, it } from 'vitest'
import { ORDER_PHASES, type OrderStatus } from '../../../shared/order-status.ts'
import type { OrderAction } from '../../../shared/order-view.ts'
import {
  access,
  at,
  CART,
  challenge,
  framedRedirect,
  LOST,
  method,
  pageOf,
  redirect,
  SELLING,
  UNAVAILABLE,
  view,
} from '../../testing/tag-table.ts'
import type { TagEffect, TagEvent } from './tag-events.ts'
import type { TagState } from './tag-state.ts'
import { tagTransition } from './tag-transition.ts'

const statuses = Object.keys(ORDER_PHASES) as OrderStatus[]
const actions: readonly (OrderAction | undefined)[] = [undefined, redirect, challenge, method, framedRedirect]

const orders = fc
  .record({
    id: fc.constantFrom('order-1', 'order-2'),
    status: fc.constantFrom(...statuses),
    seq: fc.integer({ min: 1, max: 9 }),
    attempts: fc.integer({ min: 0, max: 2 }),
    action: fc.constantFrom(...actions),
  })
  .map(({ attempts, action, ...change }) => view({ ...change, ...(action && { action }) }, attempts))

const accesses = fc
  .record({ id: fc.constantFrom('order-1', 'order-2'), mayPay: fc.boolean() })
  .map((change) => access(change))

const events: fc.Arbitrary<TagEvent> = fc.oneof(
  fc
    .constantFrom(
      ...(['shown', 'hidden', 'called-off', 'page-seen'] as const),
      ...(['continued', 'thrown'] as const),
      ...(['connection-lost', 'connection-back', 'token-refused', 'following-ended'] as const),
      ...(['work-begun', 'attempt-answered', 'attempt-over', 'work-ended'] as const),
      ...(['window-opened', 'window-closed', 'frame-left', 'cancel-begun', 'leaving-prevented'] as const),
    )
    .map((type): TagEvent => ({ type })),
  orders.map((order): TagEvent => ({ type: 'view-received', order })),
  accesses.map((found): TagEvent => ({ type: 'order-found', access: found })),
  fc.integer({ min: 1, max: 2 }).map((attempt): TagEvent => ({ type: 'attempt-sent', attempt })),
  fc
    .constantFrom(undefined, { offer: 'mug' }, { offer: 'plate' }, CART, { lines: [] })
    .map((goods): TagEvent => ({ type: 'terms-read', ...pageOf({ goods }) })),
  fc
    .constantFrom(LOST, UNAVAILABLE)
    .map((refusal): TagEvent => ({ type: 'order-lost', id: 'order-1', refusal })),
  fc.constant<TagEvent>({ type: 'again', ...pageOf({ goods: CART }) }),
)

interface Moment {
  readonly before: TagState
  readonly event: TagEvent
  readonly after: TagState
  readonly effects: readonly TagEffect[]
}

/** What happened, moment by moment. */
function historyOf(start: TagState, happened: readonly TagEvent[]): readonly Moment[] {
  const moments: Moment[] = []
  for (const event of happened) {
    const before = moments.at(-1)?.after ?? start
    const { state: after, effects } = tagTransition(before, event)
    moments.push({ before, event, after, effects })
  }
  return moments
}

/** Checks a rule in every history of a tag that sells, or shows an order. */
const always = (rule: (moments: readonly Moment[]) => void) =>
  fc.assert(
    fc.property(fc.constantFrom(SELLING, at()), fc.array(events, { maxLength: 30 }), (start, happened) =>
      rule(historyOf(start, happened)),
    ),
    { numRuns: 500 },
  )

const countOf = (moments: readonly Moment[], ...types: TagEffect['type'][]) =>
  moments.flatMap(({ effects }) => effects).filter(({ type }) => types.includes(type)).length

it('no journey to a page begins without a click of its own', () => {
  always((moments) => {
    const clicks = moments.filter(({ event }) => /^(attempt-sent|continued)$/.test(event.type)).length
    expect(countOf(moments, 'leave')).toBeLessThanOrEqual(clicks)
  })
})

it('a token that may only look leads to no page and no frame', () => {
  always((moments) => {
    for (const { after, effects } of moments)
      if (effects.some(({ type }) => type === 'leave' || type === 'show-frame'))
        expect(after.access?.mayPay).toBe(true)
  })
})

it('no older view takes the place of a newer one, and each is announced once', () => {
  always((moments) => {
    for (const { before, after, effects } of moments) {
      if (before.view && after.access?.id === before.access?.id && after.view)
        expect(after.view.seq).toBeGreaterThanOrEqual(before.view.seq)
      for (const effect of effects) if (effect.type === 'announce') expect(effect.view).toBe(after.view)
    }
  })
})

it('nothing is followed twice, and nothing without an order', () => {
  always((moments) => {
    for (const { before, after, effects } of moments) {
      const follows = effects.filter(({ type }) => type === 'follow').length
      const ends = effects.filter(({ type }) => type === 'unfollow').length
      expect(follows).toBeLessThanOrEqual(before.isFollowed ? ends : 1)
      if (after.isFollowed) expect(after.access).toBeDefined()
    }
  })
})

it('a window that is closed is known as closed', () => {
  always((moments) => {
    for (const { after, effects } of moments)
      if (effects.some(({ type }) => type === 'close-window')) expect(after.hasWindow).toBe(false)
  })
})

it('a start over leaves nothing of the order before', () => {
  always((moments) => {
    for (const { after, effects } of moments)
      if (effects.some(({ type }) => type === 'start'))
        expect(after).toMatchObject({
          access: undefined,
          view: undefined,
          location: { at: 'none' },
          pause: undefined,
        })
  })
})
