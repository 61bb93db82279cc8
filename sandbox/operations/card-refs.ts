import { isIpAddress, isWebAddress, optional, required } from '../api/params.ts'
import { signed } from '../signing/control.ts'
import { oauthSigned } from '../signing/oauth.ts'
import { createCardRef, createCardRefV4, getCardInfo } from './card-ref.ts'
import type { Operations } from './operation.ts'
import { control, earlier, earlierV4, money, order } from './param-groups.ts'
import { rebill } from './rebill.ts'

const login = required(20)
const cardrefid = required(20)

/** Operations with saved cards. */
export const CARD_REFS: Operations = {
  'create-card-ref': {
    prefix: '/api/v2/create-card-ref',
    auth: signed('login', 'client_orderid', 'orderid'),
    fields: { ...earlier, control },
    handle: createCardRef,
  },
  /** Its formula is not published; what identifies the card stands in. */
  'get-card-info': {
    prefix: '/api/v2/get-card-info',
    auth: signed('login', 'cardrefid'),
    fields: { login, cardrefid, control },
    handle: getCardInfo,
  },
  'make-rebill': {
    prefix: '/api/v2/make-rebill',
    auth: signed('login', 'client_orderid', 'cardrefid', 'amountMinor', 'currency'),
    fields: {
      ...{ login, cardrefid, control },
      ...order,
      ...money,
      ipaddress: required(45, isIpAddress),
      comment: optional(50),
      cvv2: optional(4, (value) => /^\d{3,4}$/.test(value)),
      server_callback_url: optional(128, isWebAddress),
      notify_url: optional(128, isWebAddress),
    },
    handle: rebill,
  },
  'create-card-ref-v4': {
    prefix: '/api/v4/create-card-ref',
    auth: oauthSigned('RSA-SHA256'),
    fields: earlierV4,
    handle: createCardRefV4,
  },
}
