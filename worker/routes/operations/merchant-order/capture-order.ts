import { operation } from '../../define-operation.ts'
import { FOLLOW_UP_PROBLEMS, following, followUp, partBody } from '../../follow-up.ts'

/** `POST /v1/orders/{id}/capture`: takes money that a preauthorization holds. */
export const captureOrder = operation(
  {
    ...followUp,
    route: 'POST /v1/orders/{id}/capture',
    summary: 'Captures a preauthorization, in full or in part',
    access: { merchant: 'charge' },
    body: partBody,
    problems: [...FOLLOW_UP_PROBLEMS, 'amount-invalid'],
  },
  following('capture'),
)
