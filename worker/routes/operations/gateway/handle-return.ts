/** `/return/{id}/{key}`: the shopper's browser comes back from a hosted page and goes on to the shop. */
import { errorText } from '../../../config/error-text.ts'
import { log } from '../../../config/log.ts'
import { attemptOf } from '../../../config/signed-urls.ts'
import type { ReturnTarget } from '../../../order/views/return-target.ts'
import { callbackParams } from '../../callback-params.ts'
import type { EdgeContext } from '../../context.ts'
import { operation } from '../../define-operation.ts'
import { orderOf } from '../../order-place.ts'
import { backBlindly, backFrom, lost, returnsShopper } from '../../return-redirect.ts'
import { requestIdOf } from '../../support-id.ts'

const back = {
  ...returnsShopper,
  summary: 'Returns the shopper from a hosted page to the shop',
} as const

/** Redirects to the shop whatever the browser brings. What it brings only wakes the order. */
async function returnShopper(c: EdgeContext): Promise<Response> {
  const { id = '', key = '' } = c.req.param()
  const attempt = await attemptOf(c.get('config'), { purpose: 'return', orderId: id, key })
  if (attempt === undefined) return lost(c, 'key of the address')
  const target = await wake(c, { id, attempt })
  return target ? backFrom(c, target, id) : lost(c, 'no such attempt')
}

/** Wakes the order. If that fails, the shopper goes to the edge's own page, which shows the payment. */
async function wake(
  c: EdgeContext,
  { id, attempt }: { id: string; attempt: number },
): Promise<ReturnTarget | undefined> {
  try {
    const fields = await callbackParams(c.req.raw, c.get('config').times.bodyDeadline)
    return await orderOf(c, id).receiveNotice({ by: 'return', attempt, fields })
  } catch (error) {
    log('return-not-stored', { supportId: requestIdOf(c), why: errorText(error) })
    return backBlindly(c)
  }
}

export const handleReturn = operation({ ...back, route: 'GET /return/{id}/{key}' }, returnShopper)

export const handlePostedReturn = operation({ ...back, route: 'POST /return/{id}/{key}' }, returnShopper)
