/**
 * Every operation of the gateway, one row each, in the order of the specification's table of endpoints. Data only:
 * gateway quirks are columns here, never branches elsewhere. `npm run new -- operation NAME` adds one here and at the sandbox.
 */
import {
  address,
  browser,
  callback,
  card,
  cardOrReference,
  cardWithoutCode,
  charge,
  clientOrderId,
  clientOrderIdV4,
  comment,
  earlier,
  earlierV4,
  form,
  money,
  NAMED,
  ownCallback,
  payment,
  payout,
  payoutDestination,
  person,
  recurringCard,
  recurringCustomer,
  wholeOrPart,
} from './field-groups.ts'
import type { InputOf } from './operation-input.ts'
import { type Operation, optional, required, spelled } from './operation-row.ts'

/** Control parts of the specification's table: for charges, and for requests about an earlier transaction. */
const CHARGE = ['endpointId', 'clientOrderId', 'amountMinor', 'email'] as const
const EARLIER = ['login', 'clientOrderId', 'gatewayId'] as const
const EARLIER_SUM = [...EARLIER, 'amountMinor', 'currency'] as const

/** Assumptions about several operations. */
const FORM_FIELDS = 'Fields and lengths: the gateway family’s manual of the form.'
const CARD_FIELDS = 'Fields and lengths: the gateway family’s manual and its own PHP library.'
const BROWSER_FIELDS =
  'customer_browser_*: code of the gateway’s own hosted fields, seen for v4 only. tds_cres_notification_url is our own.'
const ORDER_DESC = 'order_desc is needed: the gateway family’s manual.'
const COMMENT = 'comment is sent, the merchant’s or that of the profile: the family’s libraries need one.'
const FROM_ORDER =
  'Takes the identifiers of an earlier transaction and no card data: manual and libraries of the family.'
const UPLOAD =
  'Names and lengths, but for client-order-id and orderid: the tables of the family’s manual, whose examples differ; ' +
  'spellings can be set.'
const UPLOAD_METHOD =
  'Names and lengths, but for client-order-id, orderid and threeDSCompInd: the tables of the family’s manual; ' +
  'the spelling of client-order-id can be set.'
const NAMED_IN_PART = 'orderid is left out, of the control too, where no reply named it: as of status.'
const ONE_RESULT = 'The gateway takes one result of a step: a second one changes nothing.'
const PAYOUT_DESTINATION =
  'Fields of card and bank: the family’s v4 examples and third-party code; wallet_account is a name of our own.'
const BY_REFERENCE =
  'cardrefid in place of the card, and that a code and a name may go with it: the specification names sale by ' +
  'reference, not its fields.'
const LOGIN_V4 = 'login stands in the body too, as in v2: the specification names the OAuth header alone.'
const ASYNC_REPLY = 'The reply is an AsyncResponse: the other operations that start something.'

const upload = {
  group: 'bare',
  endpoint: 'own',
  scheme: 'control',
  control: EARLIER,
  reply: 'async',
  starts: false,
  onLostReply: 'resend',
} as const

const uploaded = {
  login: required('login', 20),
  'client-order-id': spelled('client-order-id', required('clientOrderId', 128, 'identifier')),
  orderid: optional('gatewayId', NAMED, 'identifier'),
} as const

const table = <Rows extends Record<string, Operation>>(rows: Rows) => rows

