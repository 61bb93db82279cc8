/** Orders that are opened with their first attempt: what is stored and sent, and what a refusal leaves. */
import { evictDurableObject, runInDurableObject } from 'cloudflare:test'
import { describe, expect, it, vi } from 'vitest'
import type { OrderTerms } from '../../domain/terms.ts'
import { crashAt, figuresOf, OfferLimit, setWith } from '../../testing/edge.ts'
import { AlarmScheduler } from '../alarm-scheduler.ts'
import type { PaymentRequest } from '../attempt-start.ts'
import type { Order } from '../order.ts'
import { becomes, gateway, order, request, shown, UNHURRIED, useGateway } from '../testing/hosted-orders.ts'
import { counted, elsewhere, lapsed, offer, termsOf } from '../testing/limited-offers.ts'
import { CARD, eventsOf, lasting, storedText } from '../testing/orders.ts'
import { acceptedReply, silence, statusReply } from '../testing/scripted-gateway.ts'

useGateway()

/** The key that pages derive for an order's first attempt. */
const first: PaymentRequest = { ...request, key: 'key.1', ip: elsewhere(), waitMs: 5000 }

const checkOut = (terms: OrderTerms, change: Partial<PaymentRequest> = {}) =>
  order(terms.id).checkOut(terms, { ...first, ...change })

/** `ok`, or why not. */
const outcomeOf = async (terms: OrderTerms, change: Partial<PaymentRequest> = {}) => {
  const answer = await checkOut(terms, change)
  return answer.ok ? 'ok' : answer.reason.code
}

/** What the caller of an object that died learns is of no use. */
const dead = () => undefined

const alarmOf = (id: string) => runInDurableObject(order(id), (_: Order, { storage }) => storage.getAlarm())

/** Nothing is stored of an order, and no alarm wakes it. */
async function isGone(id: string) {
  await expect.poll(() => storedText(id)).toBe('[]')
  expect(await alarmOf(id)).toBeNull()
  expect(await shown(id)).toBeUndefined()
}

