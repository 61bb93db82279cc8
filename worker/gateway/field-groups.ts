/** Fields that several operations share. Lengths: current manual of the gateway family, unless said otherwise. */
import { optional, required, spelled } from './operation-row.ts'

export const clientOrderId = { client_orderid: required('clientOrderId', 128, 'identifier') } as const

/**
 * Room for a name that the gateway gave. The manual says 20 characters for most; whatever was named in a reply has to be
 * usable in every request, so it is as much as is read.
 */
export const NAMED = 128

/** In v4, where some of the specification's examples spell it otherwise. */
export const clientOrderIdV4 = {
  client_orderid: spelled('client_orderid', required('clientOrderId', 128, 'identifier')),
} as const

/** Where a payment of v2 is told of; the gateway family knows it under another name too. */
export const callback = {
  server_callback_url: spelled('callbackField', optional('callbackUrl', 128, 'url')),
} as const

/** The same of everything else. */
export const ownCallback = { server_callback_url: optional('callbackUrl', 128, 'url') } as const

/** The manual says 10 digits; older code of the family takes 13 characters, and large sums in small units need them. */
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

/** Who pays, and for what. */
export const payment = {
  ...clientOrderId,
  order_desc: required('description', 64_000),
  email: required('email', 50, 'email'),
  ipaddress: required('ip', 45, 'ip'),
} as const

/** What every hosted form takes. */
export const form = {
  ...payment,
  redirect_url: required('returnUrl', 128, 'url'),
  ...callback,
  ...person,
  ...address,
} as const

/** What names an earlier transaction. */
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

/** The holder's particulars and the card of a recurring payment: names and lengths are its own, by the family's manual. */
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

/** A card whose code may be unknown, as with no cardholder present. */
export const cardWithoutCode = { ...number, ...holder, ...expiry, cvv2: optional('cvv', 4, 'cvv') } as const

/** A card, or a reference to one. Some acquirers want the holder's name with a reference too. */
export const cardOrReference = {
  card,
  reference: {
    cardrefid: required('cardRef', NAMED, 'identifier'),
    card_printed_name: optional('cardHolder', 128),
    cvv2: optional('cvv', 4, 'cvv'),
  },
} as const

/** The shopper's browser, for 3-D Secure 2, and where the bank brings its answer. Lengths: EMVCo. */
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

/** What a direct charge takes besides the card. */
export const charge = {
  ...payment,
  ...money,
  redirect_url: optional('returnUrl', 128, 'url'),
  ...callback,
  ...person,
  ...address,
  ...browser,
} as const

/** What a payout takes besides its destination. */
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

/** Where a payout may go. */
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

/** The whole of it or a part: a part carries a sum, the whole carries none. */
export const wholeOrPart = { whole: {}, part: money } as const
