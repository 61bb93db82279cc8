/** Callbacks that come right after an approval. */
import { env } from 'cloudflare:workers'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { configOf } from '../config/config.ts'
import { answerWith, setWith } from '../testing/edge.ts'
import { orderNames } from './order-names.ts'
import { CHARGE, callBack, notice, orderOf, paidOrder, serverTerms, shown } from './testing/orders.ts'
import { startOver } from './testing/platform.ts'
import { ScriptedGateway } from './testing/scripted-gateway.ts'

let gateway: ScriptedGateway

beforeEach(() => {
  gateway = new ScriptedGateway()
  answerWith(gateway.fetch)
  setWith({ ORDER_TIMES: JSON.stringify({ activeEvery: 60_000, activeFor: 600_000 }) })
})

afterEach(startOver)

it('a callback of a reversal leads to a status request, though the approval was reported just now', async () => {
  const id = await paidOrder(gateway)
  const { length } = gateway.statusRequests
  const fields = { ...(await notice(id)), type: 'reversal' }

  await orderOf(id).receiveNotice({ by: 'callback', attempt: 1, fields })

  await expect.poll(() => gateway.statusRequests.length).toBeGreaterThan(length)
})

it('a callback under the bare name, which a restored order has forgotten, needs a person', async () => {
  const [paid, lost] = [await paidOrder(gateway), serverTerms()]
  gateway.on('sale', () => new Response('', { status: 502 }))
  gateway.onStatus(() => new Response('', { status: 502 }))
  await orderOf(lost.id).charge(lost, CHARGE)

  for (const id of [paid, lost.id]) await callBack(id, '77', id)

  expect(await shown(paid)).toMatchObject({ status: 'approved', needsAttention: true })
  expect(await shown(lost.id)).toMatchObject({ status: 'processing', needsAttention: true })
  expect(gateway.statusRequests.map((question) => question.get('orderid'))).not.toContain('77')
})

it('a callback under the mark of a former key, which a restored order has forgotten, needs a person', async () => {
  const before = configOf({ ...env, NAME_KEY: undefined })
  const { nameOf } = orderNames(() => before, env.ORDER_INDEX)
  const [paid, stranger] = [await paidOrder(gateway), await paidOrder(gateway)]
  const names = await Promise.all(
    [paid, 'another-order'].map((id) => nameOf(serverTerms({ id, reference: id }), 1)),
  )

  await callBack(paid, '77', names[0])
  await callBack(stranger, '78', names[1])

  expect(await shown(paid)).toMatchObject({ status: 'approved', needsAttention: true })
  expect(await shown(stranger)).toMatchObject({ status: 'approved', needsAttention: false })
})

it('a browser that returns with what the gateway signed of another order of the reference changes nothing', async () => {
  const id = await paidOrder(gateway)
  const fields = await notice(id, '77', id)

  await orderOf(id).receiveNotice({ by: 'return', attempt: 1, fields })

  expect(await shown(id)).toMatchObject({ status: 'approved', needsAttention: false })
})
