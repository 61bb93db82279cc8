import { describe, expect, it } from 'vitest'
import { crashAt } from '../testing/edge.ts'
import { followUp, followUpBecomes, followUpsOf, givesBack, PART, RETURN } from './testing/follow-ups.ts'
import { gateway, useGateway } from './testing/hosted-orders.ts'
import { becomes, orderOf, paidOrder, shown } from './testing/orders.ts'
import { acceptedReply, silence } from './testing/scripted-gateway.ts'

useGateway()

describe('a follow-up whose answer was lost', () => {
  it('is settled by totals that moved', async () => {
    const id = await paidOrder(gateway)
    gateway.on('return', silence)

    const answer = await followUp(id, PART)
    givesBack('5.00')

    expect(answer).toMatchObject({ ok: true, value: { followUps: [{ status: 'unknown' }] } })
    await becomes(id, 'partially-returned')
    expect(await followUpsOf(id)).toEqual(['approved'])
    expect(gateway.sent('return')).toHaveLength(1)
  })

  it('stays unknown while they did not, blocks others, and is shown', async () => {
    const id = await paidOrder(gateway)
    gateway.on('return', silence)
    await followUp(id, PART)
    const before = gateway.statusRequests.length
    await expect.poll(() => gateway.statusRequests.length).toBeGreaterThan(before + 2)

    const other = await followUp(id, { ...PART, key: 'follow-2' })

    expect(other).toMatchObject({ ok: false, reason: { code: 'follow-up-in-flight' } })
    expect(await shown(id)).toMatchObject({ needsAttention: true, followUps: [{ status: 'unknown' }] })
    expect(gateway.sent('return')).toHaveLength(1)
  })

  it('lets another start once the merchant declares that it was not accepted', async () => {
    const id = await paidOrder(gateway)
    gateway.on('return', silence)
    await followUp(id, PART)

    const declared = await orderOf(id).declareNotAccepted('shop server')
    gateway.on('return', acceptedReply('serial-3'))
    const next = await followUp(id, { ...PART, key: 'follow-2' })

    expect(declared).toMatchObject({
      ok: true,
      value: { followUps: [{ status: 'error', error: { code: 'not-accepted', declaredBy: 'shop server' } }] },
    })
    expect(next).toMatchObject({ ok: true })
    expect(gateway.sent('return')).toHaveLength(2)
  })

  it('is declared where the merchant names it, and again without effect', async () => {
    const id = await paidOrder(gateway)
    gateway.on('return', silence)
    await followUp(id, PART)

    const first = await orderOf(id).declareNotAccepted('shop server', { followUp: 1 })
    const again = await orderOf(id).declareNotAccepted('till', { followUp: 1 })

    const declared = { status: 'error', error: { code: 'not-accepted', declaredBy: 'shop server' } }
    expect(first).toMatchObject({ ok: true, value: { followUps: [declared] } })
    expect(again).toEqual(first)
  })

  it.each([[{ attempt: 1 }], [{ followUp: 2 }]])(
    'is not declared where the merchant means %j, asked about before',
    async (named) => {
      const id = await paidOrder(gateway)
      gateway.on('return', silence)
      await followUp(id, PART)

      const answer = await orderOf(id).declareNotAccepted('shop server', named)

      expect(answer).toMatchObject({ ok: false, reason: { code: 'not-in-doubt' } })
      expect(await shown(id)).toMatchObject({ needsAttention: true, followUps: [{ status: 'unknown' }] })
    },
  )

  it('counts all the same if the merchant was wrong, before another starts', async () => {
    const id = await paidOrder(gateway)
    gateway.on('return', silence)
    await followUp(id, { ...RETURN, amount: '10.00', currency: 'EUR' })
    await orderOf(id).declareNotAccepted('shop server')
    givesBack('10.00')

    const next = await followUp(id, { ...PART, key: 'follow-2' })

    expect(next).toMatchObject({ ok: false, reason: { code: 'amount-invalid' } })
    expect(gateway.sent('return')).toHaveLength(1)
  })

  it('cannot be declared not accepted once the gateway accepted it', async () => {
    const id = await paidOrder(gateway)
    gateway.on('return', acceptedReply('serial-2'))
    await followUp(id, PART)

    expect(await orderOf(id).declareNotAccepted('shop server')).toMatchObject({
      ok: false,
      reason: { code: 'attempt-accepted' },
    })
  })
})

describe('a follow-up whose object died', () => {
  it('before it was sent is never sent, and blocks others until the merchant declares it', async () => {
    const id = await paidOrder(gateway)
    crashAt(id, 'intent-stored')

    await followUp(id, PART).catch(() => undefined)
    await followUpBecomes(id, 'unknown')
    const again = await followUp(id, PART)

    expect(again).toMatchObject({ ok: true, value: { followUps: [{ status: 'unknown' }] } })
    expect(gateway.sent('return')).toEqual([])
  })

  it('before the answer was stored is settled by the totals', async () => {
    const id = await paidOrder(gateway)
    gateway.on('return', acceptedReply('serial-2'))
    crashAt(id, 'reply-received')

    await followUp(id, PART).catch(() => undefined)
    givesBack('5.00')
    await followUpBecomes(id, 'approved')

    expect(await followUp(id, PART)).toMatchObject({ ok: true, value: { returned: '5.00' } })
    expect(gateway.sent('return')).toHaveLength(1)
  })
})
