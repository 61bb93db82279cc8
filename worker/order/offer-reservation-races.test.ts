/** Reservations with their real counter and their real orders: whichever is quicker, and whichever dies. */
import { evictDurableObject } from 'cloudflare:test'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { OrderView } from '../../shared/order-view.ts'
import { answerWith, crashAt, setWith } from '../testing/edge.ts'
import type { CrashPoint } from './context.ts'
import {
  atForm,
  counted,
  counterOf,
  elsewhere,
  LAPSING,
  lapsed,
  offer,
  open,
  pay,
  settlesOnly,
  stored,
} from './testing/limited-offers.ts'
import { becomes, lasting, orderOf, shown } from './testing/orders.ts'
import { startOver } from './testing/platform.ts'
import { ScriptedGateway } from './testing/scripted-gateway.ts'

const CRASHES: CrashPoint[] = ['counter-next', 'counter-answered']

let gateway: ScriptedGateway

beforeEach(() => {
  gateway = new ScriptedGateway()
  answerWith(gateway.fetch)
})

afterEach(startOver)

/** Fate of the only charge of an order. */
async function fateOf(id: string): Promise<string> {
  const { status, transactions } = await shown(id)
  return status === 'approved' ? 'paid' : transactions.some(({ surplus }) => surplus) ? 'back' : status
}

const decided = (id: string) => expect.poll(() => fateOf(id)).toMatch(/^(paid|back)$/)

describe('a form that nobody answers', () => {
  it('lapses, and another order gets its units', async () => {
    setWith(LAPSING)
    const one = offer(1)
    const id = await atForm(one)
    const next = await open(one)

    await expect.poll(() => pay(next)).toBe('ok')
    expect(await shown(id)).toMatchObject({ status: 'redirect', action: { type: 'redirect' } })
  })

  it('does not lapse while the shopper may have paid', async () => {
    const one = offer(1)
    const id = await atForm(one)
    setWith(LAPSING)
    await orderOf(id).receiveNotice({ by: 'return', attempt: 1, fields: {} })
    await becomes(id, 'processing')
    await evictDurableObject(orderOf(id))
    const { length } = gateway.statusRequests
    await expect.poll(() => gateway.statusRequests.length).toBeGreaterThan(length + 1)

    expect(await pay(await open(one))).toBe('offer-reserved')
  })

  it('that is paid after all is kept if no other order took the units', async () => {
    setWith(LAPSING)
    const one = offer(1)
    const id = await atForm(one)
    await lapsed(one.offer)

    settlesOnly(gateway, id, 'approved')

    await becomes(id, 'approved')
    expect((await shown(id)).transactions).toEqual([expect.not.objectContaining({ surplus: true })])
    await expect.poll(() => stored(one.offer)).toEqual(new Map([['sold', 1]]))
  })

  it('that is paid after another order took the units goes back', async () => {
    setWith(LAPSING)
    const one = offer(1)
    const id = await atForm(one)
    await lapsed(one.offer)
    setWith({})
    await atForm(one)

    settlesOnly(gateway, id, 'approved')

    await expect.poll(() => fateOf(id)).toBe('back')
    expect(await counted(one.offer)).toBe(1)
  })

  it.each([1, 2, 3, 4, 5])(
    'is paid or given back, never both, when both lapse and are paid at once (%s)',
    async () => {
      setWith(LAPSING)
      const one = offer(1)
      const first = await atForm(one)
      await lapsed(one.offer)
      const second = await atForm(one)

      gateway.reports('approved')
      await Promise.all([first, second].map((id) => orderOf(id).refresh()))

      await decided(first)
      await decided(second)
      const fates = [await fateOf(first), await fateOf(second)]
      expect(fates.toSorted()).toEqual(['back', 'paid'])
      await expect.poll(() => stored(one.offer)).toEqual(new Map([['sold', 1]]))
    },
  )

  it.each([1, 2, 3])('is paid or given back when it is cancelled and paid at once (%s)', async () => {
    const one = offer(1)
    const id = await atForm(one)
    gateway.reports('approved')

    const [cancelled] = await Promise.all([orderOf(id).cancelForMerchant('till'), orderOf(id).refresh()])

    await decided(id)
    expect(await fateOf(id)).toBe(cancelled.ok ? 'back' : 'paid')
    await expect.poll(() => counted(one.offer)).toBe(cancelled.ok ? 0 : 1)
  })
})

