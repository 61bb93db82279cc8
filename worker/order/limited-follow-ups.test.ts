/** Refunds of a merchant key with limits: exactly one is sent, and no crash lets the key give back more than its day has. */
import { describe, expect, it } from 'vitest'
import { crashAt } from '../testing/edge.ts'
import type { CrashPoint } from './context.ts'
import { followUp, followUpBecomes, followUpsOf, givesBack } from './testing/follow-ups.ts'
import { gateway, useGateway } from './testing/hosted-orders.ts'
import { ASKED, countedBy, keysWith, returnable } from './testing/limited-keys.ts'
import { checkedPayout, kill, orderOf, paidOrder, shown } from './testing/orders.ts'
import { acceptedReply, refusedReply, silence } from './testing/scripted-gateway.ts'

useGateway()

const ALONE = { assistant: { refundUpTo: { EUR: '6.00' } }, desk: {} }
const PER_DAY = { assistant: { refundPerDay: { EUR: '12.00' } }, desk: {} }

describe('a refund of a key with a limit for one', () => {
  it('goes out at once below it, and is counted nowhere', async () => {
    keysWith(ALONE)
    const id = await returnable()

    expect(await followUp(id, ASKED)).toMatchObject({ ok: true, followUp: 1 })
    expect(await followUpsOf(id)).toEqual(['processing'])
    expect(await countedBy('assistant')).toEqual([])
  })

  it.each([
    ['above it', { amount: '6.01' }],
    ['of all that is left', { amount: undefined, currency: undefined }],
    ['as a void', { kind: 'void', amount: undefined, currency: undefined }],
  ] as const)('waits %s, and the gateway is sent nothing', async (_, change) => {
    keysWith(ALONE)
    const id = await returnable()
    const { amount: __, currency: ___, ...whole } = ASKED
    const request =
      change.amount === undefined
        ? { ...whole, ...('kind' in change && { kind: change.kind }) }
        : { ...ASKED, ...change }

    const answer = await followUp(id, request)

    expect(answer).toMatchObject({
      ...{ ok: true, followUp: 1 },
      value: {
        needsAttention: true,
        followUps: [{ number: 1, status: 'waiting', askedBy: 'assistant', limit: 'refundUpTo' }],
      },
    })
    expect([...gateway.sent('return'), ...gateway.sent('void')]).toEqual([])
  })

  it('waits where a capture releases more than it, and the gateway is sent nothing', async () => {
    keysWith(ALONE)
    const id = await paidOrder(gateway, { intent: 'preauth' })
    gateway.on('capture', acceptedReply('serial-2'))

    await followUp(id, { ...ASKED, kind: 'capture', amount: '0.01' })

    expect(await followUpsOf(id)).toEqual(['waiting'])
    expect(gateway.sent('capture')).toEqual([])
  })

  it('waits in a currency that the limit does not list', async () => {
    keysWith({ assistant: { refundUpTo: { USD: '1000' } } })
    const id = await returnable()

    await followUp(id, ASKED)

    expect(await followUpsOf(id)).toEqual(['waiting'])
  })

  it('is refused once the order keeps twenty that wait', async () => {
    keysWith(ALONE)
    const id = await returnable()
    const large = (number: number) => ({ ...ASKED, amount: '7.00', key: `asked-${number}` })
    for (let number = 1; number <= 20; number += 1) await followUp(id, large(number))

    const refused = await followUp(id, large(21))

    expect(refused).toMatchObject({ ok: false, reason: { code: 'follow-up-impossible' } })
    expect(await followUpsOf(id)).toHaveLength(20)
    expect(await followUp(id, large(3))).toMatchObject({ ok: true, followUp: 3 })
  })

  it('waits where the setting does not know the key, as before a new one has reached the order', async () => {
    keysWith(ALONE)
    const id = await returnable()

    await followUp(id, { ...ASKED, by: 'newcomer' })

    expect(await followUpsOf(id)).toEqual(['waiting'])
  })

  it('waits once under one key, and holds up no other of the order', async () => {
    keysWith(ALONE)
    const id = await returnable()
    const large = { ...ASKED, amount: '7.00' }

    const answers = await Promise.all([followUp(id, large), followUp(id, large)])
    const other = await followUp(id, { ...large, key: 'other-1', by: 'desk' })

    expect(answers).toMatchObject([{ followUp: 1 }, { followUp: 1 }])
    expect(other).toMatchObject({ ok: true, followUp: 2 })
    expect(await followUpsOf(id)).toEqual(['waiting', 'processing'])
  })
})

