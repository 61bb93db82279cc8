/** A capture, void or return that the gateway refuses: whether it was carried out all the same takes two answers to tell. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { FollowUpKind, Intent } from '../../shared/order-view.ts'
import { answerWith, setWith } from '../testing/edge.ts'
import { followUpBecomes, followUpsOf } from './testing/follow-ups.ts'
import { kill, lasting, orderOf, paidOrder, shown } from './testing/orders.ts'
import { startOver } from './testing/platform.ts'
import {
  acceptedReply,
  refusedReply,
  ScriptedGateway,
  silence,
  statusReply,
} from './testing/scripted-gateway.ts'
import { RECEIVER, ScriptedReceiver } from './testing/scripted-receiver.ts'

interface Kind {
  readonly kind: FollowUpKind
  readonly intent: Intent
  /** What the gateway reports once it was carried out. */
  readonly done: Record<string, string>
  readonly status: string
}

const KINDS: readonly Kind[] = [
  {
    ...{ kind: 'return', intent: 'sale', status: 'returned' },
    done: { 'transaction-type': 'reversal', 'total-reversal-amount': '12.50' },
  },
  {
    ...{ kind: 'capture', intent: 'preauth', status: 'captured' },
    done: { 'transaction-type': 'capture', 'total-capture-amount': '12.50' },
  },
  { kind: 'void', intent: 'sale', status: 'voided', done: { 'transaction-type': 'void' } },
]

let gateway: ScriptedGateway
let receiver: ScriptedReceiver

beforeEach(() => {
  gateway = new ScriptedGateway()
  receiver = new ScriptedReceiver()
  answerWith(receiver.inFrontOf(gateway.fetch))
  setWith(RECEIVER)
})

afterEach(startOver)

const ask = (id: string, kind: FollowUpKind, key = 'key-1') => orderOf(id).followUp({ kind, key })

/** From now on the gateway carries the request out and answers that it refused it; so many reports tell of nothing. */
function actsBehind({ kind, intent, done }: Kind, lag: number): void {
  gateway.on(kind, () => {
    let readings = 0
    gateway.onStatus((question, deadline) => {
      readings += 1
      const told = readings > lag ? done : { 'transaction-type': intent }
      return statusReply('approved', told)(question, deadline)
    })
    return refusedReply('39')()
  })
}

const settled = () => receiver.types.filter((type) => type === 'follow-up.settled')

describe.each(KINDS)('a $kind that was carried out and refused', (one) => {
  const { kind, intent, status } = one

  it.each([0, 1, 2, 3])('is done, though %i reports lag behind, and is not sent again', async (lag) => {
    const id = await paidOrder(gateway, { intent })
    actsBehind(one, lag)

    await ask(id, kind)
    if (lag > 0) {
      const again = await ask(id, kind, 'key-2')
      expect(again).toMatchObject({ ok: false })
    }
    await followUpBecomes(id, 'approved')

    expect((await shown(id)).status).toBe(status)
    expect(gateway.sent(kind)).toHaveLength(1)
    await expect.poll(settled).toHaveLength(1)
  })

  it('is done, though the object dies after a report that lags behind', async () => {
    const id = await paidOrder(gateway, { intent })
    actsBehind(one, 1)
    await ask(id, kind)

    await kill(id)

    await followUpBecomes(id, 'approved')
    expect(gateway.sent(kind)).toHaveLength(1)
  })
})

describe('a return that was sent twice, of which the second was accepted and then declined', () => {
  const PART = { kind: 'return', key: 'key-1', amount: '5.00', currency: 'EUR' } as const
  const reversal = (change: Record<string, string>) => ({
    ...{ 'transaction-type': 'reversal', amount: '5.00', 'by-request-sn': 'serial-2' },
    ...change,
  })

  it('is not sent again where the totals say that the first was carried out', async () => {
    const id = await paidOrder(gateway)
    gateway.on('return', () => {
      gateway.reports('declined', reversal({ 'total-reversal-amount': '5.00' }))
      return acceptedReply('serial-2')()
    })

    await orderOf(id).followUp(PART)
    await followUpBecomes(id, 'unknown')

    expect(await orderOf(id).followUp({ ...PART, key: 'key-2' })).toMatchObject({
      ok: false,
      reason: { code: 'follow-up-in-flight' },
    })
    gateway.reports('approved', reversal({ 'total-reversal-amount': '5.00', 'by-request-sn': 'serial-1' }))
    await followUpBecomes(id, 'approved')
    expect(gateway.sent('return')).toHaveLength(1)
    expect((await shown(id)).returned).toBe('5.00')
  })

  it('is done where its own stage stays declined, and the payment’s has the totals', async () => {
    const id = await paidOrder(gateway)
    const totals = { 'total-reversal-amount': '5.00' }
    gateway.on('return', () => {
      gateway.onStatus((question, deadline) =>
        question.get('by-request-sn') === 'serial-2'
          ? statusReply('declined', reversal(totals))(question, deadline)
          : statusReply('approved', { ...totals, 'by-request-sn': 'serial-1' })(question, deadline),
      )
      return acceptedReply('serial-2')()
    })

    await orderOf(id).followUp(PART)

    await followUpBecomes(id, 'approved')
    expect(gateway.sent('return')).toHaveLength(1)
    expect(await shown(id)).toMatchObject({ returned: '5.00', needsAttention: false })
    await expect.poll(settled).toHaveLength(2)
  })

  it('is declined where two reports that lie apart say so, and done where the money moves later', async () => {
    const id = await paidOrder(gateway)
    gateway.on('return', () => {
      gateway.reports('declined', reversal({ 'total-reversal-amount': '0.00' }))
      return acceptedReply('serial-2')()
    })

    await orderOf(id).followUp(PART)
    await followUpBecomes(id, 'declined')
    await expect.poll(settled).toHaveLength(1)
    gateway.reports('approved', reversal({ 'total-reversal-amount': '5.00', 'by-request-sn': 'serial-1' }))

    await followUpBecomes(id, 'approved')
    await expect.poll(settled).toHaveLength(2)
  })
})

