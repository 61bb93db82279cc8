import { empty } from '../../../domain/request-fields.ts'
import { operation } from '../../define-operation.ts'
import { FOLLOW_UP_PROBLEMS, following, followUp } from '../../follow-up.ts'

/** `POST /v1/payout-checks/{id}/pay`: the second of two steps, which releases the money. */
export const payCheckedPayout = operation(
  {
    ...followUp,
    route: 'POST /v1/payout-checks/{id}/pay',
    summary: 'Releases a checked payout',
    access: { merchant: 'payout' },
    body: empty,
    problems: [...FOLLOW_UP_PROBLEMS, 'payments-paused', 'private-key-missing'],
  },
  following('payout-pay'),
)
