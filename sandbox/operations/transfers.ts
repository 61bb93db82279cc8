import { isEmail, isIpAddress, isWebAddress, optional, required } from '../api/params.ts'
import { oauthSigned } from '../signing/oauth.ts'
import { createRecurringPayment, isPeriod } from './create-recurring-payment.ts'
import type { Operations } from './operation.ts'
import { panEligibility } from './pan-eligibility.ts'
import { card, cardRef, money } from './param-groups.ts'
import { transfer } from './transfer.ts'

const server_callback_url = optional(128, isWebAddress)
const isDigits = (value: string) => /^\d+$/.test(value)

/** A card is charged again and again, so it is where the money comes from; the other word is for cards that are paid to. */
const isSource = (value: string) => value === 'SRC'

/** Its own names, most of them with hyphens. */
const recurringCustomer = {
  email: required(128, isEmail),
  'first-name': optional(128),
  'last-name': optional(128),
  address1: optional(256),
  city: optional(128),
  'zip-code': optional(10),
  country: optional(2, (value) => /^[A-Z]{2}$/.test(value)),
  state: optional(3),
  phone: optional(15),
  'customer-ip': optional(45, isIpAddress),
}

const recurringCard = {
  'credit-card-number': optional(20),
  'card-printed-name': optional(128),
  'expire-month': optional(2),
  'expire-year': optional(4),
  cvv2: card.cvv2,
}

/** Operations that send between cards, tell whether a card can, or charge one again and again. */
export const TRANSFERS: Operations = {
  'create-recurring-payment': {
    prefix: '/api/v4/create-recurring-payment',
    auth: oauthSigned('RSA-SHA256'),
    fields: {
      'client-orderid': required(128),
      order_desc: required(65_535),
      rp_card_type: required(3, isSource),
      ...money,
      ...recurringCustomer,
      ...recurringCard,
      ...cardRef,
      period: required(5, isPeriod),
      interval: required(3, (value) => /^[1-9]\d*$/.test(value)),
      server_callback_url,
    },
    handle: createRecurringPayment,
  },
  'pan-eligibility/send': {
    prefix: '/api/v2/pan-eligibility/send',
    auth: oauthSigned('HMAC-SHA1'),
    fields: {
      'client-order-id': required(128),
      'sending-card-ref-id': optional(20, isDigits),
      'sending-card-number': optional(20),
      'card-printed-name': optional(128),
      'expire-month': optional(2),
      'expire-year': optional(4),
      'server-callback-url': optional(1024, isWebAddress),
    },
    handle: panEligibility,
  },
  transfer: {
    prefix: '/api/v4/transfer',
    auth: oauthSigned('RSA-SHA256'),
    fields: {
      client_orderid: required(128),
      ...money,
      ...card,
      order_desc: optional(65_535),
      ipaddress: required(45, isIpAddress),
      deposit2card: optional(5, (value) => /^(true|false)$/.test(value)),
      card_recurring_payment_id: optional(20, isDigits),
      'destination-card-no': optional(19),
      destination_card_recurring_payment_id: optional(20, isDigits),
      redirect_url: optional(128, isWebAddress),
      server_callback_url,
    },
    handle: transfer,
  },
}
