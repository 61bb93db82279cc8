import { isEmail, isIpAddress, isWebAddress, optional, required } from '../api/params.ts'
import { oauthSigned } from '../signing/oauth.ts'
import { openPayoutForm } from './open-payout-form.ts'
import type { Operations } from './operation.ts'
import { money } from './param-groups.ts'
import { payout, payoutCheck } from './payout.ts'
import { payoutPay } from './payout-pay.ts'

const isMonth = (value: string) => /^(0?[1-9]|1[0-2])$/.test(value)
const isYear = (value: string) => /^\d{4}$/.test(value)
const ipaddress = optional(45, isIpAddress)
const server_callback_url = optional(128, isWebAddress)
const client_orderid = required(128)

/** Where it goes: exactly one of the four numbers is sent. */
const destination = {
  credit_card_number: optional(20),
  card_printed_name: optional(128),
  expire_month: optional(2, isMonth),
  expire_year: optional(4, isYear),
  account_number: optional(24),
  account_name: optional(128),
  bank_name: optional(255),
  bank_branch: optional(255),
  routing_number: optional(16),
  bank_province: optional(255),
  bank_city: optional(255),
  wallet_account: optional(128),
  receiver_phone: optional(15),
}

const recipient = {
  first_name: optional(50),
  last_name: optional(50),
  email: optional(50, isEmail),
  phone: optional(15),
}

const order = {
  client_orderid,
  ...money,
  order_desc: optional(64),
  purpose: optional(128),
  ipaddress,
  server_callback_url,
}

/** Operations that send the merchant's money out. */
export const PAYOUTS: Operations = {
  payout: {
    prefix: '/api/v2/payout',
    auth: oauthSigned('HMAC-SHA1'),
    fields: { ...order, ...destination, ...recipient },
    handle: payout,
  },
  'payout-form': {
    prefix: '/api/v2/payout-form',
    auth: oauthSigned('HMAC-SHA1'),
    fields: {
      ...order,
      order_desc: required(65_535),
      redirect_url: required(128, isWebAddress),
      email: optional(50, isEmail),
      phone: optional(15),
    },
    handle: openPayoutForm,
  },
  'payout-check': {
    prefix: '/api/v4/payout-check',
    auth: oauthSigned('RSA-SHA256'),
    fields: { ...order, ...destination, ...recipient },
    handle: payoutCheck,
  },
  'payout-pay': {
    prefix: '/api/v4/payout-pay',
    auth: oauthSigned('RSA-SHA256'),
    fields: { login: optional(20), client_orderid, orderid: required(20) },
    handle: payoutPay,
  },
}
