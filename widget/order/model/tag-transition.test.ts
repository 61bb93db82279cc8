import { describe, expect, it } from 'vitest'
import {
  at,
  awaiting,
  CART,
  FORM,
  framed,
  leaving,
  pageOf,
  popup,
  redirect,
  SELLING,
  staying,
  table,
  view,
} from '../../testing/tag-table.ts'
import { tagTransition } from './tag-transition.ts'

describe('the tag in its page', () => {
  table([
    [
      'follows an order that moves once it is in a page',
      at({ view: view({ status: 'processing' }) }),
      { type: 'shown' },
      { isFollowed: true },
      ['follow'],
    ],
    [
      'follows an order without a view',
      at({ view: undefined }),
      { type: 'shown' },
      { isFollowed: true },
      ['follow'],
    ],
    ['does not follow an order that rests', at(), { type: 'shown' }, {}, []],
    [
      'waits for the saved cards of an open order',
      at({ view: view({ methods: ['saved-card'] }) }),
      { type: 'shown' },
      { isFollowed: true },
      ['follow'],
    ],
    ['follows nothing twice', at({ view: undefined, isFollowed: true }), { type: 'shown' }, {}, []],
    ['follows nothing without an order', SELLING, { type: 'shown' }, {}, []],
    [
      'stops following where it leaves its page, or the browser freezes that',
      at({ isFollowed: true }),
      { type: 'hidden' },
      { isFollowed: false },
      ['unfollow'],
    ],
    [
      'goes nowhere once its journey is called off',
      at({ location: leaving }),
      { type: 'called-off' },
      { location: staying },
      [],
    ],
    [
      'asks where the order stands when the shopper looks at the page again',
      at({ isFollowed: true }),
      { type: 'page-seen' },
      {},
      ['look'],
    ],
    ['asks nothing for an order that rests', at(), { type: 'page-seen' }, {}, []],
    [
      'follows an order that moves again where the page was said to go away, and stayed',
      at({ view: view({ status: 'processing' }) }),
      { type: 'page-seen' },
      { isFollowed: true },
      ['follow'],
    ],
    ['says that the browser is offline', at(), { type: 'connection-lost' }, { notice: 'offline' }, []],
    [
      'asks again once the network is back, and takes its own complaint away',
      at({
        notice: 'offline',
        isFollowed: true,
        error: { code: 'network', recoverable: true, supportId: '' },
      }),
      { type: 'connection-back' },
      { notice: '', isFollowed: false, error: undefined },
      ['look', 'unfollow'],
    ],
  ])

  it('keeps any other error when the network is back', () => {
    const error = { code: 'offer-limit', recoverable: false, supportId: '' }
    expect(tagTransition(at({ error }), { type: 'connection-back' }).state.error).toBe(error)
  })
})

