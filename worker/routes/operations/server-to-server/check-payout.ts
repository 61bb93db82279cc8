import { operation } from '../../define-operation.ts'
import { sendingOrder, serverToServer } from '../../server-to-server.ts'
import { PAYOUT_PROBLEMS, payoutBody, payoutOrder } from './create-payout.ts'

/** `POST /v1/payout-checks`: the first of two steps. `pay-checked-payout` is the second. */
export const checkPayout = operation(
  {
    ...serverToServer,
    route: 'POST /v1/payout-checks',
    summary: 'Checks and registers a payout without releasing it',
    access: { merchant: 'payout' },
    body: payoutBody,
    problems: [...PAYOUT_PROBLEMS, 'private-key-missing'],
  },
  sendingOrder((body, now) => payoutOrder(body, 'payout-check', now)),
)
