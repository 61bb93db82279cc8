/** Receipts of orders, and the keys that anybody can check them with. */
import { isSettled } from '../../../shared/order-status.ts'
import { receiptKeySet, receiptOf } from '../../credentials/receipts.ts'
import type { EdgeContext } from '../context.ts'
import { problem } from '../respond.ts'
import type { HandlersOf } from '../serve.ts'

/** A new key is a deployment; who knows no key of a receipt's name asks again anyway. */
const CACHE_SECONDS = 3600

export const receiptHandlers: HandlersOf<'getReceipt' | 'getReceiptKeys'> = {
  getReceipt: async (c, { id }) => {
    const glance = await c.env.ORDERS.getByName(id).glance()
    if (!glance) return problem(c, { code: 'not-found' })
    const { order } = glance
    if (!isSettled(order.status)) return problem(c, { code: 'order-not-settled' })
    return c.json({ receipt: await receiptOf(order, c.get('config'), Date.now()) })
  },
  getReceiptKeys: async (c: EdgeContext) => {
    c.header('Cache-Control', `public, max-age=${CACHE_SECONDS}`)
    return c.json(await receiptKeySet(c.get('config')))
  },
}
