import * as z from 'zod'
import { comment } from '../../../domain/request-fields.ts'
import { operation } from '../../define-operation.ts'
import { FOLLOW_UP_PROBLEMS, following, followUp } from '../../follow-up.ts'

/** `POST /v1/orders/{id}/void`: undoes a payment before settlement, always as a whole. */
export const voidOrder = operation(
  {
    ...followUp,
    route: 'POST /v1/orders/{id}/void',
    summary: 'Voids a payment that is not settled yet',
    access: { merchant: 'refund' },
    body: z.strictObject({ comment: comment.exactOptional() }).meta({ id: 'VoidRequest' }),
    problems: FOLLOW_UP_PROBLEMS,
  },
  following('void'),
)
