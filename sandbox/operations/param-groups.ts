import { isEmail, isIpAddress, isWebAddress, optional, required } from '../api/params.ts'

/** The signature of requests that are signed with a control. */
export const control = required(40)

/** The amount to pay. */
export const money = { amount: required(13), currency: required(3) }

/** The parameters of every new order. */
export const order = { client_orderid: required(128), order_desc: required(65_535) }

/** The customer who pays. */
export const payer = {
  email: required(50, isEmail),
  ipaddress: required(45, isIpAddress),
  first_name: optional(50),
  last_name: optional(50),
  ssn: optional(32),
  birthday: optional(8, (value) => /^\d{8}$/.test(value)),
  address1: optional(50),
  city: optional(50),
  state: optional(3),
  zip_code: optional(10),
  country: optional(2, (value) => /^[A-Z]{2}$/.test(value)),
  phone: optional(15),
  cell_phone: optional(15),
}

/** Where to send callbacks. */
const callbacks = {
  server_callback_url: optional(128, isWebAddress),
  notify_url: optional(128, isWebAddress),
}

/** Details that the merchant adds for itself. */
export const shop = {
  site_url: optional(128),
  purpose: optional(128),
  merchant_data: optional(65_535),
  ...callbacks,
}

/** Where the shopper returns after a hosted page. */
export const hosted = { redirect_url: required(128, isWebAddress) }

/** A saved card in place of a whole card. */
export const cardRef = { cardrefid: optional(20, (value) => /^\d+$/.test(value)) }

/** A whole card. The handler checks which parameters must come together. */
export const card = {
  credit_card_number: optional(20),
  card_printed_name: optional(128),
  expire_month: optional(2),
  expire_year: optional(4),
  cvv2: optional(4, (value) => /^\d{3,4}$/.test(value)),
}

/** What 3-D Secure 2 needs to know about the browser, and where the bank sends the result of a challenge. */
export const browser = {
  customer_browser_info: optional(5),
  customer_browser_accept_header: optional(2048),
  customer_browser_user_agent: optional(2048),
  customer_browser_javascript_enabled: optional(5),
  customer_browser_java_enabled: optional(5),
  customer_browser_accept_language: optional(2048),
  customer_browser_color_depth: optional(5),
  customer_browser_screen_width: optional(6),
  customer_browser_screen_height: optional(6),
  customer_browser_time_zone: optional(5),
  tds_cres_notification_url: optional(1024, isWebAddress),
}

/** An order that exists. */
export const existingOrder = { login: required(20), client_orderid: required(128), orderid: required(20) }

/** The same in v4. The header names the merchant there, so the login in the body is optional. */
export const existingOrderV4 = { ...existingOrder, login: optional(20) }