describe('the shopper', () => {
  const known = view({ status: 'processing' })
  table([
    [
      'looks for news',
      at({ notice: 'checked' }),
      { type: 'check-begun', ...pageOf({}) },
      { isBusy: true, notice: '' },
      [],
    ],
    [
      'reads that there is none',
      at({ view: known, isBusy: true }),
      { type: 'check-ended', before: known, isMissed: false },
      { isBusy: false, notice: 'checked' },
      [],
    ],
    [
      'reads the news alone',
      at({ isBusy: true }),
      { type: 'check-ended', before: known, isMissed: false },
      { isBusy: false },
      [],
    ],
    [
      'reads that nobody answered',
      at({ isBusy: true }),
      { type: 'check-ended', before: undefined, isMissed: true },
      { isBusy: false, notice: 'error.network' },
      [],
    ],
    [
      'cancels, and sees no more of the attempt',
      at({ location: popup, hasWindow: true }),
      { type: 'cancel-begun' },
      { location: { at: 'none' }, hasWindow: false },
      ['close-window'],
    ],
    [
      'leaves the attempt to pay another way',
      at({ view: view({ attempts: [{ startedAt: 'then' }] as never }) }),
      { type: 'attempt-left' },
      { left: 'then' },
      [],
    ],
    [
      'puts the frame away',
      at({ location: framed }),
      { type: 'frame-left' },
      { location: { at: 'none' } },
      [],
    ],
    ['gets a window', at(), { type: 'window-opened' }, { hasWindow: true }, []],
    [
      'closes it, and the attempt stays ours',
      at({ hasWindow: true, location: popup }),
      { type: 'window-closed' },
      { hasWindow: false, location: staying },
      ['close-window'],
    ],
    [
      'goes on where the click left off',
      at({ view: view({ status: 'redirect', action: redirect }, 1) }),
      { type: 'continued' },
      { location: leaving },
      ['leave'],
    ],
  ])

  it('looks for the order of the address once more', () => {
    const before = { ...SELLING, isReturning: true }
    const { state, effects } = tagTransition(before, { type: 'check-begun', ...pageOf({}) })
    expect(state).toMatchObject({ isStarted: false, isBusy: true })
    expect(effects).toEqual([{ type: 'start' }])
  })

  it.each([
    ['buys again', false, true, ['forget', 'unsettle', 'announce-ready']],
    [
      'buys the present cart after a former one',
      true,
      false,
      ['forget', 'unsettle', 'announce-ready', 'start'],
    ],
  ])('%s', (_, isFormer, isStarted, effects) => {
    const before = at({ view: view({ status: 'approved' }, 1), isFormer, isReady: true })
    const after = tagTransition(before, { type: 'again', ...pageOf({ goods: CART }) })
    expect(after.state).toMatchObject({ access: undefined, view: undefined, isStarted })
    expect(after.effects.map(({ type }) => type)).toEqual(effects)
  })
})

describe('an attempt', () => {
  table([
    [
      'makes the tag busy',
      at({ error: { code: 'network', recoverable: true, supportId: '' } }),
      { type: 'work-begun' },
      { isBusy: true, error: undefined },
      [],
    ],
    [
      'is ours from the moment it is sent',
      at(),
      { type: 'attempt-sent', attempt: 1 },
      { location: awaiting },
      [],
    ],
    [
      'that is over gives the tag back',
      at({ isBusy: true }),
      { type: 'attempt-over' },
      { isBusy: false },
      [],
    ],
    [
      'that is over closes a window that it did not use',
      at({ isBusy: true, hasWindow: true }),
      { type: 'attempt-over' },
      { isBusy: false, hasWindow: false },
      ['close-window'],
    ],
    [
      'keeps the window while its page is awaited',
      at({ isBusy: true, hasWindow: true, location: awaiting }),
      { type: 'attempt-over' },
      { isBusy: false },
      [],
    ],
    [
      'keeps the window that shows its page',
      at({ isBusy: true, hasWindow: true, location: popup }),
      { type: 'attempt-over' },
      { isBusy: false },
      [],
    ],
    [
      'asks for a bot check',
      at({ passed: 'old' }),
      { type: 'bot-check-begun', step: { type: 'check', url: FORM } },
      { check: { type: 'check', url: FORM }, passed: '' },
      [],
    ],
    [
      'goes on with the check',
      at({ check: { type: 'check', url: FORM } }),
      { type: 'bot-check-ended', token: 't' },
      { check: undefined, passed: 't' },
      [],
    ],
    [
      'that something breaks before it is sent may be tried again',
      at({ isBusy: true, hasWindow: true }),
      { type: 'thrown' },
      { isBusy: false, hasWindow: false, error: { code: 'unexpected', recoverable: true, supportId: '' } },
      ['close-window', 'announce-failure'],
    ],
    [
      'that something breaks before the goods have a name is never made',
      { ...SELLING, digest: '' },
      { type: 'thrown' },
      { error: { code: 'unexpected', recoverable: false, supportId: '' } },
      ['announce-failure'],
    ],
    [
      'that something breaks on its way is looked for',
      at({ isBusy: true, location: awaiting }),
      { type: 'thrown' },
      { isBusy: false, error: { code: 'network', recoverable: true, supportId: '' } },
      ['announce-failure', 'look'],
    ],
    [
      'that something breaks later is not said to have sent nothing',
      at({ view: view({ status: 'processing' }, 1) }),
      { type: 'thrown' },
      { error: { code: 'network', recoverable: true, supportId: '' } },
      ['announce-failure'],
    ],
  ])
})
