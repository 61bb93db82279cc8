/** Tables of the tag's events: one row is what the tag knew, what happened, and what follows from it. */
import { expect, it } from 'vitest'
import type { Settings } from '../../shared/http-bodies.ts'
import type { OrderAction, OrderView } from '../../shared/order-view.ts'
import type { Refusal } from '../order/api.ts'
import type { OrderAccess } from '../order/context.ts'
import type { AttemptLocation } from '../order/model/attempt-location.ts'
import type { Page, TagEffect, TagEvent } from '../order/model/tag-events.ts'
import { BLANK, type TagState } from '../order/model/tag-state.ts'
import { tagTransition } from '../order/model/tag-transition.ts'
import type { Claims } from '../order/offer.ts'

export type Change = Partial<TagState>

export const EDGE = 'https://pay.example.com'
const PAGE_URL = 'https://shop.example.com/mug'
export const FORM = 'https://gateway.example.com/form'
const FRAME = `${EDGE}/frames/challenge`
export const CLAIMS = {
  item: 'mug',
  description: 'A mug',
  currency: 'EUR',
  amount: '12.50',
  intent: 'sale',
} as Claims
export const CART = { lines: [{ offer: 'mug' }] }

export const access = (change: Partial<OrderAccess> = {}): OrderAccess => ({
  ...{ id: 'order-1', token: 'pay.1', key: 'k1', mayPay: true },
  ...change,
})

/** A view whose number of attempts is given. */
export const view = (change: Partial<OrderView> = {}, attempts = 0): OrderView =>
  ({
    ...{ id: 'order-1', status: 'open', seq: 3, methods: ['hosted'], intent: 'sale' },
    attempts: Array.from({ length: attempts }, (_, index) => ({ number: index + 1 })),
    ...change,
  }) as OrderView

export const redirect: OrderAction = { type: 'redirect', url: FORM }
export const framedRedirect: OrderAction = { ...redirect, frame: FRAME }
export const challenge: OrderAction = { type: 'challenge', url: FORM, frame: FRAME }
export const method: OrderAction = { type: 'method', url: FORM, frame: FRAME }

export const awaiting = { at: 'awaiting', attempt: 1, mayLeave: true } as const satisfies AttemptLocation
export const staying = { at: 'awaiting', attempt: 1, mayLeave: false } as const satisfies AttemptLocation
export const popup = { at: 'popup', attempt: 1 } as const satisfies AttemptLocation
export const leaving = { at: 'leaving', attempt: 1 } as const satisfies AttemptLocation
export const framed = {
  at: 'framed',
  attempt: 1,
  frame: FRAME,
  mayLeave: true,
} as const satisfies AttemptLocation

/** What the edge says of itself. */
export const SETTINGS: Settings = { methods: ['hosted'], collect: {}, test: false, locales: ['en'] }

/** A tag that sells a mug. */
export const SELLING: TagState = {
  ...BLANK,
  ...{ named: named({ goods: { offer: 'mug' } }), edge: EDGE, digest: 'mug', claims: CLAIMS },
  goods: { offer: 'mug' },
}

/** The same once it shows an order. */
export const SHOWING: TagState = { ...SELLING, access: access(), view: view(), isReady: true }

export const at = (change: Change = {}): TagState => ({ ...SHOWING, ...change })

export function named({ edge = EDGE, goods, session = '' }: Partial<Page['terms']>) {
  return JSON.stringify([edge, goods, session])
}

export const pageOf = (terms: Partial<Page['terms']>, address = PAGE_URL): Page => ({
  terms: { edge: EDGE, goods: undefined, session: '', ...terms },
  address,
})

export const UNAVAILABLE: Refusal = { code: 'unavailable', status: 503 }
export const LOST: Refusal = { code: 'network' }
export const CROWDED: Refusal = { code: 'too-many-requests', status: 429, retryAfterSeconds: 90 }

/** What differs between two states. */
function changeOf(before: TagState, after: TagState): Change {
  const names = Object.keys({ ...before, ...after }) as (keyof TagState)[]
  return Object.fromEntries(
    names.filter((name) => before[name] !== after[name]).map((name) => [name, after[name]]),
  )
}

type Row = readonly [
  title: string,
  before: TagState,
  event: TagEvent,
  change: Change,
  effects: readonly (TagEffect['type'] | TagEffect)[],
]

/** Effects of which only the name matters are given by it. */
function expectRow([, before, event, change, effects]: Row) {
  const { state, effects: happened } = tagTransition(before, event)

  expect(changeOf(before, state)).toEqual(change)
  const told = happened.map((effect, index) => (typeof effects[index] === 'string' ? effect.type : effect))
  expect(told).toEqual(effects)
}

export const table = (rows: readonly Row[]) => {
  it.each(rows.map((row) => [row[0], row] as const))('%s', (_, row) => expectRow(row))
}
