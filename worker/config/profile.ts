/** `GATEWAY_PROFILE`: every choice that the gateway's specification leaves open, with its default. */
import { z } from 'zod'

export const profile = z.strictObject({
  /** Letter case of the SHA-1 digits. Lower: the gateway family's samples and libraries. */
  controlCase: z.enum(['lower', 'upper']).default('lower'),
  /** Which field carries the callback address. The specification names the first; the second also tells reversals. */
  callbackField: z.enum(['server_callback_url', 'notify_url']).default('server_callback_url'),
  /** Error codes with which `status` says that it knows no such order. None is published. */
  unknownOrderCodes: z.array(z.string()).default([]),
  /** `transaction-type` of each kind in a status reply, besides which a reply does not count. */
  transactionTypes: z
    .strictObject({
      sale: z.array(z.string()).default(['sale']),
      preauth: z.array(z.string()).default(['preauth']),
      verify: z.array(z.string()).default(['account-verification', 'account_verification', 'verify']),
    })
    .prefault({}),
  /** Whether the gateway moves no real money. Default: told by its address. */
  test: z.boolean().optional(),
})

export type Profile = z.infer<typeof profile>
