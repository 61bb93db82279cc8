import { createHmac } from 'node:crypto'
import { expect, it } from 'vitest'
import type { MerchantOrderView } from '../../shared/order-view.ts'
import { Heard } from './heard.ts'

const KEY = Buffer.from('a key of twenty-four byte')

const view = (status: string, seq: number) => ({ id: 'order-1', status, seq }) as MerchantOrderView

function webhook(id: string, type: string, order: MerchantOrderView, key = KEY) {
  const [timestamp, body] = ['1795286000', JSON.stringify({ type, data: { order } })]
  const digest = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')
  return { id, timestamp, body, signature: `v1,${digest}` }
}

/** What is found after these webhooks, for an order that ends captured. */
function after(...webhooks: ReturnType<typeof webhook>[]) {
  const heard = new Heard(`whsec_${KEY.toString('base64')}`)
  for (const one of webhooks) heard.take(one)
  return heard.findings(view('captured', 5)).map(({ damage }) => damage)
}

const approved = webhook('1', 'order.approved', view('approved', 3))
const captured = webhook('2', 'order.captured', view('captured', 5))

it.each([
  ['nothing is wrong with all of them in their order', [approved, captured], []],
  ['the same one twice is what is promised', [approved, approved, captured], []],
  ['the last one is missing', [approved], ['webhook missing']],
  ['none came', [], ['webhook missing']],
  ['they came in the wrong order', [captured, approved], ['webhook out of order']],
  [
    'the same thing came under another id',
    [approved, webhook('9', 'order.approved', view('approved', 3)), captured],
    ['webhook repeated'],
  ],
])('%s', (_, webhooks, damages) => {
  expect(after(...webhooks)).toEqual(damages)
})

it('takes nothing that is not signed with the secret', () => {
  const forged = webhook('2', 'order.captured', view('captured', 5), Buffer.from('another'))

  expect(new Heard(`whsec_${KEY.toString('base64')}`).take(forged)).toBe(false)
  expect(after(approved, forged)).toEqual(['webhook missing'])
})