describe.each(KINDS)('a $kind that was refused', ({ kind, intent, done, status }) => {
  it('has failed after two answers that lie apart, and is asked about once more', async () => {
    const id = await paidOrder(gateway, { intent })
    gateway.on(kind, refusedReply('39', 'no'))
    const before = gateway.statusRequests.length

    const first = await ask(id, kind)
    await followUpBecomes(id, 'error')

    expect(first).toMatchObject({ ok: true, value: { followUps: [{ status: 'processing' }] } })
    const asked = gateway.statusRequests.length
    expect(asked - before).toBeGreaterThan(2)
    expect(await ask(id, kind)).toMatchObject({
      ok: false,
      reason: {
        ...{ code: 'gateway-refused', gatewayCode: '39' },
        order: { followUps: [{ error: { gatewayMessage: 'no' } }] },
      },
    })
    await expect.poll(() => gateway.statusRequests.length).toBeGreaterThan(asked)
    expect(await followUpsOf(id)).toEqual(['error'])
  })

  it.each([
    ['is silent', silence],
    ['fails', () => new Response('', { status: 502 })],
    ['answers about another order', statusReply('approved', { 'merchant-order-id': 'order-of-others' })],
  ])('and acts late is found, though the gateway %s at the later look', async (_, answer) => {
    setWith({ ...RECEIVER, ...lasting({ requestDeadline: 100 }) })
    const id = await paidOrder(gateway, { intent })
    gateway.on(kind, refusedReply('39'))
    await ask(id, kind)
    await followUpBecomes(id, 'error')

    const before = gateway.statusRequests.length
    gateway.onStatus(answer)
    await expect.poll(() => gateway.statusRequests.length).toBeGreaterThan(before + 1)
    gateway.reports('approved', done)

    await followUpBecomes(id, 'approved')
  })

  it('has failed, though the object dies between', async () => {
    const id = await paidOrder(gateway, { intent })
    gateway.on(kind, refusedReply('39'))
    await ask(id, kind)

    await kill(id)

    await followUpBecomes(id, 'error')
  })

  it('is done and notified again where the totals move after that', async () => {
    const id = await paidOrder(gateway, { intent })
    gateway.on(kind, refusedReply('39'))
    await ask(id, kind)
    await followUpBecomes(id, 'error')

    gateway.reports('approved', done)

    await followUpBecomes(id, 'approved')
    expect((await shown(id)).status).toBe(status)
    await expect.poll(settled).toHaveLength(2)
  })

  it('is not sent a second time where the totals move before the merchant tries again', async () => {
    const id = await paidOrder(gateway, { intent })
    gateway.on(kind, refusedReply('39'))
    await ask(id, kind)
    await followUpBecomes(id, 'error')

    gateway.reports('approved', done)
    const again = await ask(id, kind, 'key-2')

    expect(again).toMatchObject({ ok: false, reason: { code: 'follow-up-impossible' } })
    expect(await followUpsOf(id)).toEqual(['approved'])
    expect(gateway.sent(kind)).toHaveLength(1)
  })

  it('is not known to have failed by answers about another order', async () => {
    const id = await paidOrder(gateway, { intent })
    gateway.on(kind, () => {
      gateway.reports('approved', { 'transaction-type': intent, 'merchant-order-id': 'order-of-others' })
      return refusedReply('39')()
    })
    await ask(id, kind)

    await expect.poll(async () => (await shown(id)).needsAttention).toBe(true)

    expect(await followUpsOf(id)).toEqual(['processing'])
    expect(await ask(id, kind, 'key-2')).toMatchObject({ ok: false, reason: { code: 'follow-up-in-flight' } })
    gateway.reports('approved', { 'transaction-type': intent })
    await followUpBecomes(id, 'error')
    expect((await shown(id)).needsAttention).toBe(false)
  })
})
