import { describe, expect, it } from 'vitest'
import {
  access,
  at,
  awaiting,
  framed,
  leaving,
  method,
  popup,
  redirect,
  SELLING,
  staying,
  table,
  view,
} from '../../testing/tag-table.ts'
import { tagTransition } from './tag-transition.ts'

describe('a view of the order', () => {
  const processing = view({ status: 'processing', seq: 4 }, 1)
  const approved = view({ status: 'approved', seq: 5 }, 1)
  const again = view({ status: 'open', byLink: true, seq: 4 }, 2)
  const bought = view({ status: 'approved', captured: '12.50', currency: 'EUR', transactions: [], seq: 5 }, 1)
  const before = at({ location: awaiting, isBusy: true, isFollowed: true, hasWindow: true })

  table([
    [
      'of another order changes nothing',
      at(),
      { type: 'view-received', order: view({ id: 'order-2', seq: 9 }) },
      {},
      [],
    ],
    [
      'that is newer is shown, and takes every complaint away',
      at({
        notice: 'offline',
        error: { code: 'network', recoverable: true, supportId: '' },
        isFollowed: true,
      }),
      { type: 'view-received', order: processing },
      { view: processing, access: access(), notice: '', error: undefined },
      ['remember', { type: 'announce', view: processing }],
    ],
    [
      'that an earlier visit saw paid makes room, and the page hears that the shopper can pay',
      { ...SELLING, access: access({ isEarlier: true }), isFollowed: true },
      { type: 'view-received', order: bought, token: 'pay.2' },
      {
        ...{ access: undefined, isFollowed: false, isReady: true },
        earlier: { access: access({ isEarlier: true, token: 'pay.2' }), view: bought },
      },
      [{ type: 'set-aside', digest: 'mug', id: 'order-1' }, 'unfollow', 'announce-ready'],
    ],
    [
      'that an earlier visit saw paid stays where a form has it as its value, and the page hears nothing',
      { ...SELLING, access: access({ isEarlier: true, isField: true }), isFollowed: true },
      { type: 'view-received', order: bought, token: 'pay.2' },
      {
        access: access({ isEarlier: true, isField: true, token: 'pay.2' }),
        ...{ view: bought, isFollowed: false },
      },
      ['unfollow'],
    ],
    [
      'that an earlier visit began to pay is shown as it is',
      { ...SELLING, access: access({ isEarlier: true }), isFollowed: true },
      { type: 'view-received', order: processing },
      { view: processing, access: access({ isEarlier: true }) },
      ['remember', { type: 'announce', view: processing }],
    ],
    [
      'that is older renews the token alone',
      at({ view: processing }),
      { type: 'view-received', order: view(), token: 'pay.2' },
      { access: access({ token: 'pay.2' }) },
      ['remember'],
    ],
    [
      'that is as new but has fewer methods is shown, and announced to nobody',
      at({ view: view({ methods: ['hosted', 'card'] }) }),
      { type: 'view-received', order: view() },
      { view: view(), access: access() },
      ['remember'],
    ],
    [
      'that is final ends following, and closes the window',
      at({ isFollowed: true, hasWindow: true, location: popup }),
      { type: 'view-received', order: approved },
      { view: approved, access: access(), isFollowed: false, hasWindow: false, location: staying },
      ['remember', 'close-window', { type: 'announce', view: approved }, 'unfollow'],
    ],
    [
      'of the attempt before leaves the window of the click alone',
      { ...before, location: { at: 'awaiting', attempt: 2, mayLeave: true } },
      { type: 'view-received', order: processing },
      { view: processing, access: access() },
      ['remember', 'announce'],
    ],
    [
      'of the click’s own attempt closes a window whose page never came',
      before,
      { type: 'view-received', order: processing },
      { view: processing, access: access(), hasWindow: false },
      ['remember', 'close-window', 'announce'],
    ],
    [
      'that is on its way to the gateway keeps the window',
      before,
      { type: 'view-received', order: view({ status: 'sending', seq: 4 }, 1) },
      { view: view({ status: 'sending', seq: 4 }, 1), access: access() },
      ['remember', 'announce'],
    ],
    [
      'ends the journey once the order waits for nothing',
      at({ location: leaving, isFollowed: true }),
      { type: 'view-received', order: processing },
      { view: processing, access: access(), location: staying },
      ['remember', 'announce'],
    ],
    [
      'makes the tag ready, once',
      at({ isReady: false }),
      { type: 'view-received', order: view({ seq: 4 }) },
      { view: view({ seq: 4 }), access: access(), isReady: true },
      ['remember', 'announce', 'announce-ready'],
    ],
    [
      'makes a tag that may only look not ready',
      at({ isReady: false, access: access({ mayPay: false }) }),
      { type: 'view-received', order: view({ seq: 4 }) },
      { view: view({ seq: 4 }), access: access({ mayPay: false }) },
      ['remember', 'announce'],
    ],
    [
      'that reads as open is followed no more where the tag may pay',
      at({ isFollowed: true }),
      { type: 'view-received', order: again },
      { view: again, access: access(), isFollowed: false },
      ['remember', { type: 'announce', view: again }, 'unfollow'],
    ],
    [
      'that reads as open is followed on where the tag may only look, since another holder of the link may pay',
      at({ isFollowed: true, access: access({ mayPay: false }) }),
      { type: 'view-received', order: again },
      { view: again, access: access({ mayPay: false }) },
      ['remember', { type: 'announce', view: again }],
    ],
  ])

  const reloaded = at({ view: undefined, location: { at: 'unseen' } })

  it.each([
    ['a redirect leads nowhere', redirect, { at: 'awaiting', attempt: 1, mayLeave: false }],
    ['the step of a bank comes in its frame', method, { ...framed, mayLeave: false }],
  ] as const)('after a reload %s', (_, action, location) => {
    const order = view({ status: 'redirect', action }, 1)
    expect(tagTransition(reloaded, { type: 'view-received', order }).state.location).toEqual(location)
  })

  table([
    [
      'is asked for once more where the token is refused',
      at({ isFollowed: true }),
      { type: 'token-refused' },
      { isFollowed: false },
      ['look', 'unfollow'],
    ],
    [
      'comes no more by itself once the edge expects nothing',
      at({ isFollowed: true }),
      { type: 'following-ended' },
      { isFollowed: false },
      [],
    ],
  ])
})

