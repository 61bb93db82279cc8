/** The interface, first part: what pages of the shop may ask for, and anybody. */
import * as z from 'zod'
import { empty } from '../domain/request-fields.ts'
import { rows } from './api-operation.ts'
import { eitherOrder, order } from './openapi/order-schemas.ts'
import { checkedOffer, health, opened, receipt, receiptKeys, settings } from './openapi/response-schemas.ts'
import { checkoutBody, offerBody } from './operations/checkout-body.ts'
import { paymentBody } from './operations/pay-order.ts'

/** Of a limited offer nothing is left, or less than is wanted; others, or this address, are paying for it just now. */
const SCARCE = ['offer-limit', 'quantity-unavailable', 'offer-reserved', 'address-limit'] as const

const PAY = [
  'not-found',
  'attempt-in-flight',
  'order-final',
  'key-reused',
  ...SCARCE,
  'offer-withdrawn',
  'payments-paused',
  'currency-not-served',
  'private-key-missing',
] as const

const PAY_FIELDS = [
  'card-invalid',
  'browser-invalid',
  'customer-invalid',
  'collect-missing',
  'method-off',
] as const

const OFFER = ['offer-invalid', 'offer-expired', 'offer-withdrawn', 'currency-not-served'] as const

const renewed = {
  'Order-Token':
    'The token under the key in force, for scope `pay`; it still ends 31 days after the order was opened.',
}

export const shopperOperations = rows({
  checkOffer: {
    route: 'POST /v1/offers/check',
    tag: 'shopper',
    summary: 'Says whether the merchant signed an offer, and whether it stands',
    about:
      'For pages that show offers of others, as the edge’s own page does: what an offer says is only a claim until then.',
    pages: 'shop',
    access: {},
    body: offerBody,
    reply: { status: 200, description: 'The merchant signed it, and it can be sold.', body: checkedOffer },
    problems: OFFER,
  },
  checkout: {
    route: 'POST /v1/checkout',
    tag: 'shopper',
    summary: 'Opens the order of a signed offer',
    about: 'The same offer and key open the same order, however often they are sent.',
    pages: 'shop',
    access: {},
    isKeyed: true,
    body: checkoutBody,
    reply: { status: 200, description: 'The order and the token that pays it.', body: opened },
    problems: [
      ...OFFER,
      'origin-not-allowed',
      'key-reused',
      'amount-invalid',
      'quantity-invalid',
      'customer-invalid',
      'collect-missing',
      'method-off',
      'return-url-invalid',
    ],
  },
  getOrder: {
    route: 'GET /v1/orders/{id}',
    tag: 'shopper',
    summary: 'Shows an order',
    pages: 'shop',
    access: { token: 'view', merchant: 'read' },
    reply: {
      status: 200,
      description: 'The order as it stands.',
      body: eitherOrder,
      headers: {
        ...renewed,
        'Retry-After': 'Seconds after which to look again, while something is under way.',
      },
    },
    problems: ['not-found'],
  },
  getReceipt: {
    route: 'GET /v1/orders/{id}/receipt',
    tag: 'shopper',
    summary: 'Proves how an order was settled',
    about:
      'A JWS of type `pay-receipt+jwt` that says `iss` (this edge), `sub` (the order), `iat` and how the order stands. ' +
      'Anybody can check it with the keys at `/.well-known/jwks.json`. Money may go back later: look at `status`, and ' +
      'limit the age that you take.',
    pages: 'shop',
    access: { token: 'view', merchant: 'read' },
    reply: { status: 200, description: 'The receipt.', body: receipt },
    problems: ['not-found', 'order-not-settled'],
  },
  followOrder: {
    route: 'GET /v1/orders/{id}/live',
    tag: 'shopper',
    summary: 'Follows an order by WebSocket',
    about:
      'A greeting at once, `{ "seq": … }`, with the order where it is newer than `after`; then every change as it ' +
      'happens, as `{ "seq": …, "order": … }`. The text `ping` is answered with `pong`, which costs nothing; any other ' +
      'word ends the socket. Pages offer the subprotocols `pay-checkout.v1` and `token.<token>`, of which only the ' +
      'first is echoed; servers send their key in `Authorization`. An order has places for 16 sockets: a further one ' +
      'takes the oldest’s, which is closed with 1013 and should read the order instead, or is answered 503 with ' +
      '`Retry-After`. ' +
      'A socket ends with its token, and that of a key after a quarter of an hour: whoever still listens opens another.',
    pages: 'shop',
    access: { token: 'view', merchant: 'read' },
    isSelfChecked: true,
    query: z.object({
      after: z
        .string()
        .regex(/^\d{1,15}$/)
        .describe('`seq` of the view that is known already.')
        .exactOptional(),
    }),
    reply: { status: 101, description: 'The socket is open.' },
    problems: ['not-found', 'upgrade-required'],
  },
  payOrder: {
    route: 'POST /v1/orders/{id}/pay',
    tag: 'shopper',
    summary: 'Starts an attempt to pay',
    about:
      'Answers at once; the outcome is the order’s. The same key starts one attempt, however often it is sent.',
    pages: 'shop',
    access: { token: 'pay' },
    isKeyed: true,
    body: paymentBody,
    reply: { status: 200, description: 'The order, with the attempt under way.', body: order },
    problems: [...PAY, ...PAY_FIELDS],
  },
  continueOrder: {
    route: 'POST /v1/orders/{id}/continue',
    tag: 'shopper',
    summary: 'Says that the shopper goes on with the hosted form',
    about:
      'A limited offer is kept for a form that nobody answers until `reservedUntil`. This keeps it as long again, once; ' +
      'after it lapsed it asks for it again. Call it before the shopper is led on. Repeating it is harmless.',
    pages: 'shop',
    access: { token: 'pay' },
    body: empty,
    reply: { status: 200, description: 'The order as it stands.', body: order },
    problems: ['not-found', ...SCARCE],
  },
  endThreeDsMethod: {
    route: 'POST /v1/orders/{id}/method',
    tag: 'shopper',
    summary: 'Says that the bank’s hidden page had its ten seconds',
    about: 'Too early by the order’s own clock, it changes nothing. Repeating it is harmless.',
    pages: 'shop',
    access: { token: 'pay' },
    body: empty,
    reply: { status: 200, description: 'The order as it stands.', body: order },
    problems: ['not-found'],
  },
  cancelOrder: {
    route: 'POST /v1/orders/{id}/cancel',
    tag: 'shopper',
    summary: 'Gives an order up',
    about:
      'An approval that comes all the same is given back. Frees what a limited offer holds for it. A shopper may also give ' +
      'up at the bank; a merchant key cancels an order that is open, failed, or at a hosted form that nobody has answered, ' +
      'and the shopper reads that the shop cancelled it. Repeating it is harmless.',
    pages: 'shop',
    access: { token: 'pay', merchant: 'charge' },
    body: empty,
    reply: { status: 200, description: 'The order, cancelled.', body: eitherOrder },
    problems: ['not-found', 'attempt-in-flight'],
  },
})

