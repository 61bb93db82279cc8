import { openOrder } from './orders.ts'
import { type GalleryState, PAY_BUTTON } from './state.ts'
import { MUG_OFFER, MUG_PRODUCT } from './states-before-payment.ts'

/** An offer that asks for nothing, so that the first press reaches the edge. */
const BARE_OFFER = { ...MUG_OFFER, collect: [] }

/** The same in several pieces. */
const PIECES = { ...BARE_OFFER, quantity: { min: 1, max: 5 } }

/** Refusals that the shopper can do something about: the tag stays as it is, and says what. */
export const REFUSED: readonly GalleryState[] = [
  {
    ...{
      name: 'connection-lost',
      title: 'The connection is lost',
      how: 'Go offline with an order open. Press the button that pays.',
    },
    order: openOrder(),
    ...{ press: [PAY_BUTTON], shows: 'error.network' },
  },
  {
    ...{
      name: 'refused-paused',
      title: 'Payments are paused',
      how: '“PAYMENTS” of the edge is “paused”. Press the button that pays.',
    },
    order: openOrder(),
    ...{ press: [PAY_BUTTON], answer: { code: 'payments-paused' }, shows: 'error.payments-paused' },
  },
  {
    ...{
      name: 'refused-unavailable',
      title: 'The edge cannot answer',
      how: 'The storage of the edge is out of order. Press the button that pays.',
    },
    order: openOrder(),
    ...{ press: [PAY_BUTTON], answer: { code: 'unavailable' }, shows: 'error.unavailable' },
  },
  {
    ...{
      name: 'refused-retry',
      title: 'Something failed at the edge',
      how: 'A fault of the edge. Press the button that pays.',
    },
    order: openOrder(),
    ...{ press: [PAY_BUTTON], answer: { code: 'internal' }, shows: 'error.retry' },
  },
  {
    ...{
      name: 'refused-too-many',
      title: 'Too many tries',
      how: 'Press the button that pays more often than “LIMITS” of the edge allows.',
    },
    order: openOrder(),
    ...{ press: [PAY_BUTTON], answer: { code: 'too-many-requests' }, shows: 'error.too-many-requests' },
  },
  {
    ...{
      name: 'refused-method',
      title: 'A way to pay that is off',
      how: 'Counter, “Every way”. The edge takes no cards for now. Press the button that pays.',
    },
    order: openOrder({ methods: ['hosted', 'card'] }),
    ...{ press: [PAY_BUTTON], answer: { code: 'method-off' }, shows: 'error.method-off' },
  },
  {
    ...{
      name: 'refused-check',
      title: 'A bot check that was not passed',
      how: 'The edge sees signs of an attack. Press the button that pays, and put the check aside.',
    },
    order: openOrder(),
    press: [PAY_BUTTON, 'dialog [part~=close]'],
    ...{ answer: { code: 'check-needed' }, shows: 'error.check-needed' },
  },
  {
    ...{
      name: 'refused-fields',
      title: 'Fields that the edge refuses',
      how: 'An address that the gateway does not take. Press the button that pays.',
    },
    offer: MUG_OFFER,
    ...{ attributes: { customer: '{"email":"ann@localhost.example"}' }, press: [PAY_BUTTON] },
    ...{ answer: { code: 'customer-invalid', fields: ['email'] }, shows: 'error.fields' },
  },
  {
    ...{
      name: 'refused-quantity',
      title: 'Fewer left than asked for',
      how: 'A limited offer. Ask for more pieces than are left, and press the button that pays.',
    },
    offer: PIECES,
    ...{ attributes: { quantity: '4' }, press: [PAY_BUTTON] },
    ...{ answer: { code: 'quantity-unavailable' }, shows: 'error.quantity-unavailable' },
  },
  {
    ...{
      name: 'refused-reserved',
      title: 'Someone else is paying for it',
      how: 'A limited offer. Two browsers pay for the last piece.',
    },
    offer: BARE_OFFER,
    press: [PAY_BUTTON],
    ...{ answer: { code: 'offer-reserved' }, shows: 'error.offer-reserved' },
  },
  {
    ...{
      name: 'refused-address',
      title: 'Being paid for from here',
      how: 'A limited offer. Pay for it in several browsers of one internet connection.',
    },
    offer: BARE_OFFER,
    press: [PAY_BUTTON],
    ...{ answer: { code: 'address-limit' }, shows: 'error.address-limit' },
  },
  {
    ...{
      name: 'refused-terms',
      title: 'What is paid for has changed',
      how: 'The page puts another offer into the tag while the shopper presses the button that pays.',
    },
    offer: BARE_OFFER,
    nextOffer: { ...BARE_OFFER, description: 'Heather mug, 400 ml', amount: '14.00' },
    ...{ press: [PAY_BUTTON], shows: 'error.terms-changed' },
  },
  {
    ...{
      name: 'refused-price',
      title: 'A price that has changed',
      how: 'Change the price of a product on the desk, then press the button that pays.',
    },
    product: MUG_PRODUCT,
    answer: {
      code: 'price-changed',
      products: [{ ...MUG_PRODUCT, id: 'refused-price', version: 'heather-2', amount: '14.00' }],
    },
    ...{ press: [PAY_BUTTON], shows: 'error.terms-changed' },
  },
]

