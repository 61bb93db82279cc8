import {
  CART,
  cancelledOrder,
  cancelledPayout,
  failedOrder,
  LONG_REFERENCE,
  MADE_REFERENCE,
  openOrder,
  PAYOUT,
  paidOrder,
  ROOM,
  ROOM_SURPLUS,
  SURPLUS,
  SURPLUS_REVERSED,
  THREE_MUGS,
  triedOrder,
  VERIFY,
} from './orders.ts'
import type { GalleryState } from './state.ts'
import { MUG_OFFER } from './states-before-payment.ts'
import { BY_STATUS } from './states-by-status.ts'

/** Successful outcomes, and what a merchant may do with the money afterwards. */
export const PAID: readonly GalleryState[] = [
  BY_STATUS.approved,
  {
    ...{ name: 'approved-offer', title: 'Approved, from an offer', how: 'The mug, security code 123.' },
    ...{ offer: MUG_OFFER, order: paidOrder('approved', MADE_REFERENCE), shows: 'again.order' },
  },
  {
    ...{ name: 'approved-gift', title: 'Approved, a donation', how: 'The orchard fund, security code 123.' },
    offer: { ...MUG_OFFER, item: 'orchard', description: 'The orchard fund', act: 'donation' },
    order: paidOrder('approved', { description: 'The orchard fund', act: 'donation' }),
    shows: 'again',
  },
  {
    ...{
      name: 'approved-slots',
      title: 'Approved, with the page’s own words',
      how: 'A page that fills the slots of the tag.',
    },
    ...{ order: paidOrder('approved'), fillsSlots: true },
  },
  {
    ...{
      name: 'approved-quantity',
      title: 'Approved, several pieces',
      how: 'The mug, three of them, security code 123.',
    },
    order: paidOrder('approved', THREE_MUGS),
  },
  {
    ...{ name: 'approved-cart', title: 'Approved, a cart', how: 'The cart, security code 123.' },
    order: paidOrder('approved', CART),
  },
  {
    ...{ name: 'approved-preauth', title: 'Reserved', how: 'The guest room, security code 123.' },
    order: paidOrder('approved', { ...ROOM, reference: LONG_REFERENCE }),
  },
  {
    ...{ name: 'approved-verify', title: 'Verified', how: 'Counter, “Verify a card”, security code 123.' },
    order: paidOrder('approved', VERIFY),
  },
  {
    ...{ name: 'approved-payout', title: 'Paid out', how: 'Counter, “Receive money”.' },
    ...{ order: triedOrder('approved', { ...PAYOUT, methods: [], captured: '30.00' }), shows: 'payout' },
  },
  {
    ...{
      name: 'checked-payout',
      title: 'A payout that waits for the shop',
      how: 'Check a payout from your server, `POST /v1/payout-checks`, and do not pay it.',
    },
    ...{ order: triedOrder('approved', { ...PAYOUT, methods: [] }), shows: 'payout.checked' },
  },
  BY_STATUS.captured,
  {
    ...{
      name: 'captured-partly',
      title: 'Captured in part',
      how: 'Capture less than was reserved from your server.',
    },
    order: paidOrder('captured', { ...ROOM, captured: '60.00' }),
  },
  BY_STATUS.voided,
  BY_STATUS.returned,
  BY_STATUS['partially-returned'],
  BY_STATUS['charged-back'],
  {
    ...{
      name: 'approved-surplus',
      title: 'Charged twice',
      how: 'Faults of the sandbox only: the second charge is on its way back.',
    },
    order: paidOrder('approved', { reference: MADE_REFERENCE.reference, ...SURPLUS }),
  },
]

