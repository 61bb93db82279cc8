/** `POST /v1/orders/{id}/approve` and `/refuse`: another key decides on a refund that is above the limits of its own. */
import * as z from 'zod'
import type { Merchant } from '../../../credentials/merchant-keys.ts'
import type { EdgeContext } from '../../context.ts'
import { operation } from '../../define-operation.ts'
import { followUp, followUpResponse } from '../../follow-up.ts'
import { orderOf } from '../../order-place.ts'

const body = z
  .strictObject({ followUp: z.int().min(1).describe('Number of the follow-up that waits.') })
  .meta({ id: 'DecisionRequest' })

/** What both decisions have in common. */
const decision = {
  tag: 'merchant',
  pages: 'merchant',
  access: { merchant: 'refund' },
  body,
  reply: followUp.reply,
} as const

const NOT_DECIDED = ['other-key-needed', 'not-waiting'] as const

interface DecisionRequest {
  readonly id: string
  readonly caller: Merchant
  readonly body: z.output<typeof body>
}

const deciding =
  (verdict: 'approve' | 'refuse') =>
  async (c: EdgeContext, { id, caller: { name: by }, body: decided }: DecisionRequest) =>
    followUpResponse(c, await orderOf(c, id).decideOnFollowUp({ verdict, by, ...decided }))

export const approveFollowUp = operation(
  {
    ...decision,
    route: 'POST /v1/orders/{id}/approve',
    summary: 'Approves a refund, void or capture that is above the limits of the key which asked for it',
    about:
      'It is then sent, with the sum that it was asked for with. Never by the key that asked, nor by one with limits. A repeat ' +
      'is harmless.',
    problems: [
      ...NOT_DECIDED,
      ...(['gateway-refused', 'gateway-silent', 'follow-up-in-flight'] as const),
      ...(['follow-up-impossible', 'amount-invalid'] as const),
    ],
  },
  deciding('approve'),
)

export const refuseFollowUp = operation(
  {
    ...decision,
    route: 'POST /v1/orders/{id}/refuse',
    summary: 'Refuses a refund, void or capture that is above the limits of the key which asked for it',
    about: 'It is never sent. Never by the key that asked. A repeat is harmless.',
    problems: NOT_DECIDED,
  },
  deciding('refuse'),
)
