import type { OrderStatus } from '../../shared/order-status.ts'
import { cancelledOrder, failedOrder, openOrder, paidOrder, ROOM, triedOrder } from './orders.ts'
import type { GalleryState } from './state.ts'

/** One state for each status of an order; the compiler misses none. */
export const BY_STATUS: Readonly<Record<Exclude<OrderStatus, 'open'>, GalleryState>> = {
  sending: {
    ...{ name: 'sending', title: 'Preparing', how: 'For a moment after the button is pressed.' },
    order: triedOrder('sending'),
  },
  redirect: {
    ...{
      name: 'redirect',
      title: 'Waiting at the payment page',
      how: 'Pay for the mug, and go back instead of typing a card.',
    },
    order: triedOrder('redirect'),
    step: 'page',
  },
  method: {
    ...{
      name: 'method',
      title: 'The bank checks in the background',
      how: 'Counter, card 4000 0000 0000 8005: for twelve seconds.',
    },
    order: triedOrder('method', { methods: ['card'] }),
  },
  challenge: {
    ...{ name: 'challenge', title: 'The bank asks', how: 'Counter, card 4000 0000 0000 2008.' },
    order: triedOrder('challenge', { methods: ['card'] }),
    step: 'bank',
  },
  processing: {
    ...{
      name: 'processing',
      title: 'Being checked',
      how: 'While the gateway has not answered: see the faults of the sandbox.',
    },
    order: triedOrder('processing'),
  },
  unknown: {
    ...{ name: 'unknown', title: 'Outcome unknown', how: 'Security code 217.' },
    order: triedOrder('unknown'),
  },
  approved: {
    ...{ name: 'approved', title: 'Approved', how: 'Security code 123.' },
    order: paidOrder('approved'),
  },
  declined: {
    ...{ name: 'declined', title: 'Declined', how: 'Security code 116.' },
    order: failedOrder('declined'),
  },
  filtered: {
    ...{ name: 'filtered', title: 'Not accepted', how: 'Card 4000 0000 0000 3006.' },
    order: failedOrder('filtered'),
  },
  error: {
    ...{ name: 'error', title: 'Not completed', how: 'Card 4000 0000 0000 4004.' },
    ...{ order: failedOrder('error'), shows: 'error.text' },
  },
  cancelled: {
    ...{ name: 'cancelled', title: 'Cancelled', how: 'Press “Cancel payment” while it waits.' },
    order: cancelledOrder('redirect'),
  },
  expired: {
    ...{
      name: 'expired',
      title: 'Expired',
      how: 'Leave a session alone until its time is over: a day, unless the server says otherwise.',
    },
    order: openOrder({ status: 'expired', methods: [] }),
  },
  captured: {
    ...{ name: 'captured', title: 'Captured', how: 'Capture a reserved sum from your server.' },
    order: paidOrder('captured', { ...ROOM, captured: '96.00' }),
  },
  voided: {
    ...{ name: 'voided', title: 'Voided', how: 'Void a payment from your server.' },
    order: paidOrder('voided'),
  },
  returned: {
    ...{ name: 'returned', title: 'Refunded', how: 'Return a payment from your server.' },
    order: paidOrder('returned', { returned: '12.50' }),
  },
  'partially-returned': {
    ...{
      name: 'partially-returned',
      title: 'Partly refunded',
      how: 'Return a part of a payment from your server.',
    },
    order: paidOrder('partially-returned', { returned: '2.50' }),
  },
  'charged-back': {
    ...{
      name: 'charged-back',
      title: 'Charged back',
      how: 'Tell the sandbox so: POST /__sandbox/chargeback.',
    },
    order: paidOrder('charged-back'),
  },
}
