import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { authenticCallback } from './callback-authenticity.ts'

const key = 'B17F59B4-A7DC-41B4-8FF9-37D986B43D20'
const control = createHash('sha1').update(`approved42ref${key}`).digest('hex')
const genuine = { status: 'approved', orderid: '42', client_orderid: 'ref', merchant_order: 'ref', control }
const { client_orderid: _, ...short } = genuine
const upperCased = Object.fromEntries(
  Object.entries(genuine).map(([name, value]) => [name.toUpperCase(), value]),
)

describe('authenticCallback', () => {
  it.each([
    ['believes one with a right control', genuine, true],
    ['believes one that names the order by its other name only', short, true],
    ['believes one with line feeds after its values', { ...genuine, orderid: '42\n' }, true],
    ['believes one with an empty name beside the full one', { ...genuine, client_orderid: '' }, true],
    ['believes one with a blank name beside the full one', { ...genuine, client_orderid: ' \n' }, true],
    ['believes one with an empty other name', { ...genuine, merchant_order: '' }, true],
    ['believes one with hyphens', { ...short, 'merchant-order': 'ref', merchant_order: '' }, true],
    ['believes one in capitals', upperCased, true],
    ['doubts one that names two orders', { ...genuine, 'client-orderid': 'other' }, false],
    ['doubts one with empty names alone', { ...genuine, client_orderid: '', merchant_order: '' }, false],
    ['doubts one with another status', { ...genuine, status: 'declined' }, false],
    ['doubts one for another order', { ...genuine, client_orderid: 'other' }, false],
    ['doubts one without a control', { status: 'approved', orderid: '42', client_orderid: 'ref' }, false],
    ['doubts one whose values are cut elsewhere', { ...genuine, status: 'approved4', orderid: '2' }, false],
    ['doubts an empty one', {}, false],
  ])('%s', async (_name, fields, isGenuine) => {
    expect(await authenticCallback(fields, key)).toEqual(
      isGenuine ? { gatewayId: '42', clientOrderId: 'ref' } : undefined,
    )
  })
})