export const operations = table({
  /** Uploads the bank's result of a 3-D Secure 2 challenge. */
  'upload-cres-result': {
    ...upload,
    code: 'TDS_UPLOAD_CRES_RESULT',
    path: '/api/3ds/v1/upload-cres-result',
    fields: { ...uploaded, cRes: spelled('cRes', required('cRes', 4096)) },
    schemas: { request: 'TdsCResResultRequest', response: 'AsyncResponse' },
    assumed: [UPLOAD, NAMED_IN_PART, ONE_RESULT],
  },
  /** Uploads the result of the 3DS Method, and browser data. */
  'upload-method-url-result': {
    ...upload,
    code: 'TDS_UPLOAD_METHOD_URL_RESULT',
    path: '/api/3ds/v1/upload-method-url-result',
    fields: {
      ...uploaded,
      threeDSServerTransID: optional('serverTransactionId', NAMED, 'identifier'),
      threeDSCompInd: required('completion', 1, 'completion'),
      browserAcceptHeader: required('browserAcceptHeader', 2048),
      browserIP: required('browserIp', 45, 'ip'),
      browserJavaEnabled: required('browserJavaEnabled', 5, 'boolean'),
      browserJavascriptEnabled: required('browserJavascriptEnabled', 5, 'boolean'),
      browserLanguage: required('browserLanguage', 8, 'language'),
      browserColorDepth: required('browserColorDepth', 2, 'count'),
      browserScreenHeight: required('browserScreenHeight', 6, 'count'),
      browserScreenWidth: required('browserScreenWidth', 6, 'count'),
      browserTZ: required('browserTimeZone', 5, 'zone-offset'),
      browserUserAgent: required('browserUserAgent', 2048),
    },
    schemas: { request: 'TdsMethodUrlResultRequest', response: 'AsyncResponse' },
    assumed: [
      UPLOAD_METHOD,
      NAMED_IN_PART,
      ONE_RESULT,
      'threeDSServerTransID is left out where the gateway named none.',
      'browserScreenHeight and all after it, and that the browser’s fields are needed: EMVCo’s names and rules.',
    ],
  },
  /** Uploads the bank's result of 3-D Secure 1.0.2. */
  'upload-pares-result': {
    ...upload,
    code: 'TDS_UPLOAD_PARES_RESULT',
    path: '/api/3ds/v1/upload-pares-result',
    fields: { ...uploaded, paRes: spelled('paRes', required('paRes', 10_240)), md: optional('md', 1024) },
    schemas: { request: 'TdsPaResResultRequest', response: 'AsyncResponse' },
    assumed: [
      UPLOAD,
      NAMED_IN_PART,
      ONE_RESULT,
      'md may be sent: the example of the family’s manual; its length is ours.',
    ],
  },
  /** Opens a form that verifies a card without a charge. */
  'account-verification-form': {
    code: 'ACCOUNT_VERIFICATION_FORM',
    path: '/api/v2/account-verification-form',
    endpoint: 'verify',
    scheme: 'control',
    control: ['endpointId', 'clientOrderId', 'email'],
    fields: form,
    reply: 'form',
    starts: true,
    onLostReply: 'ask',
    schemas: { request: 'AccountVerificationFormRequest', response: 'AsyncCheckoutFormRedirect' },
    assumed: [FORM_FIELDS, ORDER_DESC],
  },
  /** Verifies a card without a charge. */
  'account-verification': {
    code: 'ACCOUNT_VERIFICATION',
    path: '/api/v2/account-verification',
    endpoint: 'verify',
    scheme: 'control',
    control: ['endpointId', 'clientOrderId', 'email'],
    fields: {
      ...payment,
      ...card,
      redirect_url: optional('returnUrl', 128, 'url'),
      ...callback,
      ...person,
      ...address,
      ...browser,
    },
    reply: 'async',
    starts: true,
    onLostReply: 'ask',
    schemas: { request: 'AccountVerificationRequest', response: 'AsyncResponse' },
    assumed: [CARD_FIELDS, BROWSER_FIELDS, ORDER_DESC],
  },
  /** Captures a preauthorization, or a part of it. */
  capture: {
    code: 'CAPTURE',
    path: '/api/v2/capture',
    endpoint: 'own',
    scheme: 'control',
    control: EARLIER_SUM,
    fields: { ...earlier, ...comment },
    choices: { sum: wholeOrPart },
    reply: 'async',
    starts: false,
    onLostReply: 'compare',
    schemas: { request: 'CaptureRequest', response: 'AsyncResponse' },
    assumed: [
      'Amount and currency are left out of the control where they are not sent: the family’s manual.',
      'comment may be sent, where the merchant or the profile has one: as to return and void.',
    ],
  },
  /** Creates a reference to the card of an earlier payment. */
  'create-card-ref': {
    code: 'CARDREF',
    path: '/api/v2/create-card-ref',
    endpoint: 'own',
    scheme: 'control',
    control: EARLIER,
    fields: earlier,
    reply: 'card-ref',
    starts: false,
    onLostReply: 'resend',
    schemas: { request: 'CreateCardRefRequest', response: 'CardRefAsyncResponse' },
    assumed: [FROM_ORDER, 'The reply carries the reference itself, as card-ref-id: the family’s libraries.'],
  },
  /** Returns the card behind a reference. */
  'get-card-info': {
    code: 'CARDINFO',
    path: '/api/v2/get-card-info',
    endpoint: 'rebill',
    scheme: {
      decidedBy: 'get-card-info',
      default: 'control',
      source: 'the gateway family’s manual and PHP library',
    },
    control: ['login', 'cardRef'],
    fields: { login: required('login', 20), cardrefid: required('cardRef', NAMED, 'identifier') },
    reply: 'card-info',
    starts: false,
    onLostReply: 'resend',
    schemas: { request: 'GetCardInfoRequest', response: 'CardInfoAsyncResponse' },
    assumed: [
      'The control covers login and cardrefid: manual and PHP library of the family.',
      'The reply calls the brand card-type or brand, the masked number masked-pan and the expiry expire-month and ' +
        'expire-year; the masked number and the last four digits are made of each other where one is missing.',
    ],
  },
  /** Charges a saved card without its holder. */
  'make-rebill': {
    code: 'REBILL',
    path: '/api/v2/make-rebill',
    endpoint: 'rebill',
    scheme: 'control',
    control: ['login', 'clientOrderId', 'cardRef', 'amountMinor', 'currency'],
    fields: {
      login: required('login', 20),
      ...clientOrderId,
      cardrefid: required('cardRef', NAMED, 'identifier'),
      ...money,
      order_desc: required('description', 64_000),
      ipaddress: required('ip', 45, 'ip'),
      ...comment,
      cvv2: optional('cvv', 4, 'cvv'),
      ...callback,
    },
    reply: 'async',
    starts: true,
    onLostReply: 'ask',
    schemas: { request: 'RebillRequest', response: 'AsyncResponse' },
    assumed: ['Fields and lengths: the family’s manual of make-rebill-sale and its PHP library.', ORDER_DESC],
  },
  /** Opens a page where the payer chooses a payment method. */
  'payment-form': {
    code: 'PAYMENTFORM',
    path: '/api/v2/payment-form',
    endpoint: 'own',
    scheme: {
      decidedBy: 'payment-form',
      default: 'control',
      source: 'none published; every other form for payers is signed so',
    },
    control: CHARGE,
    fields: { ...form, ...money },
    reply: 'form',
    starts: true,
    onLostReply: 'ask',
    schemas: { request: 'PaymentFormRequest', response: 'AsyncCheckoutFormRedirect' },
    assumed: [
      'Fields and control are those of sale-form: the family’s PHP library inherits them.',
      ORDER_DESC,
    ],
  },
  /** Opens a form where the payee enters the destination of a payout. */
  'payout-form': {
    code: 'PAYOUTFORM',
    path: '/api/v2/payout-form',
    endpoint: 'payout',
    scheme: {
      decidedBy: 'payout-form',
      default: 'hmac-sha1',
      source: 'the gateway family’s current manual; another edition of the page says RSA-SHA256',
    },
    control: CHARGE,
    fields: {
      ...clientOrderId,
      ...money,
      order_desc: required('description', 64_000),
      redirect_url: required('returnUrl', 128, 'url'),
      ...ownCallback,
      ipaddress: optional('ip', 45, 'ip'),
      email: optional('email', 50, 'email'),
    },
    reply: 'form',
    starts: true,
    onLostReply: 'ask',
    schemas: { request: 'PayoutFormRequest', response: 'AsyncCheckoutFormRedirect' },
    assumed: [
      'Fields and lengths: the family’s manual of the form.',
      'Where the profile asks for a control, it is that of the other forms; none is published.',
    ],
  },
  /** Sends money to a card, a bank account, a wallet or a phone number. */
  payout: {
    code: 'PAYOUT',
    path: '/api/v2/payout',
    endpoint: 'payout',
    scheme: 'hmac-sha1',
    control: [],
    fields: payout,
    choices: { destination: payoutDestination },
    reply: 'async',
    starts: true,
    onLostReply: 'ask',
    schemas: { request: 'PayoutRequest', response: 'AsyncResponse' },
    assumed: ['Fields and lengths: the family’s manual of payouts.', PAYOUT_DESTINATION],
  },
  /** Opens a form that reserves money on a card. */
  'preauth-form': {
    code: 'PREAUTHFORM',
    path: '/api/v2/preauth-form',
    endpoint: 'preauth',
    scheme: 'control',
    control: CHARGE,
    fields: { ...form, ...money },
    reply: 'form',
    starts: true,
    onLostReply: 'ask',
    schemas: { request: 'AuthFormRequest', response: 'AsyncCheckoutFormRedirect' },
    assumed: [FORM_FIELDS, ORDER_DESC],
  },
  /** Reserves money on a card. */
  preauth: {
    code: 'PREAUTH',
    path: '/api/v2/preauth',
    endpoint: 'preauth',
    scheme: 'control',
    control: CHARGE,
    fields: charge,
    choices: { card: cardOrReference },
    reply: 'async',
    starts: true,
    onLostReply: 'ask',
    schemas: { request: 'AuthRequest', response: 'AsyncResponse' },
    assumed: [CARD_FIELDS, BY_REFERENCE, BROWSER_FIELDS, ORDER_DESC],
  },
  /** Refunds a charge, in full or in part, or releases a reservation. */
  return: {
    code: 'RETURN',
    path: '/api/v2/return',
    endpoint: 'own',
    scheme: 'control',
    control: EARLIER_SUM,
    fields: { ...earlier, ...comment },
    choices: { sum: wholeOrPart },
    reply: 'async',
    starts: false,
    onLostReply: 'compare',
    schemas: { request: 'ReturnRequest', response: 'AsyncResponse' },
    assumed: [
      'Amount and currency are left out of the control where they are not sent: the family’s manual.',
      COMMENT,
    ],
  },
  /** Opens a form that charges a card. */
  'sale-form': {
    code: 'SALEFORM',
    path: '/api/v2/sale-form',
    endpoint: 'sale',
    scheme: 'control',
    control: CHARGE,
    fields: { ...form, ...money },
    reply: 'form',
    starts: true,
    onLostReply: 'ask',
    schemas: { request: 'SaleFormRequest', response: 'AsyncCheckoutFormRedirect' },
    assumed: [FORM_FIELDS, ORDER_DESC],
  },
  /** Charges a card. */
  sale: {
    code: 'SALE',
    path: '/api/v2/sale',
    endpoint: 'sale',
    scheme: 'control',
    control: CHARGE,
    fields: charge,
    choices: { card: cardOrReference },
    reply: 'async',
    starts: true,
    onLostReply: 'ask',
    schemas: { request: 'SaleRequest', response: 'AsyncResponse' },
    assumed: [CARD_FIELDS, BY_REFERENCE, BROWSER_FIELDS, ORDER_DESC],
  },
  /** Returns the status of a transaction. `by-request-sn` selects one request. */
  status: {
    code: 'STATUS',
    path: '/api/v2/status',
    endpoint: 'own',
    scheme: 'control',
    control: EARLIER,
    fields: {
      login: required('login', 20),
      ...clientOrderId,
      orderid: optional('gatewayId', NAMED, 'identifier'),
      'by-request-sn': optional('serialNumber', NAMED, 'identifier'),
    },
    reply: 'status',
    starts: false,
    onLostReply: 'resend',
    schemas: { request: 'StatusRequest', response: 'StatusResponse' },
    assumed: ['by-request-sn, and the names of the reply: the family’s manual and libraries.'],
  },
  /** Releases a reservation that was not charged yet. */
  void: {
    code: 'VOID',
    path: '/api/v2/void',
    endpoint: 'own',
    scheme: 'control',
    control: EARLIER,
    fields: { ...earlier, ...comment },
    reply: 'async',
    starts: false,
    onLostReply: 'compare',
    schemas: { request: 'VoidRequest', response: 'AsyncResponse' },
    assumed: [COMMENT],
  },
  /** Creates a reference like `create-card-ref`, which v4 operations take too. */
  'create-card-ref-v4': {
    code: 'CARDREF_V4',
    path: '/api/v4/create-card-ref',
    endpoint: 'own',
    scheme: 'rsa-sha256',
    control: [],
    fields: earlierV4,
    reply: 'card-ref',
    starts: false,
    onLostReply: 'resend',
    schemas: { request: 'CreateCardRefV4Request', response: 'CardRefV4AsyncResponse' },
    assumed: [
      FROM_ORDER,
      LOGIN_V4,
      'unq-card-ref-id and recurring-payment-id in the reply: the family’s manual.',
    ],
  },
  /** Charges a card on a schedule. */
  'create-recurring-payment': {
    code: 'CREATE_RP_V4',
    path: '/api/v4/create-recurring-payment',
    endpoint: 'rebill',
    scheme: 'rsa-sha256',
    control: [],
    fields: {
      'client-orderid': spelled('client-orderid', required('clientOrderId', 128, 'identifier')),
      rp_card_type: required('cardRole', 3, 'card-role'),
      ...money,
      period: required('period', 5, 'period'),
      interval: required('interval', 3, 'interval'),
      order_desc: required('description', 64_000),
      ...recurringCustomer,
      ...ownCallback,
    },
    choices: {
      card: {
        card: recurringCard,
        reference: { cardrefid: required('cardRef', NAMED, 'identifier') },
      },
    },
    reply: 'recurring-payment',
    starts: true,
    onLostReply: 'report',
    schemas: { request: 'RecurringPaymentForCreation', response: 'CreateRecurringPaymentResponse' },
    assumed: [
      'Names and lengths of the card and customer fields, rp_card_type among them: the family’s manual of the operation.',
      'Units of period and interval, currency, state, phone, cardrefid and server_callback_url: our own choice, as elsewhere.',
      'A lost reply is reported: sent again it could make a second schedule, and nothing tells whether one exists.',
    ],
  },
  /** Checks and registers a payout. No money moves. */
  'payout-check': {
    code: 'PAYOUT_V4_CHECK',
    path: '/api/v4/payout-check',
    endpoint: 'payout',
    scheme: 'rsa-sha256',
    control: [],
    fields: { ...payout, ...clientOrderIdV4 },
    choices: { destination: payoutDestination },
    reply: 'async',
    starts: true,
    onLostReply: 'ask',
    schemas: { request: 'PayoutCheckRequest', response: 'AsyncResponse' },
    assumed: ['Fields are those of payout.', PAYOUT_DESTINATION],
  },
  /** Releases a checked payout. */
  'payout-pay': {
    path: '/api/v4/payout-pay',
    endpoint: 'own',
    scheme: {
      decidedBy: 'payout-pay',
      default: 'rsa-sha256',
      source: 'none published; the specification’s other v4 operations are signed so',
    },
    control: EARLIER,
    fields: earlierV4,
    reply: 'async',
    starts: false,
    onLostReply: 'ask',
    assumed: [
      'Takes the identifiers of the checked payout: nothing is published.',
      LOGIN_V4,
      'Where the profile asks for a control, it is that of void.',
      ASYNC_REPLY,
    ],
  },
  /** Checks whether a card may send money. */
  'pan-eligibility-send': {
    path: '/api/v2/pan-eligibility/send',
    endpoint: 'transfer',
    scheme: 'hmac-sha1',
    control: [],
    fields: {
      'client-order-id': spelled('client-order-id', required('clientOrderId', 128, 'identifier')),
      'server-callback-url': optional('callbackUrl', 128, 'url'),
    },
    choices: {
      sender: {
        card: {
          'sending-card-number': required('cardNumber', 19, 'card-number'),
          'card-printed-name': required('cardHolder', 128),
          'expire-month': required('expiryMonth', 2, 'expiry-month'),
          'expire-year': required('expiryYear', 4, 'expiry-year'),
        },
        reference: { 'sending-card-ref-id': required('cardRef', NAMED, 'identifier') },
      },
    },
    reply: 'async',
    starts: true,
    onLostReply: 'ask',
    assumed: [
      'A card in place of a reference, and its hyphenated names: the older of the family’s two manuals.',
      ASYNC_REPLY,
    ],
  },
  /** Transfers money from a card or the merchant's deposit to a card. */
  transfer: {
    path: '/api/v4/transfer',
    endpoint: 'transfer',
    scheme: 'rsa-sha256',
    control: [],
    fields: {
      ...clientOrderIdV4,
      ...money,
      order_desc: optional('description', 64_000),
      ipaddress: required('ip', 45, 'ip'),
      redirect_url: optional('returnUrl', 128, 'url'),
      ...ownCallback,
    },
    choices: {
      source: {
        deposit: { deposit2card: required('depositToCard', 4, 'true') },
        card: cardWithoutCode,
        'recurring payment': {
          card_recurring_payment_id: required('recurringPaymentId', NAMED, 'identifier'),
        },
      },
      target: {
        card: { 'destination-card-no': required('destinationCardNumber', 19, 'card-number') },
        'recurring payment': {
          destination_card_recurring_payment_id: required(
            'destinationRecurringPaymentId',
            NAMED,
            'identifier',
          ),
        },
      },
    },
    reply: 'async',
    starts: true,
    onLostReply: 'ask',
    assumed: [
      'Which fields are needed with which: the family’s manual of transfers; server_callback_url as elsewhere.',
      ASYNC_REPLY,
    ],
  },
})

export type OperationName = keyof typeof operations

/** The input of an operation. A missing value fails to compile. The login comes with the target. */
export type Input<Name extends OperationName> = Name extends OperationName
  ? InputOf<(typeof operations)[Name]>
  : never
