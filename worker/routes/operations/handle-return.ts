/** `/return/{id}/{key}`: the shopper's browser comes back from a hosted page and goes on to the shop. */

import { errorText } from '../../config/error-text.ts'
import { log } from '../../config/log.ts'
import { attemptOf } from '../../config/signed-urls.ts'
import type { Whereto } from '../../order/model/return-target.ts'
import { noticeFields } from '../callback-params.ts'
import type { EdgeContext } from '../context.ts'
import { backBlindly, backFrom, lost } from '../return-redirect.ts'

/** Goes on to the shop whatever the browser brings: it only wakes the order. */
export async function returnShopper(c: EdgeContext): Promise<Response> {
  const { id = '', key = '' } = c.req.param()
  const attempt = await attemptOf(c.get('config'), { purpose: 'return', orderId: id, key })
  if (attempt === undefined) return lost(c, 'key of the address')
  const whereto = await wake(c, { id, attempt })
  return whereto ? backFrom(c, whereto, id) : lost(c, 'no such attempt')
}

/** Wakes the order; where that fails, the edge's own page shows the shopper how the payment went. */
async function wake(
  c: EdgeContext,
  { id, attempt }: { id: string; attempt: number },
): Promise<Whereto | undefined> {
  try {
    const fields = await noticeFields(c.req.raw)
    return await c.env.ORDERS.getByName(id).wake({ by: 'return', attempt, fields })
  } catch (error) {
    log('return-not-stored', { supportId: c.get('supportId'), why: errorText(error) })
    return backBlindly(c)
  }
}
