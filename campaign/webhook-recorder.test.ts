import { createHmac } from 'node:crypto'
import { expect, it } from 'vitest'
import type { MerchantOrderView } from '../shared/order-view.ts'
import { WebhookRecorder } from './webhook-recorder.ts'

const KEY = Buffer.from('a key of twenty-four byte')

const SIGNED_AT = 1_795_286_000_000

const QUIET = { id: 'order-1', intent: 'sale', attempts: [], followUps: [], transactions: [] }

const view = (status: string, seq: number, more = {}) =>
  ({ ...QUIET, status, seq, ...more }) as unknown as MerchantOrderView

const webhook = (id: string, type: string, order: MerchantOrderView, key = KEY) =>
  signed(id, { type, data: { order } }, key)

function signed(id: string, message: object, key = KEY, at = SIGNED_AT) {
  const [timestamp, body] = [String(at / 1000), JSON.stringify(message)]
  const digest = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')
  return { id, timestamp, body, signature: `v1,${digest}` }
}

/** What is found in the end after these webhooks. */
function findingsOf(end: MerchantOrderView, ...webhooks: ReturnType<typeof webhook>[]) {
  const recorder = new WebhookRecorder(`whsec_${KEY.toString('base64')}`)
  for (const one of webhooks) recorder.record(one)
  return recorder.findings(end).map(({ damage }) => damage)
}

/** What is found after these webhooks, for an order that ends captured. */
const after = (...webhooks: ReturnType<typeof webhook>[]) => findingsOf(view('captured', 5), ...webhooks)

const APPROVED = { type: 'order.approved', data: { order: view('approved', 3) } }
const approved = signed('1', APPROVED)
const captured = webhook('2', 'order.captured', view('captured', 5))
const refusing = signed('3', { type: 'gateway.refusing', data: { gateway: { refusals: 3 } } })

it.each([
  ['nothing is wrong with all of them in their order', [approved, captured], []],
  ['the same one twice is what is promised', [approved, approved, captured], []],
  ['one about the gateway is about no order', [approved, refusing, refusing, captured], []],
  ['the last one is missing', [approved], ['webhook missing']],
  ['none came', [], ['webhook missing', 'webhook missing']],
  ['only the last one came', [captured], ['webhook missing']],
  [
    'another thing came under a known id',
    [approved, webhook('1', 'order.captured', view('captured', 5)), captured],
    ['webhook missing'],
  ],
  ['they came in the wrong order', [captured, approved], ['webhook out of order']],
  [
    'the same thing came under another id',
    [approved, webhook('9', 'order.approved', view('approved', 3)), captured],
    ['webhook repeated'],
  ],
])('%s', (_, webhooks, damages) => {
  expect(after(...webhooks)).toEqual(damages)
})

it.each([
  ['a doubt that went away needs no word', view('redirect', 6), []],
  [
    'a return without a webhook is missing',
    view('unknown', 6, { followUps: [{ number: 1, status: 'declined' }] }),
    ['webhook missing'],
  ],
  [
    'a reversed charge without webhooks is missing twice',
    view('unknown', 6, { transactions: [{ surplus: true, reversed: true }] }),
    ['webhook missing', 'webhook missing'],
  ],
])('%s', (_, end, damages) => {
  expect(findingsOf(end, webhook('1', 'order.unknown', view('unknown', 3)))).toEqual(damages)
})

it('misses a webhook about a cancelled order only if something was tried', () => {
  expect(findingsOf(view('cancelled', 1))).toEqual([])
  expect(findingsOf(view('cancelled', 3, { attempts: [{ status: 'declined' }] }))).toEqual([
    'webhook missing',
  ])
})

it('takes nothing that is not signed with the secret', () => {
  const forged = webhook('2', 'order.captured', view('captured', 5), Buffer.from('another'))

  expect(new WebhookRecorder(`whsec_${KEY.toString('base64')}`).record(forged)).toBe(false)
  expect(after(approved, forged)).toEqual(['webhook missing'])
})

it.each([
  ['a try that began after a 2xx counts as a repeat', 7_000, 9_000, ['order-1']],
  ['a try that began before it, and came later, does not', 7_000, 4_000, []],
  ['a 2xx that was late ends nothing: the edge has given up', 15_000, 17_000, []],
])('%s', (_, answeredMs, nextMs, repeats) => {
  const recorder = new WebhookRecorder(`whsec_${KEY.toString('base64')}`)
  recorder.record(approved)
  recorder.accepted(approved, SIGNED_AT + answeredMs)
  recorder.record(signed('1', APPROVED, KEY, SIGNED_AT + nextMs))

  expect(recorder.repeats).toEqual(repeats)
})

it('counts nothing that was not accepted', () => {
  const recorder = new WebhookRecorder(`whsec_${KEY.toString('base64')}`)
  recorder.record(approved)
  recorder.record(approved)
  recorder.accepted(approved, SIGNED_AT)
  recorder.record(captured)
  recorder.record(approved)

  expect(recorder.repeats).toEqual(['order-1'])
  expect(recorder.count).toBe(4)
})

it('knows every transaction that the webhooks about an order named', () => {
  const recorder = new WebhookRecorder(`whsec_${KEY.toString('base64')}`)
  const named = { attempts: [{ gatewayId: '42' }, {}], transactions: [{ id: '43' }] }
  recorder.record(webhook('1', 'order.approved', view('approved', 3, named)))
  recorder.record(captured)

  expect(recorder.idsOf('order-1')).toEqual(new Set(['42', '43']))
  expect(recorder.idsOf('order-2')).toEqual(new Set())
})
