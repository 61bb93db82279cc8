import { describe, expect, it } from 'vitest'
import { strayLookUps } from './object-names.ts'

const linesOf = (path: string, text: string) => strayLookUps([{ path, text }])

describe('look-ups of Durable Objects', () => {
  it.each([
    'c.env.ORDERS.getByName(id)',
    'env.ORDERS.get(env.ORDERS.idFromName(id))',
    'env.BUDGETS.newUniqueId()',
  ])('are found: %s', (line) => {
    expect(linesOf('worker/routes/pay.ts', `const a = 1\n${line}`)).toEqual([
      'worker/routes/pay.ts:2 finds an object by itself',
    ])
  })

  it.each([
    'worker/config/jurisdiction.ts',
    'worker/order/order.test.ts',
    'worker/order/testing/orders.ts',
    'worker/testing/edge.ts',
    'sandbox/index.ts',
  ])('may be in %s', (path) => {
    expect(linesOf(path, 'env.ORDERS.getByName(id)')).toEqual([])
  })
})