describe('a payout by a key that the setting does not let pay out', () => {
  it.each(['newcomer', 'assistant'])(
    'by %s is not stored, and goes out once the setting does',
    async (by) => {
      keysWith(ALONE)
      const id = await checkedPayout(gateway)
      gateway.on('payout-pay', acceptedReply('serial-2'))
      const request = { kind: 'payout-pay', key: 'pay-1', by } as const

      const early = await followUp(id, request)

      expect(early).toMatchObject({ ok: false, reason: { code: 'unavailable' } })
      expect(await followUpsOf(id)).toEqual([])
      expect(gateway.sent('payout-pay')).toEqual([])
      keysWith({ [by]: {} })
      await kill(id)
      expect(await followUp(id, request)).toMatchObject({ ok: true, followUp: 1 })
      expect(gateway.sent('payout-pay')).toHaveLength(1)
    },
  )
})

describe('a refund of a key without limits', () => {
  it.each(['desk', 'ann@example.com', undefined])('by %s goes out', async (by) => {
    keysWith(ALONE)
    const id = await returnable()
    const { by: _, ...request } = ASKED

    await followUp(id, { ...request, amount: '12.00', ...(by !== undefined && { by }) })

    expect(await followUpsOf(id)).toEqual(['processing'])
    expect((await shown(id)).followUps[0]).not.toHaveProperty('askedBy')
  })
})

describe('the day of a key', () => {
  it('lets refunds out as long as it has room', async () => {
    keysWith(PER_DAY)
    const orders = [await returnable(), await returnable(), await returnable()]

    for (const id of orders) await followUp(id, ASKED)

    expect(await Promise.all(orders.map(followUpsOf))).toEqual([['processing'], ['processing'], ['waiting']])
    expect(await countedBy('assistant')).toEqual([500, 500])
  })

  it('counts what a capture of a part releases, and a capture of all not at all', async () => {
    keysWith(PER_DAY)
    const [part, whole] = [
      await paidOrder(gateway, { intent: 'preauth' }),
      await paidOrder(gateway, { intent: 'preauth' }),
    ]
    gateway.on('capture', acceptedReply('serial-2'))

    await followUp(part, { ...ASKED, kind: 'capture', amount: '10.00' })
    await followUp(whole, { kind: 'capture', key: 'asked-2', by: 'assistant' })

    expect([await followUpsOf(part), await followUpsOf(whole)]).toEqual([['processing'], ['processing']])
    expect(await countedBy('assistant')).toEqual([250])
  })

  it('counts exactly where many are asked for at once', async () => {
    keysWith(PER_DAY)
    const orders = await Promise.all(Array.from({ length: 6 }, returnable))

    await Promise.all(orders.flatMap((id) => [followUp(id, ASKED), followUp(id, ASKED)]))

    const statuses = (await Promise.all(orders.map(followUpsOf))).flat().sort()
    expect(statuses).toEqual(['processing', 'processing', 'waiting', 'waiting', 'waiting', 'waiting'])
    expect(gateway.sent('return')).toHaveLength(2)
    expect(await countedBy('assistant')).toEqual([500, 500])
  })

  it('has room again once the gateway refused for certain', async () => {
    keysWith(PER_DAY)
    const [one, other] = [await returnable(), await returnable()]
    gateway.on('return', refusedReply('39'))
    await followUp(one, { ...ASKED, amount: '10.00' })
    expect(await countedBy('assistant')).toEqual([1000])

    await followUpBecomes(one, 'error')

    await expect.poll(() => countedBy('assistant')).toEqual([])
    gateway.on('return', acceptedReply('serial-2'))
    await followUp(other, { ...ASKED, amount: '12.00' })
    expect(await followUpsOf(other)).toEqual(['processing'])
  })

  it('counts a refund again that moved after all', async () => {
    keysWith(PER_DAY)
    const id = await returnable()
    gateway.on('return', refusedReply('39'))
    await followUp(id, ASKED)
    await expect.poll(() => countedBy('assistant')).toEqual([])

    gateway.reports('approved', {
      'transaction-type': 'reversal',
      amount: '5.00',
      'total-reversal-amount': '5.00',
    })
    await orderOf(id).refresh()

    await followUpBecomes(id, 'approved')
    await expect.poll(() => countedBy('assistant')).toEqual([500])
  })

  it('keeps what a merchant declares not accepted, since the key itself may say so', async () => {
    keysWith(PER_DAY)
    const id = await returnable()
    gateway.on('return', silence)
    await followUp(id, ASKED)

    await orderOf(id).declareNotAccepted('assistant')

    expect(await followUpsOf(id)).toEqual(['error'])
    await orderOf(id).refresh()
    expect(await countedBy('assistant')).toEqual([500])
  })
})

