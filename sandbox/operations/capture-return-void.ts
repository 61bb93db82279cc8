import { optional } from '../api/params.ts'
import { signed } from '../signing/control.ts'
import { capture, giveBack, voidOrder } from './follow-up.ts'
import type { Operations } from './operation.ts'
import { control, earlier } from './param-groups.ts'

const comment = optional(50)
const part = { amount: optional(13), currency: optional(3) }

/** Operations on the money of an earlier order. */
export const FOLLOW_UPS: Operations = {
  capture: {
    prefix: '/api/v2/capture',
    auth: signed('login', 'client_orderid', 'orderid', 'amountMinor', 'currency'),
    fields: { ...earlier, ...part, comment, control },
    handle: capture,
  },
  return: {
    prefix: '/api/v2/return',
    auth: signed('login', 'client_orderid', 'orderid', 'amountMinor', 'currency'),
    fields: { ...earlier, ...part, comment, control },
    handle: giveBack,
  },
  void: {
    prefix: '/api/v2/void',
    auth: signed('login', 'client_orderid', 'orderid'),
    fields: { ...earlier, comment, control },
    handle: voidOrder,
  },
}