/** Refusals with which the tag cannot go on. */
export const BROKEN: readonly GalleryState[] = [
  {
    ...{ name: 'broken', title: 'An invalid offer', how: 'Change a character of the offer.' },
    ...{ offer: 'not.an.offer', shows: 'broken.text' },
  },
  {
    ...{
      name: 'broken-cart',
      title: 'A cart that cannot be paid for',
      how: 'Two offers in different currencies.',
    },
    lines: [
      BARE_OFFER,
      { ...BARE_OFFER, item: 'plate', description: 'Breakfast plate, 22 cm', currency: 'USD' },
    ],
    shows: 'broken.cart',
  },
  {
    ...{
      name: 'offer-expired',
      title: 'An offer that has expired',
      how: 'Wait for thirty days. Press the button that pays.',
    },
    offer: { ...BARE_OFFER, iat: 1, exp: 86_400 },
    ...{ press: [PAY_BUTTON], asksEdge: true, shows: 'broken.offer-expired' },
  },
  {
    ...{
      name: 'offer-withdrawn',
      title: 'An offer that was withdrawn',
      how: '“OFFERS_NOT_BEFORE” of the edge names its item. Press the button that pays.',
    },
    offer: BARE_OFFER,
    press: [PAY_BUTTON],
    ...{ answer: { code: 'offer-withdrawn' }, shows: 'broken.offer-withdrawn' },
  },
  {
    ...{
      name: 'offer-sold-out',
      title: 'An offer that is sold out',
      how: 'A limited offer, once all is paid for. Touch the form.',
    },
    offer: BARE_OFFER,
    press: [PAY_BUTTON],
    ...{ answer: { code: 'offer-limit' }, shows: 'broken.offer-limit' },
  },
  {
    ...{ name: 'product-hidden', title: 'A product that is hidden', how: 'Hide a product on the desk.' },
    ...{ product: 'absent', answer: { code: 'product-unavailable' }, shows: 'broken.offer-withdrawn' },
  },
  {
    ...{ name: 'product-sold-out', title: 'A product that is sold out', how: 'A product without units.' },
    ...{ product: { ...MUG_PRODUCT, soldOut: true }, shows: 'broken.offer-limit' },
  },
  {
    ...{
      name: 'product-missing',
      title: 'A product that does not come',
      how: 'Go offline, and load the page.',
    },
    ...{ product: 'absent', shows: 'broken.again' },
  },
  {
    ...{
      name: 'origin-refused',
      title: 'A page that may not sell',
      how: '“ALLOWED_ORIGINS” of the edge lacks the page. Press the button that pays.',
    },
    offer: BARE_OFFER,
    press: [PAY_BUTTON],
    ...{ answer: { code: 'origin-not-allowed' }, shows: 'broken.origin-not-allowed' },
  },
  {
    ...{
      name: 'session-invalid',
      title: 'An invalid session',
      how: 'Change a character of the session.',
    },
    ...{ session: 'no-order.no-token', asksEdge: true, shows: 'broken.token-invalid' },
  },
  {
    ...{ name: 'empty', title: 'No order at all', how: 'The thank-you page, opened by hand.' },
  },
  {
    ...{ name: 'empty-cart', title: 'An empty cart', how: 'Take everything out of the cart.' },
    // The script of the cart finds no lines on this page.
    ...{ attributes: { 'data-cart': '' }, shows: 'empty.cart' },
  },
]
