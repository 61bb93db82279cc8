import { optional, required } from '../api/params.ts'
import { signed } from '../signing/control.ts'
import type { Operations } from './operation.ts'
import { control } from './param-groups.ts'
import { status } from './status.ts'

/** Operations that only tell. */
export const QUERIES: Operations = {
  status: {
    prefix: '/api/v2/status',
    auth: signed('login', 'client_orderid', 'orderid'),
    fields: {
      login: required(20),
      client_orderid: optional(128),
      orderid: optional(20),
      'by-request-sn': optional(36),
      control,
    },
    handle: status,
  },
}
