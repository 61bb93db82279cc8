/** Fields that several operations share. Lengths: current manual of the gateway family, unless said otherwise. */
import { optional, required, spelled } from './operation-row.ts'

export const clientOrderId = { client_orderid: required('clientOrderId', 128, 'identifier') } as const

/**
 * The length of an id that the gateway gave. The manual allows 20 characters for most, but any id that the edge reads
 * from a reply must fit into a request.
 */
export const NAMED = 128

/** In v4, where some examples of the specification spell it differently. */
export const clientOrderIdV4 = {
  client_orderid: spelled('client_orderid', required('clientOrderId', 128, 'identifier')),
} as const

/** The callback URL of a v2 payment. The gateway family also has another name for the field. */
export const callback = {
  server_callback_url: spelled('callbackField', optional('callbackUrl', 128, 'url')),
} as const

/** The callback URL of every other operation. */
export const ownCallback = { server_callback_url: optional('callbackUrl', 128, 'url') } as const

/** The manual allows 10 digits. Older code of the family takes 13 characters, which large sums in small units need. */
export const money = {
  amount: required('amount', 13, 'amount'),
  currency: required('currency', 3, 'currency'),
} as const

export const address = {
  address1: optional('address', 50),
  city: optional('city', 50),
  zip_code: optional('postalCode', 10),
  country: optional('country', 2, 'country'),
  state: optional('state', 3, 'state'),
  phone: optional('phone', 15, 'phone'),
} as const

export const person = {
  first_name: optional('firstName', 50),
  last_name: optional('lastName', 50),
} as const

/** Payer and purpose. */
export const payment = {
  ...clientOrderId,
  order_desc: required('description', 64_000),
  email: required('email', 50, 'email'),
  ipaddress: required('ip', 45, 'ip'),
} as const

/** Fields of every hosted form. */
export const form = {
  ...payment,
  redirect_url: required('returnUrl', 128, 'url'),
  ...callback,
  ...person,
  ...address,
} as const

/** Fields that identify an earlier transaction. */
export const earlier = {
  login: required('login', 20),
  ...clientOrderId,
  orderid: required('gatewayId', NAMED, 'identifier'),
} as const

/** The same in v4. */
export const earlierV4 = { ...earlier, ...clientOrderIdV4 } as const

export const comment = { comment: optional('comment', 50) } as const

const number = { credit_card_number: required('cardNumber', 20, 'card-number') } as const
const holder = { card_printed_name: required('cardHolder', 128) } as const
const expiry = {
  expire_month: required('expiryMonth', 2, 'expiry-month'),
  expire_year: required('expiryYear', 4, 'expiry-year'),
} as const

/** A card with its code. */
export const card = { ...number, ...holder, ...expiry, cvv2: required('cvv', 4, 'cvv') } as const

/** Holder and card of a recurring payment. This operation has names and lengths of its own (the family's manual). */
export const recurringCustomer = {
  email: required('email', 128, 'email'),
  'first-name': optional('firstName', 128),
  'last-name': optional('lastName', 128),
  address1: optional('address', 256),
  city: optional('city', 128),
  'zip-code': optional('postalCode', 10),
  country: optional('country', 2, 'country'),
  state: optional('state', 3, 'state'),
  phone: optional('phone', 15, 'phone'),
  'customer-ip': optional('ip', 45, 'ip'),
} as const

export const recurringCard = {
  'credit-card-number': required('cardNumber', 20, 'card-number'),
  'card-printed-name': required('cardHolder', 128),
  'expire-month': required('expiryMonth', 2, 'expiry-month'),
  'expire-year': required('expiryYear', 4, 'expiry-year'),
  cvv2: optional('cvv', 4, 'cvv'),
} as const

/** A card whose security code may be unknown, for an absent cardholder. */
export const cardWithoutCode = { ...number, ...holder, ...expiry, cvv2: optional('cvv', 4, 'cvv') } as const

/** A card or a reference to one. Some acquirers require the holder's name with a reference too. */
export const cardOrReference = {
  card,
  reference: {
    cardrefid: required('cardRef', NAMED, 'identifier'),
    card_printed_name: optional('cardHolder', 128),
    cvv2: optional('cvv', 4, 'cvv'),
  },
} as const

/** Browser data for 3-D Secure 2, and the URL for the bank's result. Lengths: EMVCo. */
export const browser = {
  customer_browser_accept_header: optional('browserAcceptHeader', 2048),
  customer_browser_user_agent: optional('browserUserAgent', 2048),
  customer_browser_javascript_enabled: optional('browserJavascriptEnabled', 5, 'boolean'),
  customer_browser_java_enabled: optional('browserJavaEnabled', 5, 'boolean'),
  customer_browser_accept_language: optional('browserLanguage', 35, 'language'),
  customer_browser_color_depth: optional('browserColorDepth', 2, 'count'),
  customer_browser_screen_width: optional('browserScreenWidth', 6, 'count'),
  customer_browser_screen_height: optional('browserScreenHeight', 6, 'count'),
  customer_browser_time_zone: optional('browserTimeZone', 5, 'zone-offset'),
  tds_cres_notification_url: optional('challengeUrl', 1024, 'url'),
} as const

/** Fields of a direct charge besides the card. */
export const charge = {
  ...payment,
  ...money,
  redirect_url: optional('returnUrl', 128, 'url'),
  ...callback,
  ...person,
  ...address,
  ...browser,
} as const

/** Fields of a payout besides its destination. */
export const payout = {
  ...clientOrderId,
  ...money,
  order_desc: optional('description', 64),
  ipaddress: optional('ip', 45, 'ip'),
  purpose: optional('purpose', 128),
  ...ownCallback,
  ...person,
  email: optional('email', 50, 'email'),
  phone: optional('phone', 15, 'phone'),
} as const

/** Destinations of a payout. */
export const payoutDestination = {
  card: {
    ...number,
    expire_month: optional('expiryMonth', 2, 'expiry-month'),
    expire_year: optional('expiryYear', 4, 'expiry-year'),
    card_printed_name: optional('cardHolder', 128),
  },
  'bank account': {
    account_number: required('accountNumber', 24),
    bank_name: required('bankName', 255),
    bank_branch: optional('bankBranch', 255),
    routing_number: optional('routingNumber', 16),
    bank_province: optional('bankProvince', 255),
    bank_city: optional('bankCity', 255),
    account_name: optional('accountName', 128),
  },
  wallet: { wallet_account: required('wallet', 128) },
  phone: { receiver_phone: required('receiverPhone', 15, 'phone') },
} as const

/** All of the money, with no sum, or a part, with one. */
export const wholeOrPart = { whole: {}, part: money } as const