describe('another tab', () => {
  const others = { key: 'k2', id: 'order-2', token: 'pay.2', seq: 5 }
  const joined = access({ id: 'order-2', token: 'pay.2', key: 'k2' })

  table([
    [
      'whose order is joined',
      SELLING,
      { type: 'memory-changed', remembered: others },
      { access: joined, isFollowed: true },
      ['follow'],
    ],
    [
      'whose order is joined after something threw during a click, which leads to no page of it',
      { ...SELLING, location: awaiting },
      { type: 'memory-changed', remembered: others },
      { access: joined, isFollowed: true, location: { at: 'none' } },
      ['follow'],
    ],
    [
      'whose order is not joined during a click',
      { ...SELLING, isBusy: true },
      { type: 'memory-changed', remembered: others },
      {},
      [],
    ],
    [
      'that knows more is a reason to ask',
      at(),
      { type: 'memory-changed', remembered: { ...others, id: 'order-1' } },
      {},
      ['look'],
    ],
    [
      'that knows no more is none',
      at(),
      { type: 'memory-changed', remembered: { ...others, id: 'order-1', seq: 3 } },
      {},
      [],
    ],
  ])
})

describe('the receipt of an earlier visit', () => {
  const earlier = { access: access(), view: view({ status: 'approved' }, 1) }

  table([
    [
      'is shown in place of the form, and announced to nobody',
      { ...SELLING, earlier },
      { type: 'receipt-opened' },
      { ...earlier, earlier: undefined },
      [],
    ],
    ['does not exist where nothing was paid', SELLING, { type: 'receipt-opened' }, {}, []],
  ])
})
