/** A refund above the limits of its key waits for another key, which approves it once or refuses it. */
import { describe, expect, it } from 'vitest'
import { crashAt } from '../testing/edge.ts'
import { followUp, followUpBecomes, followUpsOf, givesBack } from './testing/follow-ups.ts'
import { gateway, useGateway } from './testing/hosted-orders.ts'
import { ASKED, countedBy, keysWith, returnable } from './testing/limited-keys.ts'
import { becomes, lasting, orderOf, paidOrder, shown } from './testing/orders.ts'
import { acceptedReply, refusedReply, silence } from './testing/scripted-gateway.ts'

useGateway()

const ALONE = { assistant: { refundUpTo: { EUR: '6.00' } }, desk: {} }
const PER_DAY = { assistant: { refundPerDay: { EUR: '12.00' } }, desk: {} }

const decide = (id: string, verdict: 'approve' | 'refuse', by = 'desk') =>
  orderOf(id).decideOnFollowUp({ verdict, followUp: 1, by })

describe('a refund that waits', () => {
  const LARGE = { ...ASKED, amount: '7.00', comment: 'broken' }

  /** An order whose refund waits. */
  async function waiting(settings: object = {}): Promise<string> {
    keysWith({ ...ALONE, other: { refundPerDay: { EUR: '100' } } }, settings)
    const id = await returnable()
    await followUp(id, LARGE)
    return id
  }

  it('goes out once another key approves it, as it was asked for', async () => {
    const id = await waiting()

    const answer = await decide(id, 'approve')

    expect(answer).toMatchObject({
      ok: true,
      value: { followUps: [{ number: 1, status: 'processing', askedBy: 'assistant', decidedBy: 'desk' }] },
    })
    expect(Object.fromEntries(gateway.sent('return')[0] ?? [])).toMatchObject({
      ...{ amount: '7.00', comment: 'broken' },
    })
    givesBack('7.00')
    await becomes(id, 'partially-returned')
    expect(await followUp(id, LARGE)).toMatchObject({ ok: true, followUp: 1, value: { returned: '7.00' } })
  })

  it('goes out once, however often it is approved', async () => {
    const id = await waiting()

    const answers = await Promise.all([decide(id, 'approve'), decide(id, 'approve', 'ann@example.com')])

    expect(answers.map(({ ok }) => ok)).toEqual([true, true])
    expect(gateway.sent('return')).toHaveLength(1)
    expect((await shown(id)).followUps).toMatchObject([{ decidedBy: 'desk' }])
  })

  it('does not count on the day of the key that asked', async () => {
    keysWith(PER_DAY)
    const [one, other] = [await returnable(), await returnable()]
    await followUp(one, { ...ASKED, amount: '12.01' })
    await decide(one, 'approve')

    await followUp(other, { ...ASKED, amount: '12.00' })

    expect(await followUpsOf(other)).toEqual(['processing'])
    expect(await countedBy('assistant')).toEqual([1200])
  })

  it.each([
    ['the key that asked', 'assistant'],
    ['a key with limits of its own', 'other'],
  ])('is not approved by %s', async (_, by) => {
    const id = await waiting()

    expect(await decide(id, 'approve', by)).toMatchObject({ ok: false, reason: { code: 'other-key-needed' } })
    expect(gateway.sent('return')).toEqual([])
  })

  it('is no refund of another key that repeats its Idempotency-Key', async () => {
    const id = await waiting()

    const answer = await followUp(id, { ...LARGE, by: 'desk' })

    expect(answer).toMatchObject({
      ok: true,
      value: { followUps: [{ status: 'waiting', askedBy: 'assistant' }] },
    })
    expect(gateway.sent('return')).toEqual([])
  })

  it('is approved or refused, where both are asked for at once', async () => {
    const id = await waiting()

    const answers = await Promise.all([decide(id, 'refuse'), decide(id, 'approve', 'ann@example.com')])

    expect(answers).toMatchObject([{ ok: true }, { ok: false, reason: { code: 'not-waiting' } }])
    expect(gateway.sent('return')).toEqual([])
  })

  it('is not sent where a capture took less meanwhile than it asks for', async () => {
    keysWith(ALONE)
    const id = await paidOrder(gateway, { intent: 'preauth' })
    gateway.on('capture', acceptedReply('serial-2'))
    await followUp(id, { kind: 'return', key: 'asked-1', by: 'assistant' })
    await followUp(id, { kind: 'capture', key: 'other-1', amount: '7.00', currency: 'EUR', by: 'desk' })
    gateway.reports('approved', {
      'transaction-type': 'capture',
      amount: '7.00',
      'by-request-sn': 'serial-2',
    })
    await followUpBecomes(id, 'approved')

    const answer = await decide(id, 'approve')

    expect(answer).toMatchObject({ ok: false, reason: { code: 'amount-invalid' } })
    expect(gateway.sent('return')).toEqual([])
  })

  it('ends where another key refuses it, and its own key gets that answer', async () => {
    const id = await waiting()

    const refused = await decide(id, 'refuse')

    expect(refused).toMatchObject({
      ok: true,
      value: { followUps: [{ status: 'cancelled', decidedBy: 'desk' }] },
    })
    expect(await decide(id, 'approve')).toMatchObject({ ok: false, reason: { code: 'not-waiting' } })
    expect(await followUp(id, LARGE)).toMatchObject({ ok: true, followUp: 1 })
    expect(await shown(id)).toMatchObject({ needsAttention: false, followUps: [{ status: 'cancelled' }] })
    expect(gateway.sent('return')).toEqual([])
  })

  it('lapses where nobody decides', async () => {
    const id = await waiting(lasting({ approvalExpires: 400 }))

    await followUpBecomes(id, 'expired')

    expect(await decide(id, 'approve')).toMatchObject({ ok: false, reason: { code: 'not-waiting' } })
    expect(gateway.sent('return')).toEqual([])
  })

  it('is not sent where less is left by then, and goes on waiting', async () => {
    const id = await waiting()
    await followUp(id, { ...LARGE, key: 'other-1', by: 'desk' })
    givesBack('7.00')
    await becomes(id, 'partially-returned')

    const answer = await decide(id, 'approve')

    expect(answer).toMatchObject({ ok: false, reason: { code: 'amount-invalid' } })
    expect(await followUpsOf(id)).toEqual(['waiting', 'approved'])
    expect(gateway.sent('return')).toHaveLength(1)
  })

  it('is sent once where the object dies after the approval', async () => {
    const id = await waiting()
    crashAt(id, 'reply-received')
    await decide(id, 'approve').catch(() => undefined)

    await decide(id, 'approve')

    expect(gateway.sent('return')).toHaveLength(1)
    await followUpBecomes(id, 'unknown')
  })

  it('after one that was sent later is settled by what it moved itself', async () => {
    keysWith(ALONE)
    const id = await returnable()
    await followUp(id, LARGE)
    await followUp(id, { ...ASKED, key: 'other-1', by: 'desk' })
    givesBack('5.00', '5.00')
    await becomes(id, 'partially-returned')
    gateway.on('return', silence)
    await decide(id, 'approve')
    expect(await followUpsOf(id)).toEqual(['unknown', 'approved'])

    givesBack('7.00', '12.00', 'serial-3')

    await expect.poll(() => followUpsOf(id)).toEqual(['approved', 'approved'])
    expect(await shown(id)).toMatchObject({ returned: '12.00' })
  })

  it('is told in the history, with who asked and who decided', async () => {
    const id = await waiting()
    await decide(id, 'approve')

    const { history } = (await shown(id)) as unknown as { history: { kind: string; by?: string }[] }

    expect(history.filter(({ kind }) => kind.startsWith('approval'))).toMatchObject([
      { kind: 'approval-asked', followUp: 1, operation: 'return', amount: '7.00', by: 'assistant' },
      { kind: 'approval-granted', followUp: 1, operation: 'return', amount: '7.00', by: 'desk' },
    ])
  })

  it('gets the gateway’s refusal as its answer, also where it is approved again', async () => {
    const id = await waiting()
    gateway.on('return', refusedReply('39'))
    await decide(id, 'approve')
    await followUpBecomes(id, 'error')

    const answers = [await decide(id, 'approve'), await followUp(id, LARGE)]

    const refused = { ok: false, reason: { code: 'gateway-refused', gatewayCode: '39' }, followUp: 1 }
    expect(answers).toMatchObject([refused, refused])
  })
})