describe('an order that is opened with its first attempt', () => {
  it('is stored with it and with the shopper’s data in three rows, and answers the next step', async () => {
    const terms = termsOf({})

    expect(await checkOut(terms)).toMatchObject({
      ok: true,
      value: {
        order: { id: terms.id, status: 'redirect', action: { type: 'redirect' } },
        openedAt: terms.openedAt,
      },
    })

    expect(await eventsOf(terms.id)).toEqual(['attempted', 'accepted'])
    expect(figuresOf(terms.id).rows).toEqual({ personal: 1, order: 2, alarm: 1 })
  })

  it('makes one attempt for two tabs that pay at the same moment, also if they differ', async () => {
    const terms = termsOf({ methods: ['hosted', 'card'] })
    const other = { method: 'card', customer: { email: 'b@example.com' }, ip: elsewhere() } as const

    const answers = await Promise.all([checkOut(terms), checkOut(terms, other)])

    expect(answers).toMatchObject([
      { ok: true, value: { order: { status: 'redirect', attempts: [{ method: 'hosted' }] } } },
      { ok: true, value: { order: { status: 'redirect', attempts: [{ method: 'hosted' }] } } },
    ])
    expect(gateway.requests.map((form) => form.get('email'))).toEqual(['a@example.com'])
    expect(await storedText(terms.id)).not.toContain('b@example.com')
  })

  it('sends the card of the first tab alone, and stores none', async () => {
    gateway.on('sale', acceptedReply('serial-1'))
    const terms = termsOf({ methods: ['card'] })
    const byCard = (number: string) =>
      ({ method: 'card', details: { card: { ...CARD, number } } }) satisfies Partial<PaymentRequest>
    const [own, other] = [CARD.number, '4000000000000002']

    const answers = await Promise.all([checkOut(terms, byCard(own)), checkOut(terms, byCard(other))])

    expect(answers.map(({ ok }) => ok)).toEqual([true, true])
    expect(gateway.sent('sale').map((form) => form.get('credit_card_number'))).toEqual([own])
    const stored = await storedText(terms.id)
    expect(stored).not.toContain(own)
    expect(stored).not.toContain(other)
  })

  it.each<[string, Partial<PaymentRequest>]>([
    ['by a tab of the version before, under the key that pages derive', {}],
    ['by a program, under a key of its own', { key: 'a-key-of-its-own' }],
  ])('joins the attempt that was made %s', async (_, change) => {
    const terms = termsOf({})
    await order(terms.id).open(terms)
    await order(terms.id).pay({ ...request, ...change, bodyDigest: 'digest-1' })
    await becomes(terms.id, 'redirect')

    expect(await checkOut(terms)).toMatchObject({
      ok: true,
      value: { order: { status: 'redirect', attempts: [{ number: 1 }] } },
    })
    expect(gateway.requests).toHaveLength(1)
  })

  it('is joined by a tab of the version before, which opens it and pays by two requests', async () => {
    const terms = termsOf({})
    await checkOut(terms)

    expect(await order(terms.id).open(terms)).toMatchObject({
      ok: true,
      value: { order: { status: 'redirect' } },
    })
    expect(await order(terms.id).pay({ ...request, key: 'key.1', bodyDigest: 'digest-1' })).toMatchObject({
      ok: true,
      value: { attempts: [{ number: 1 }] },
    })
    expect(gateway.requests).toHaveLength(1)
  })

  it('is shown to a page that asks by its key while it is just being started', async () => {
    const terms = termsOf(offer(1))
    let answer: unknown
    const reserve = vi.spyOn(OfferLimit.prototype, 'reserve').mockImplementationOnce(async () => {
      const page = order(terms.id)
      void page.open(terms).then((opened) => {
        answer = opened
      })
      // It has arrived before this is answered.
      await page.snapshot()
      return undefined
    })

    await checkOut(terms)

    await expect.poll(() => answer).toBeDefined()
    expect(answer).toMatchObject({ ok: true, value: { order: { attempts: [{ number: 1 }] } } })
    reserve.mockRestore()
    expect(gateway.requests).toHaveLength(1)
  })

  it('is not said to be untried, also once its goods are over, while it is being started for long', async () => {
    setWith(lasting({ replyWait: 1 }))
    const terms = termsOf(offer(1))
    let answer: unknown
    const reserve = vi.spyOn(OfferLimit.prototype, 'reserve').mockImplementationOnce(async () => {
      answer = await order(terms.id).findTried([])
      return undefined
    })

    await checkOut(terms)

    expect(answer).toMatchObject({ ok: false, reason: { code: 'unavailable' } })
    reserve.mockRestore()
  })

  it('makes one attempt of a click that comes later than the page which asks by its key, and of the next click', async () => {
    const terms = termsOf({ methods: ['hosted', 'card'] })
    expect(await order(terms.id).open(terms)).toMatchObject({
      ok: true,
      value: { order: { status: 'open' } },
    })

    const late = await checkOut(terms)
    const next = await checkOut(terms, { method: 'card', details: { card: CARD } })

    for (const answer of [late, next])
      expect(answer).toMatchObject({ ok: true, value: { order: { attempts: [{ method: 'hosted' }] } } })
    expect(gateway.requests).toHaveLength(1)
  })

  it('begins no second attempt where the first one failed', async () => {
    const terms = termsOf({})
    gateway.onStatus(statusReply('declined'))
    await checkOut(terms)
    await becomes(terms.id, 'declined')

    expect(await checkOut(terms)).toMatchObject({ ok: true, value: { order: { status: 'declined' } } })
    expect(gateway.requests).toHaveLength(1)
  })

  it('is refused where its shopper cancelled before they paid', async () => {
    const terms = termsOf({})
    await order(terms.id).open(terms)
    await order(terms.id).cancel()

    expect(await checkOut(terms)).toMatchObject({
      ok: false,
      reason: { code: 'order-final', order: { status: 'cancelled' } },
    })
  })

  it('is refused under other terms, and after its tokens were revoked', async () => {
    const terms = termsOf({})
    await checkOut(terms)
    expect(await outcomeOf({ ...terms, amountMinor: 1 })).toBe('key-reused')

    await order(terms.id).revokeTokens('shop server')

    expect(await outcomeOf(terms)).toBe('token-invalid')
    expect(gateway.requests).toHaveLength(1)
  })

  it.each([
    ['before its request leaves', 'intent-stored', 'sending', 0],
    ['between reply and answer', 'answer-next', 'redirect', 1],
  ] as const)(
    'is found again where its object dies %s, and never sends twice',
    async (_, point, status, sent) => {
      setWith(UNHURRIED)
      const terms = termsOf({})
      crashAt(terms.id, point)
      await checkOut(terms).catch(dead)

      expect(await checkOut(terms)).toMatchObject({
        ok: true,
        value: { order: { status, attempts: [{ number: 1 }] } },
      })
      expect(gateway.requests).toHaveLength(sent)
    },
  )
})