export const edgeOperations = rows({
  getSettings: {
    route: 'GET /v1/settings',
    tag: 'edge',
    summary: 'Tells what anybody may know of the edge',
    pages: 'any',
    access: {},
    reply: {
      status: 200,
      description: 'Methods, and what shoppers are asked for by currency.',
      body: settings,
    },
    problems: [],
  },
  getInterface: {
    route: 'GET /openapi.json',
    tag: 'edge',
    summary: 'Describes this interface',
    pages: 'any',
    access: {},
    reply: { status: 200, description: 'This document.', body: z.object({ openapi: z.string() }) },
    problems: [],
  },
  getReceiptKeys: {
    route: 'GET /.well-known/jwks.json',
    tag: 'edge',
    summary: 'Gives the public keys that receipts are checked with',
    pages: 'any',
    access: {},
    reply: { status: 200, description: 'A JSON Web Key Set.', body: receiptKeys },
    problems: [],
  },
  getHealth: {
    route: 'GET /healthz',
    tag: 'edge',
    summary: 'Says that the settings are right',
    pages: '-',
    access: {},
    reply: { status: 200, description: 'The edge is well.', body: health },
    problems: [],
  },
  showCardFrame: {
    route: 'GET /frames/card',
    tag: 'edge',
    summary: 'Shows the fields that a card is typed into',
    about: 'For a frame in the shop’s page: what is typed goes from it to the edge alone.',
    pages: '-',
    access: {},
    reply: { status: 200, description: 'The page.', body: 'text/html' },
    problems: [],
  },
  showDestinationFrame: {
    route: 'GET /frames/destination',
    tag: 'edge',
    summary: 'Shows the fields that say where money is paid out to',
    about: 'For a frame in the shop’s page: what is typed goes from it to the edge alone.',
    pages: '-',
    access: {},
    reply: { status: 200, description: 'The page.', body: 'text/html' },
    problems: [],
  },
  showPayPage: {
    route: 'GET /pay',
    tag: 'edge',
    summary: 'Shows the edge’s own page with the tag',
    about: 'The offer, or the order of a returning shopper, stands after `#`.',
    pages: '-',
    access: {},
    reply: { status: 200, description: 'The page.', body: 'text/html' },
    problems: [],
  },
})
