import { operation } from '../../define-operation.ts'
import { FOLLOW_UP_PROBLEMS, following, followUp, partBody } from '../../follow-up.ts'

/** `POST /v1/orders/{id}/return`: refunds a payment. */
export const returnOrder = operation(
  {
    ...followUp,
    route: 'POST /v1/orders/{id}/return',
    summary: 'Refunds a payment, in full or in part',
    access: { merchant: 'refund' },
    body: partBody,
    problems: [...FOLLOW_UP_PROBLEMS, 'amount-invalid'],
  },
  following('return'),
)
