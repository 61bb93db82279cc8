/** `GATEWAY_PROFILE`: every choice that the gateway's specification leaves open, with its default. */
import { z } from 'zod'

export const profile = z.strictObject({
  /** Letter case of the SHA-1 digits. Lower: the gateway family's samples and libraries. */
  controlCase: z.enum(['lower', 'upper']).default('lower'),
  /** Which field carries the callback address. The specification names the first; the second also tells reversals. */
  callbackField: z.enum(['server_callback_url', 'notify_url']).default('server_callback_url'),
  /**
   * Error codes with which `status` says that it knows no such order. None is published, so none is believed. A lost
   * hosted form needs no such proof; direct charges, which do, come with their operations.
   */
  unknownOrderCodes: z.array(z.string()).default([]),
  /** `transaction-type` of each kind in a status reply. A reply of a kind that was not asked for decides nothing. */
  transactionTypes: z
    .strictObject({
      sale: z.array(z.string()).default(['sale']),
      preauth: z.array(z.string()).default(['preauth']),
      verify: z
        .array(z.string())
        .default(['account-verification', 'account_verification', 'account verification']),
      capture: z.array(z.string()).default(['capture']),
      void: z.array(z.string()).default(['void', 'cancel']),
      reversal: z.array(z.string()).default(['reversal', 'return', 'refund']),
      chargeback: z.array(z.string()).default(['chargeback']),
    })
    .prefault({}),
  /** Whether the gateway moves no real money. Default: told by its address. */
  test: z.boolean().optional(),
})

export type Profile = z.infer<typeof profile>
