/** `/callback/{id}/{key}`: the gateway says that something happened. The order then asks what it was. */

import { errorText } from '../../config/error-text.ts'
import { attemptOf } from '../../config/signed-urls.ts'
import { noticeFields } from '../callback-params.ts'
import type { EdgeContext } from '../context.ts'
import { problem } from '../respond.ts'

/** 200 only once the wake is stored: the gateway repeats what is answered otherwise. */
export async function hearCallback(c: EdgeContext): Promise<Response> {
  const { id = '', key = '' } = c.req.param()
  const attempt = await attemptOf(c.get('config'), { purpose: 'callback', orderId: id, key })
  if (attempt === undefined) return problem(c, { code: 'not-found', why: 'key of the address' })
  try {
    const fields = await noticeFields(c.req.raw)
    const woken = await c.env.ORDERS.getByName(id).wake({ by: 'callback', attempt, fields })
    return woken ? c.text('OK') : problem(c, { code: 'not-found', why: 'no such attempt' })
  } catch (error) {
    return problem(c, { code: 'unavailable', why: errorText(error) })
  }
}
