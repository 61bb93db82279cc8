import { describe, expect, it } from 'vitest'
import { accepted, refused } from '../../../shared/result.ts'
import {
  access,
  at,
  awaiting,
  CART,
  CLAIMS,
  challenge,
  EDGE,
  FORM,
  leaving,
  named,
  pageOf,
  popup,
  redirect,
  SELLING,
  SETTINGS,
  SHOWING,
  table,
  UNAVAILABLE,
  view,
} from '../../testing/tag-table.ts'
import type { Refusal } from '../api.ts'
import { BLANK } from './tag-state.ts'
import { tagTransition } from './tag-transition.ts'

describe('attributes', () => {
  const former = { ...SHOWING, goods: CART, named: named({ goods: CART }), digest: 'cart-1' }
  const moving = { ...former, view: view({ status: 'processing' }, 1) }
  const paid = { ...former, view: view({ status: 'approved' }, 1) }
  const more = { lines: [{ offer: 'mug' }, { offer: 'plate' }] }

  it('that name the same change nothing', () => {
    const event = { type: 'terms-read', ...pageOf({ goods: { offer: 'mug' } }) } as const
    expect(tagTransition(SHOWING, event).state).toBe(SHOWING)
  })

  it('that name something else start over, and nothing of the order before is left', () => {
    const before = at({
      ...{ isFollowed: true, hasWindow: true, location: popup, notice: 'offline' },
      ...{
        error: { code: 'network', recoverable: true, supportId: '' },
        check: { type: 'check', url: FORM },
      },
      pause: { way: 'hosted', until: 5 },
    })
    const event = { type: 'terms-read', ...pageOf({ goods: { offer: 'plate' } }) } as const

    const { state, effects } = tagTransition(before, event)

    expect(state).toEqual({
      ...BLANK,
      ...{ named: named({ goods: { offer: 'plate' } }), edge: EDGE, goods: { offer: 'plate' } },
      isStarted: false,
    })
    expect(effects.map(({ type }) => type)).toEqual(['unfollow', 'close-window', 'start'])
  })

  it.each([
    ['stays while its payment may be under way', moving, more, true, []],
    [
      'gives way once its payment failed',
      { ...former, view: view({ status: 'declined' }, 1) },
      more,
      false,
      ['start'],
    ],
    ['keeps its receipt beside an empty cart, for a reload too', paid, { lines: [] }, true, ['keep-receipt']],
    ['keeps its receipt where the page took the last line out', paid, undefined, true, ['keep-receipt']],
    ['gives its receipt up for other lines', paid, more, false, ['unsettle', 'start']],
    ['gives way where it is untouched', former, more, false, ['start']],
    ['gives way to an offer', moving, { offer: 'plate' }, false, ['start']],
  ] as const)('the order of a cart that changes %s', (_, before, goods, isFormer, effects) => {
    const after = tagTransition(before, { type: 'terms-read', ...pageOf({ goods }) })

    expect(after.state.isFormer).toBe(isFormer)
    expect(after.state.view).toBe(isFormer ? before.view : undefined)
    expect(after.effects.map(({ type }) => type)).toEqual(effects)
  })

  it('start over once the order of a former cart is over', () => {
    const before = { ...former, isFormer: true, view: view({ status: 'declined' }, 1) }
    const { state } = tagTransition(before, { type: 'terms-read', ...pageOf({ goods: CART }) })
    expect(state).toMatchObject({ isFormer: false, isStarted: false, view: undefined })
  })
})