/** All other outcomes. */
export const NOT_PAID: readonly GalleryState[] = [
  BY_STATUS.declined,
  {
    ...{
      name: 'declined-expired-card',
      title: 'Declined: the card has expired',
      how: 'Counter, “A card in the page”, security code 101.',
    },
    order: failedOrder('declined', { methods: ['card'] }, 'declined-expired-card'),
  },
  {
    ...{
      name: 'declined-funds',
      title: 'Declined: not enough money',
      how: 'Counter, “A card in the page”, security code 116.',
    },
    order: failedOrder('declined', { methods: ['card'] }, 'declined-funds'),
  },
  {
    ...{
      name: 'declined-security-code',
      title: 'Declined: wrong security code',
      how: 'Where the bank names the code as the reason.',
    },
    order: failedOrder('declined', { methods: ['card'] }, 'declined-security-code'),
  },
  {
    ...{
      name: 'cancelled-at-gateway',
      title: 'Cancelled on the payment page',
      how: 'The mug. Press “Cancel” on the payment page.',
    },
    order: failedOrder('declined', {}, 'cancelled-at-gateway'),
  },
  {
    ...{
      name: 'declined-ways',
      title: 'Declined, with other ways',
      how: 'Counter, “Every way”, security code 116.',
    },
    order: failedOrder('declined', { methods: ['card', 'hosted'] }),
  },
  {
    ...{
      name: 'declined-payout',
      title: 'A payout that failed',
      how: 'Counter, “Receive money”, with a destination that the sandbox refuses.',
    },
    order: failedOrder('declined', { ...PAYOUT, methods: [] }),
  },
  {
    ...{
      name: 'returned-payout',
      title: 'A payout that came back',
      how: 'Where the gateway reports that the destination sent the money back.',
    },
    ...{ order: paidOrder('returned', { ...PAYOUT, captured: '30.00', returned: '30.00' }) },
    shows: 'payout.returned',
  },
  {
    ...{
      name: 'reserved-surplus',
      title: 'Reserved twice',
      how: 'Faults of the sandbox only: the second reservation is being cancelled.',
    },
    order: paidOrder('approved', { ...ROOM, ...ROOM_SURPLUS }),
  },
  {
    ...{
      name: 'declined-slots',
      title: 'Declined, with the page’s own words',
      how: 'The same, security code 116.',
    },
    ...{ order: failedOrder('declined'), fillsSlots: true },
  },
  BY_STATUS.filtered,
  BY_STATUS.error,
  {
    ...{
      name: 'error-surplus',
      title: 'Too late for the last piece',
      how: 'An approval after the offer’s last piece went to another: the charge is on its way back.',
    },
    order: triedOrder('error', { methods: ['hosted'], ...SURPLUS }),
  },
  {
    ...{
      name: 'error-surplus-reversed',
      title: 'Too late, and given back',
      how: 'The same, some time later: the charge is reversed.',
    },
    order: triedOrder('error', { methods: ['hosted'], ...SURPLUS_REVERSED }),
  },
  BY_STATUS.cancelled,
  {
    ...{
      name: 'cancelled-bank',
      title: 'Cancelled at the bank',
      how: 'Counter, card 4000 0000 0000 2008. Close the bank’s page, and press “Cancel payment”.',
    },
    order: cancelledOrder('challenge', { methods: ['card'] }),
  },
  {
    ...{
      name: 'cancelled-failed',
      title: 'Cancelled, and the payment failed',
      how: 'Cancel in the shop, and at the payment page too.',
    },
    order: cancelledOrder('declined'),
  },
  {
    ...{
      name: 'cancelled-offer',
      title: 'Cancelled, from an offer',
      how: 'The mug. Press “Cancel payment” while it waits.',
    },
    ...{ offer: MUG_OFFER, order: cancelledOrder('redirect'), shows: 'restart' },
  },
  {
    ...{
      name: 'cancelled-payout',
      title: 'A payout that was cancelled',
      how: 'Counter, “Receive money by the payout page”. Press “Cancel payment” while it waits.',
    },
    ...{ order: cancelledPayout('redirect'), shows: 'stop.payout' },
  },
  {
    ...{
      name: 'cancelled-payout-failed',
      title: 'A payout that was cancelled, and failed',
      how: 'The same, and cancel at the payout page too.',
    },
    ...{ order: cancelledPayout('declined'), shows: 'failed.payout' },
  },
  {
    ...{
      name: 'cancelled-payout-sent',
      title: 'A payout that was cancelled, but sent',
      how: 'The same, but finish at the payout page all the same, and reload.',
    },
    ...{ order: cancelledPayout('approved'), shows: 'payout' },
  },
  {
    ...{
      name: 'cancelled-verify',
      title: 'A verification that was cancelled',
      how: 'Counter, “Verify a card”, on the payment page. Press “Cancel payment” while it waits.',
    },
    order: cancelledOrder('redirect', { ...VERIFY, methods: ['hosted', 'card'] }),
  },
  {
    ...{
      name: 'cancelled-by-shop',
      title: 'Cancelled by the shop',
      how: 'Cancel the open order with a merchant key: POST /v1/orders/{id}/cancel.',
    },
    order: openOrder({ status: 'cancelled', cancelledBy: 'shop' }),
  },
  {
    ...{
      name: 'cancelled-surplus',
      title: 'Cancelled, but charged',
      how: 'Cancel in the shop, and pay all the same at the payment page.',
    },
    order: cancelledOrder('approved', SURPLUS),
  },
  BY_STATUS.expired,
]