describe('going on with a form', () => {
  const until = async (id: string) => Date.parse((await shown(id)).reservedUntil ?? '')

  it('renews the reservation once', async () => {
    const one = offer(1)
    const id = await atForm(one)
    const first = await until(id)

    const gone = await orderOf(id).continuePayment(elsewhere())

    expect(gone).toMatchObject({ ok: true, value: { status: 'redirect' } })
    const second = await until(id)
    expect(second).toBeGreaterThanOrEqual(first)
    await orderOf(id).continuePayment(elsewhere())
    expect(await until(id)).toBe(second)
    expect(await counted(one.offer)).toBe(1)
  })

  it('after it lapsed reserves free units', async () => {
    setWith(LAPSING)
    const one = offer(1)
    const id = await atForm(one)
    await lapsed(one.offer)
    setWith({})
    await evictDurableObject(orderOf(id))

    expect((await orderOf(id).continuePayment(elsewhere())).ok).toBe(true)
    expect(await pay(await open(one))).toBe('offer-reserved')
  })

  it('after it lapsed is refused where others have the units, and changes nothing', async () => {
    setWith(LAPSING)
    const one = offer(1)
    const id = await atForm(one)
    await lapsed(one.offer)
    setWith({})
    await atForm(one)

    expect(await orderOf(id).continuePayment(elsewhere())).toMatchObject({
      ok: false,
      reason: { code: 'offer-reserved', order: { status: 'redirect' } satisfies Partial<OrderView> },
    })
  })

  it('has no effect on an offer without a limit, nor on an order that is not at a form', async () => {
    const { limit: _, ...unlimited } = offer(1)
    const free = await atForm(unlimited)
    const unpaid = await open(offer(1))

    for (const id of [free, unpaid]) {
      const before = await shown(id)
      expect(await orderOf(id).continuePayment(elsewhere())).toMatchObject({
        ok: true,
        value: { seq: before.seq },
      })
    }
    expect(await shown(free)).not.toHaveProperty('reservedUntil')
  })
})

describe('an order that dies', () => {
  it.each(CRASHES)('at %s while it reserves holds nothing up', async (point) => {
    const one = offer(1)
    const id = await open(one)
    crashAt(id, point)

    await expect(pay(id)).rejects.toThrow(point)

    const next = await open(one)
    await expect.poll(() => pay(next)).toBe('ok')
    expect(await counted(one.offer)).toBe(1)
  })

  it.each(CRASHES)('at %s while its reservation lapses gives the units back', async (point) => {
    setWith(lasting({ reservation: 300 }))
    const one = offer(1)
    const id = await atForm(one)
    crashAt(id, point)

    await lapsed(one.offer)
    expect(await shown(id)).toMatchObject({ status: 'redirect' })
  })

  it.each(CRASHES)('at %s while a late approval is decided decides it once', async (point) => {
    setWith(LAPSING)
    const one = offer(1)
    const id = await atForm(one)
    await lapsed(one.offer)
    crashAt(id, point)

    gateway.reports('approved')

    await becomes(id, 'approved')
    await expect.poll(() => stored(one.offer)).toEqual(new Map([['sold', 1]]))
    expect((await shown(id)).transactions).toEqual([expect.not.objectContaining({ surplus: true })])
  })

  it.each(CRASHES)('at %s while it settles its units is counted once', async (point) => {
    const two = offer(2)
    const id = await atForm(two)
    crashAt(id, point)

    gateway.reports('approved')

    await becomes(id, 'approved')
    await expect.poll(() => stored(two.offer)).toEqual(new Map([['sold', 1]]))
  })

  it('leaves the counter unchanged, also where that dies', async () => {
    const two = offer(2)
    const id = await atForm(two)
    await evictDurableObject(counterOf(two.offer))

    settlesOnly(gateway, id, 'approved')
    await becomes(id, 'approved')
    await expect.poll(() => stored(two.offer)).toEqual(new Map([['sold', 1]]))
    await evictDurableObject(counterOf(two.offer))
    expect(await pay(await open({ ...two, units: 2 }))).toBe('quantity-unavailable')
  })
})
