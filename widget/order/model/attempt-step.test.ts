import { describe } from 'vitest'
import type { OrderAction } from '../../../shared/order-view.ts'
import {
  access,
  at,
  awaiting,
  type Change,
  challenge,
  FORM,
  framed,
  framedRedirect,
  leaving,
  method,
  popup,
  redirect,
  staying,
  table,
  view,
} from '../../testing/tag-table.ts'
import type { TagEffect, TagEvent } from './tag-events.ts'

describe('the step that the order waits for', () => {
  const shownBy = (action: OrderAction, change: Change = {}) =>
    at({ view: view({ status: 'redirect', action }, 1), location: awaiting, isFollowed: true, ...change })
  const step = (action: OrderAction, change: Change = {}) => shownBy(action, change)
  const answered: TagEvent = { type: 'attempt-answered' }
  const leave = (hasWindow: boolean) => ({
    ...{ type: 'leave', view: view({ status: 'redirect', action: redirect }, 1), hasWindow },
    ...{ event: 'pay-redirect', url: FORM },
  })
  const frame = (event: 'pay-redirect' | 'pay-challenge', action: OrderAction) => ({
    ...{ type: 'show-frame', view: view({ status: 'redirect', action }, 1), location: framed },
    ...{ event, url: FORM },
  })
  const refusedPage = { code: 'redirect-refused', recoverable: false, supportId: '' }

  table([
    ['is left for in this tab', step(redirect), answered, { location: leaving }, [leave(false) as TagEffect]],
    [
      'is left for in the window',
      step(redirect, { hasWindow: true }),
      answered,
      { location: popup },
      [leave(true) as TagEffect],
    ],
    ['is left for once', step(redirect, { location: leaving }), answered, {}, []],
    ['is not left for without a click', step(redirect, { location: staying }), answered, {}, []],
    [
      'is not ours where another tab began it',
      step(redirect, { location: { ...awaiting, attempt: 2 } }),
      answered,
      {},
      [],
    ],
    [
      'is not for a token that may only look',
      step(redirect, { access: access({ mayPay: false }) }),
      answered,
      {},
      [],
    ],
    [
      'comes in a frame once the page agrees',
      step(challenge),
      answered,
      { location: { at: 'none' } },
      [frame('pay-challenge', challenge) as TagEffect],
    ],
    [
      'of a payment page comes in a frame once the page agrees',
      step(framedRedirect),
      answered,
      { location: { at: 'none' } },
      [frame('pay-redirect', framedRedirect) as TagEffect],
    ],
    ['that needs no shopper comes at once', step(method), answered, { location: framed }, []],
    ['stays in its frame', step(challenge, { location: framed }), answered, {}, []],
    [
      'comes in no frame of an isolated page',
      step(challenge, { isIsolated: true }),
      answered,
      { location: leaving },
      ['leave'],
    ],
    [
      'is refused at an address without TLS',
      step({ type: 'redirect', url: 'http://gateway.example.com' }),
      answered,
      { location: staying, error: refusedPage },
      ['announce-failure'],
    ],
    [
      'is refused in such a frame too',
      step({ ...challenge, frame: 'javascript:alert(1)' }),
      answered,
      { location: { at: 'none' }, error: refusedPage },
      ['announce-failure'],
    ],
    [
      'is in the frame that the page allowed',
      at(),
      { type: 'frame-allowed', location: framed },
      { location: framed },
      [],
    ],
    [
      'is the page’s own where the page prevents it',
      at({ location: popup, hasWindow: true }),
      { type: 'leaving-prevented' },
      { location: staying, hasWindow: false },
      ['close-window'],
    ],
  ])
})