describe('what the tag sells', () => {
  const waiting = view({ status: 'redirect', action: redirect }, 1)
  const answered = access({ order: waiting })
  const MUG = { offer: 'mug' }
  const PRODUCT = { product: 'mug' }
  const SOLD_OUT = { code: 'offer-limit', recoverable: false, supportId: '' }
  const unnamed = { ...SELLING, goods: MUG }
  const atBank = view({ status: 'challenge', action: challenge }, 1)

  table([
    [
      'is read from the offer',
      { ...SELLING, claims: undefined },
      { type: 'claims-read', claims: accepted(CLAIMS) },
      { claims: CLAIMS },
      [],
    ],
    [
      'is not sold where it cannot be read',
      { ...SELLING, claims: undefined },
      { type: 'claims-read', claims: refused('offer-invalid') },
      { error: { code: 'offer-invalid', recoverable: false, supportId: '' } },
      ['announce-failure'],
    ],
    [
      'is drawn without the settings where they are late',
      SELLING,
      { type: 'settings-received' },
      { settings: null },
      [],
    ],
    [
      'keeps the settings that have come',
      { ...SELLING, settings: SETTINGS },
      { type: 'settings-received' },
      {},
      [],
    ],
    [
      'gets its name',
      { ...unnamed, digest: '' },
      { type: 'goods-named', goods: MUG, digest: 'mug', isPaying: false },
      { digest: 'mug' },
      [],
    ],
    [
      'is ready where there is no order',
      SELLING,
      { type: 'order-found', access: undefined },
      { isReady: true },
      ['announce-ready'],
    ],
    [
      'is nothing for a result tag without an order',
      { ...SELLING, claims: undefined, isReturning: true },
      { type: 'order-found', access: undefined },
      { isReturning: false },
      [],
    ],
    [
      'resumes an order, whose first view tells the attempt',
      { ...SELLING, isStarted: false, isReturning: true },
      { type: 'order-found', access: access() },
      { isReturning: false, access: access(), isFollowed: true, location: { at: 'unseen' } },
      ['follow'],
    ],
    [
      'is asked for at the edge, and that is noted',
      { ...SELLING, goods: PRODUCT, claims: undefined },
      { type: 'products-asked', now: 5 },
      { askedAt: 5 },
      [],
    ],
    [
      'is not ready while it is sold out',
      { ...SELLING, goods: PRODUCT, error: SOLD_OUT },
      { type: 'order-found', access: undefined },
      {},
      [],
    ],
    ['is known from then on', { ...SELLING, isStarted: false }, { type: 'started' }, { isStarted: true }, []],
    [
      'is looked for under its key where a payment found no answer',
      unnamed,
      { type: 'goods-named', goods: MUG, digest: 'mug', isPaying: true },
      { isReturning: true },
      [],
    ],
    [
      'is shown as the order that the edge opened',
      SELLING,
      { type: 'order-found', access: access({ order: view() }) },
      { access: access({ order: view() }), view: view(), isReady: true },
      ['remember', { type: 'announce', view: view() }, 'announce-ready'],
    ],
    [
      'stays on its way to the page that a look has led to before the answer to the click',
      at({ view: waiting, location: leaving }),
      { type: 'order-found', access: answered },
      { access: answered },
      ['remember', 'announce'],
    ],
    [
      'stays in the window that a look has led to its page before the answer to the click',
      at({ view: waiting, location: popup, hasWindow: true }),
      { type: 'order-found', access: answered },
      { access: answered, isFollowed: true },
      ['remember', 'announce', 'follow'],
    ],
    [
      'is not ours where another tab has opened it and shows its frame',
      { ...SELLING, isReady: true, isBusy: true },
      { type: 'order-found', access: access({ order: atBank }) },
      { access: access({ order: atBank }), view: atBank, isFollowed: true },
      ['remember', 'announce', 'follow'],
    ],
    [
      'is followed only where the page stays, once its payment has an address',
      { ...SELLING, isReady: true, location: awaiting, isBusy: true },
      { type: 'order-found', access: access({ order: waiting }) },
      { access: access({ order: waiting }), view: waiting, location: { at: 'leaving', attempt: 1 } },
      ['remember', { type: 'announce', view: waiting }, 'leave'],
    ],
    [
      'is the order of a former cart where that is under way',
      { ...SELLING, goods: CART, digest: 'cart-2' },
      { type: 'order-found', access: access({ formerCart: 'cart-1' }) },
      {
        ...{ access: access({ formerCart: 'cart-1' }), digest: 'cart-1', isFormer: true },
        ...{ isFollowed: true, location: { at: 'unseen' } },
      },
      ['follow'],
    ],
  ])
})

describe('another try', () => {
  const unread = { ...SELLING, goods: { product: 'mug' }, claims: undefined }

  it('asks the edge again what a product is, and forgets no order but the shown one', () => {
    const event = { type: 'again', ...pageOf({ goods: { product: 'mug' } }) } as const

    expect(tagTransition(unread, event).effects).toEqual([{ type: 'start' }])
    expect(tagTransition({ ...unread, access: access() }, event).effects).toEqual([
      { type: 'forget', digest: 'mug', id: 'order-1' },
      { type: 'start' },
    ])
  })
})

describe('an order that the edge refuses to show', () => {
  const unseen = at({ view: undefined })
  const gone: Refusal = { code: 'not-found', status: 404 }
  const failure = { code: 'not-found', recoverable: false, supportId: '' }

  table([
    [
      'is followed again where that may pass',
      unseen,
      { type: 'order-lost', id: 'order-1', refusal: UNAVAILABLE },
      { isFollowed: true },
      ['follow'],
    ],
    [
      'makes room for a new one where the edge does not know it',
      unseen,
      { type: 'order-lost', id: 'order-1', refusal: gone },
      { access: undefined },
      [{ type: 'forget', digest: 'mug', id: 'order-1' }, 'announce-ready'],
    ],
    [
      'stays where the shopper has seen it',
      at(),
      { type: 'order-lost', id: 'order-1', refusal: gone },
      { error: failure },
      ['announce-failure'],
    ],
    [
      'is the end for a tag that sells nothing',
      at({ view: undefined, claims: undefined }),
      { type: 'order-lost', id: 'order-1', refusal: gone },
      { error: failure },
      ['announce-failure'],
    ],
    [
      'is no news for a page that has heard that the tag cannot go on',
      at({ error: failure }),
      { type: 'order-lost', id: 'order-1', refusal: gone },
      {},
      [],
    ],
    [
      'is no loss where the tag shows another one by now',
      at(),
      { type: 'order-lost', id: 'order-2', refusal: gone },
      {},
      [],
    ],
  ])
})