describe('a refusal', () => {
  it.each<[string, Partial<OrderTerms>, Partial<PaymentRequest>, Readonly<Record<string, unknown>>, string]>([
    ['of the data', { collect: ['email', 'phone'] }, {}, {}, 'collect-missing'],
    ['of the method', {}, { method: 'card' }, {}, 'method-off'],
    ['while payments are paused', {}, {}, { PAYMENTS: 'paused' }, 'payments-paused'],
    ['of a withdrawn offer', { item: 'withdrawn-item', offeredAt: 0 }, {}, {}, 'offer-withdrawn'],
  ])('%s leaves no row, and the same terms may be paid then', async (_, change, wish, settings, code) => {
    setWith(settings)
    const terms = termsOf(change)

    const answer = await checkOut(terms, wish)

    expect(answer).toMatchObject({ ok: false, reason: { code, order: { id: terms.id, status: 'open' } } })
    await isGone(terms.id)
    expect(figuresOf(terms.id).rows).toEqual({})
    setWith({})
    await evictDurableObject(order(terms.id))
    const right = { ...terms, collect: ['email'], item: 'another' } as const
    expect(await outcomeOf(right)).toBe('ok')
    expect(gateway.requests).toHaveLength(1)
  })

  it('of an offer that is sold out leaves no row', async () => {
    const one = offer(1)
    gateway.onStatus(statusReply('approved'))
    const sold = termsOf(one)
    await checkOut(sold)
    await becomes(sold.id, 'approved')
    const late = termsOf(one)

    await expect.poll(() => outcomeOf(late, { ip: elsewhere() })).toBe('offer-limit')

    await isGone(late.id)
    expect(figuresOf(late.id).rows).toEqual({})
  })

  it('of the last unit, which another order holds, leaves no row and no hold', async () => {
    const one = offer(1)
    setWith(UNHURRIED)
    gateway.onForm(silence)
    const orders = Array.from({ length: 4 }, () => termsOf(one))

    const answers = await Promise.all(orders.map((terms) => outcomeOf(terms, { ip: elsewhere(), waitMs: 1 })))

    expect(answers.toSorted()).toEqual(['offer-reserved', 'offer-reserved', 'offer-reserved', 'ok'])
    expect(gateway.requests).toHaveLength(1)
    expect(await counted(one.offer)).toBe(1)
    await Promise.all(orders.filter((_, at) => answers[at] !== 'ok').map(({ id }) => isGone(id)))
  })

  it('of the last unit lets the same order have it once it is free', async () => {
    const one = offer(1)
    const [holder, other] = [termsOf(one), termsOf(one)]
    expect(await outcomeOf(holder, { ip: elsewhere() })).toBe('ok')
    expect(await outcomeOf(other, { ip: elsewhere() })).toBe('offer-reserved')
    await order(holder.id).cancel()

    expect(await outcomeOf(other, { ip: elsewhere() })).toBe('ok')
    expect(await counted(one.offer)).toBe(1)
    expect(await alarmOf(other.id)).not.toBeNull()
  })
})

describe('a limited offer whose order is opened with its first attempt', () => {
  const CRASHES = ['network-asked', 'counter-next', 'counter-answered'] as const

  it('stores that it may hold units before it asks for them, and both with the order', async () => {
    const terms = termsOf(offer(1))

    expect(await outcomeOf(terms)).toBe('ok')

    expect(await eventsOf(terms.id)).toEqual(['limit-wanted', 'attempted', 'accepted'])
  })

  it.each(CRASHES.slice(1))('is forgotten with its hold where its object dies at %s', async (point) => {
    const one = offer(1)
    const terms = termsOf(one)
    crashAt(terms.id, point)
    await checkOut(terms).catch(dead)

    await isGone(terms.id)
    expect(await counted(one.offer)).toBe(0)
    expect(await outcomeOf(termsOf(one), { ip: elsewhere() })).toBe('ok')
  })

  it('is forgotten where a counter does not answer, once its units are back', async () => {
    const one = offer(1)
    const terms = termsOf(one)
    const reserve = vi.spyOn(OfferLimit.prototype, 'reserve').mockRejectedValueOnce(new Error('away'))
    await checkOut(terms).catch(dead)
    reserve.mockRestore()

    await lapsed(one.offer)
    await isGone(terms.id)
  })

  it('begins again where another tab opens it while it is being forgotten', async () => {
    setWith(lasting({ replyWait: 1 }))
    const terms = termsOf(offer(1))
    const reserve = vi
      .spyOn(OfferLimit.prototype, 'reserve')
      .mockImplementationOnce(async () => ({ code: 'offer-reserved' }))
    const cancel = vi.spyOn(AlarmScheduler.prototype, 'cancel').mockImplementationOnce(async () => {
      await order(terms.id).open(terms)
    })

    expect(await outcomeOf(terms)).toBe('offer-reserved')

    expect(cancel).toHaveBeenCalledOnce()
    cancel.mockRestore()
    reserve.mockRestore()
    await evictDurableObject(order(terms.id))
    expect(await shown(terms.id)).toMatchObject({ status: 'open' })
  })

  it('stays where another tab opened it while the counter was asked, also after a refusal', async () => {
    setWith(lasting({ replyWait: 1 }))
    const terms = termsOf(offer(1))
    const reserve = vi.spyOn(OfferLimit.prototype, 'reserve').mockImplementationOnce(async () => {
      await order(terms.id).open(terms)
      return { code: 'offer-reserved' }
    })

    expect(await outcomeOf(terms)).toBe('offer-reserved')

    reserve.mockRestore()
    expect(await shown(terms.id)).toMatchObject({ status: 'open' })
    expect(await eventsOf(terms.id)).toEqual(['limit-wanted', 'limit-refused'])
  })
})