describe('where the order’s object dies', () => {
  it.each<[CrashPoint]>([['count-next'], ['count-answered']])(
    'at %s, the alarm goes on: one refund is sent, and counted once',
    async (point) => {
      keysWith(PER_DAY)
      const id = await returnable()
      crashAt(id, point)

      await followUp(id, ASKED).catch(() => undefined)

      await followUpBecomes(id, 'processing')
      expect(gateway.sent('return')).toHaveLength(1)
      expect(await countedBy('assistant')).toEqual([500])
    },
  )

  it.each<[CrashPoint, string]>([
    ['count-next', 'processing'],
    ['count-answered', 'processing'],
    ['reply-received', 'unknown'],
    // What may have been sent is never sent again.
    ['intent-stored', 'unknown'],
  ])('at %s, the same key again makes no second refund', async (point, status) => {
    keysWith(PER_DAY)
    const id = await returnable()
    crashAt(id, point)
    await followUp(id, ASKED).catch(() => undefined)

    const again = await Promise.all([followUp(id, ASKED), followUp(id, ASKED)])

    expect(again).toMatchObject([{ followUp: 1 }, { followUp: 1 }])
    await followUpBecomes(id, status)
    expect(gateway.sent('return').length).toBeLessThanOrEqual(1)
    expect(await countedBy('assistant')).toEqual([500])
  })

  it('while a sum is given back that moves after all, the day has it in the end', async () => {
    keysWith(PER_DAY)
    const id = await returnable()
    gateway.on('return', refusedReply('39'))
    await followUp(id, ASKED)
    crashAt(id, 'count-answered')
    await expect.poll(() => countedBy('assistant')).toEqual([])

    givesBack('5.00')
    await expect
      .poll(() =>
        orderOf(id)
          .refresh()
          .catch(() => undefined),
      )
      .toMatchObject({ ok: true })

    await followUpBecomes(id, 'approved')
    await expect.poll(() => countedBy('assistant')).toEqual([500])
  })

  it('at each step, other refunds of the key still find the day as full as it is', async () => {
    keysWith({ assistant: { refundPerDay: { EUR: '5.00' } } })
    const [one, other] = [await returnable(), await returnable()]
    crashAt(one, 'count-answered')
    await followUp(one, ASKED).catch(() => undefined)

    await followUp(other, ASKED)

    await followUpBecomes(one, 'processing')
    expect(await followUpsOf(other)).toEqual(['waiting'])
    expect(gateway.sent('return')).toHaveLength(1)
  })

  it('while a refund waits, nothing is sent after it', async () => {
    keysWith(ALONE)
    const id = await returnable()
    await followUp(id, { ...ASKED, amount: '7.00' })

    await kill(id)
    await orderOf(id).refresh()

    expect(await followUpsOf(id)).toEqual(['waiting'])
    expect(gateway.sent('return')).toEqual([])
  })

  it('before the count answered, and the key loses its limits, somebody else decides', async () => {
    keysWith(PER_DAY)
    const id = await returnable()
    crashAt(id, 'count-next')
    await followUp(id, ASKED).catch(() => undefined)
    keysWith({})
    await kill(id)

    await expect.poll(async () => (await shown(id)).needsAttention).toBe(true)
    expect(await followUpsOf(id)).toEqual(['waiting'])
    expect(gateway.sent('return')).toEqual([])
  })
})
