/**
 * `/callback/{id}/{key}`: the gateway reports that something happened. That only wakes the order, which then asks for the
 * status. The parameters may come as query, form or JSON.
 */
import { errorText } from '../../../config/error-text.ts'
import { attemptOf } from '../../../config/signed-urls.ts'
import { callbackParams } from '../../callback-params.ts'
import type { EdgeContext } from '../../context.ts'
import { operation } from '../../define-operation.ts'
import { orderOf } from '../../order-place.ts'
import { problem } from '../../respond.ts'

const callback = {
  tag: 'gateway',
  summary: 'Receives a gateway callback',
  pages: '-',
  access: {},
  reply: { status: 200, description: 'The order has stored it.', body: 'text/plain' },
  problems: ['not-found'],
} as const

/** Answers 200 only after the order has stored the wake-up: the gateway repeats a callback after any other answer. */
async function wakeOrder(c: EdgeContext): Promise<Response> {
  const { id = '', key = '' } = c.req.param()
  const attempt = await attemptOf(c.get('config'), { purpose: 'callback', orderId: id, key })
  if (attempt === undefined) return problem(c, { code: 'not-found', why: 'key of the address' })
  try {
    const fields = await callbackParams(c.req.raw, c.get('config').times.bodyDeadline)
    const woken = await orderOf(c, id).receiveNotice({ by: 'callback', attempt, fields })
    return woken ? c.text('OK') : problem(c, { code: 'not-found', why: 'no such attempt' })
  } catch (error) {
    return problem(c, { code: 'unavailable', why: errorText(error) })
  }
}

export const receiveCallback = operation({ ...callback, route: 'GET /callback/{id}/{key}' }, wakeOrder)

export const receivePostedCallback = operation({ ...callback, route: 'POST /callback/{id}/{key}' }, wakeOrder)
