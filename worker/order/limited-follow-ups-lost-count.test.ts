/** A refund of a key with limits whose count gave no answer: it goes on, or ends, and the count has its sum back first. */
import { expect, it } from 'vitest'
import { crashAt } from '../testing/edge.ts'
import type { CrashPoint } from './context.ts'
import { followUp, followUpBecomes, followUpsOf, givesBack } from './testing/follow-ups.ts'
import { gateway, useGateway } from './testing/hosted-orders.ts'
import { ASKED, countedBy, keysWith, returnable } from './testing/limited-keys.ts'
import { kill, lasting, shown } from './testing/orders.ts'
import { silence } from './testing/scripted-gateway.ts'

useGateway()

const PER_DAY = { assistant: { refundPerDay: { EUR: '12.00' } }, desk: {} }

/** The alarm does not go on with it before the test does. */
const LATE = lasting({ catchUpAfter: 60_000 })

/** An order that asked for 5.00 and got no answer of the key's count. */
async function counting(at: CrashPoint, settings: object = LATE): Promise<string> {
  keysWith(PER_DAY, settings)
  const id = await returnable()
  crashAt(id, at)
  await followUp(id, ASKED).catch(() => undefined)
  return id
}

it('goes on after another refund that was under way when the count answered', async () => {
  const id = await counting('count-next')
  await followUp(id, { ...ASKED, key: 'desk-1', by: 'desk' })

  const meanwhile = await followUp(id, ASKED)

  // A definite refusal would have its caller refund once more under another key.
  expect(meanwhile).toMatchObject({ ok: false, reason: { code: 'unavailable' } })
  expect(gateway.sent('return')).toHaveLength(1)
  givesBack('5.00')
  await followUpBecomes(id, 'approved')
  expect(await followUp(id, ASKED)).toMatchObject({ ok: true, followUp: 1 })
  expect(await followUpsOf(id)).toEqual(['processing', 'approved'])
  expect(await countedBy('assistant')).toEqual([500])
})

it('ends where too little is left by then, and its key gets that answer', async () => {
  const id = await counting('count-answered')
  await followUp(id, { ...ASKED, key: 'desk-1', amount: '10.00', by: 'desk' })
  givesBack('10.00')
  await followUpBecomes(id, 'approved')

  const answers = [await followUp(id, ASKED), await followUp(id, ASKED)]

  expect(answers).toMatchObject(Array(2).fill({ ok: false, reason: { code: 'amount-invalid' } }))
  expect(await followUpsOf(id)).toEqual(['error', 'approved'])
  expect(await countedBy('assistant')).toEqual([])
})

it('waits where its key may give back less by then, and the day has its sum back', async () => {
  const id = await counting('count-answered')
  expect(await countedBy('assistant')).toEqual([500])
  keysWith({ assistant: { refundPerDay: { EUR: '4.00' } } }, LATE)
  await kill(id)

  await followUp(id, ASKED)

  expect((await shown(id)).followUps).toMatchObject([{ status: 'waiting', limit: 'refundPerDay' }])
  expect(await countedBy('assistant')).toEqual([])
  expect(gateway.sent('return')).toEqual([])
})

it('goes out where its key has no day any more, and the day has its sum back', async () => {
  const id = await counting('count-answered')
  keysWith({ assistant: {} }, LATE)
  await kill(id)

  await followUp(id, ASKED)

  expect(await followUpsOf(id)).toEqual(['processing'])
  expect(await countedBy('assistant')).toEqual([])
  expect(gateway.sent('return')).toHaveLength(1)
})

it('ends with its time, also where the gateway never answers, and the day has its sum back', async () => {
  const id = await counting('count-answered', lasting({ catchUpAfter: 60_000, approvalExpires: 1 }))
  gateway.onStatus(silence)

  const again = await followUp(id, ASKED)

  expect(again).toMatchObject({ ok: true, followUp: 1, value: { followUps: [{ status: 'expired' }] } })
  expect(await countedBy('assistant')).toEqual([])
  expect(gateway.sent('return')).toEqual([])
})
