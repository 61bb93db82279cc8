/** Requests of one key that want different quantities: one opens the order while the click of another is being admitted. */
import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import type { OrderTerms } from '../../domain/terms.ts'
import type { Budget, Entry } from '../../limits/budget.ts'
import { setWith } from '../../testing/edge.ts'
import type { PaymentRequest } from '../attempt-start.ts'
import type { OfferLimit } from '../offer-limit.ts'
import { gateway, order, request, shown, useGateway } from '../testing/hosted-orders.ts'
import { counted, elsewhere, offer, termsOf } from '../testing/limited-offers.ts'
import { eventsOf, lasting } from '../testing/orders.ts'
import { productTerms, product as sold } from '../testing/products.ts'

useGateway()

const PIECE_MINOR = 1250

/** The terms of so many pieces, all under one key. */
type Pieces = (quantity: number) => OrderTerms

/** Pieces of goods that no other test sells. The page says how many of a product. */
function piecesOf(goods: Partial<OrderTerms>): Pieces {
  const one = termsOf(goods)
  return (quantity) => ({
    ...{ ...one, units: quantity, amountMinor: quantity * PIECE_MINOR },
    ...(goods.product && { chosen: { quantity } }),
  })
}

const unlimited = () => ({ offer: crypto.randomUUID() })

const GOODS: readonly (readonly [string, () => Promise<Partial<OrderTerms>>])[] = [
  ['a limited offer', async () => offer(40)],
  ['an offer without a limit', async () => unlimited()],
  ['a product whose units are counted', async () => productTerms(await sold(40))],
  ['a product whose units are not counted', async () => productTerms(await sold())],
]

/** What answers for the limiter and for the counters of a test's orders. */
interface Answers {
  /** Answers for the limiter about one try after the other, once its network may be asked; then the network does. */
  readonly tries?: readonly ((enter: () => Promise<Entry>) => Promise<Entry>)[]
  /** Answers for the counters, which are asked first whether an offer is sold out. */
  readonly isSoldOut?: () => Promise<boolean>
  /** For how long an opening waits for the click that it crosses. */
  readonly replyWait: number
}

/** Has these answer. Nothing else of such a test is late, also on a slow machine. */
function answering({ tries = [], isSoldOut, replyWait }: Answers): void {
  const left = [...tries]
  const budget = (own: DurableObjectStub<Budget>) => ({
    enterNetwork: (...wish: Parameters<Budget['enterNetwork']>) => {
      const enter = async () => await own.enterNetwork(...wish)
      return (left.shift() ?? ((entered) => entered()))(enter)
    },
    enter: (...wish: Parameters<Budget['enter']>) => own.enter(...wish),
    settle: (...told: Parameters<Budget['settle']>) => own.settle(...told),
  })
  let isAsked = false
  const counter = (own: DurableObjectStub<OfferLimit>) => ({
    isSoldOut: (...wish: Parameters<OfferLimit['isSoldOut']>) => {
      const isFirst = !isAsked
      isAsked = true
      return isFirst && isSoldOut ? isSoldOut() : own.isSoldOut(...wish)
    },
    reserve: (...wish: Parameters<OfferLimit['reserve']>) => own.reserve(...wish),
    release: (...wish: Parameters<OfferLimit['release']>) => own.release(...wish),
  })
  setWith({
    ...lasting({
      replyWait,
      ...{ limiterDeadline: 30_000, soldOutDeadline: 30_000, requestDeadline: 30_000 },
    }),
    LIMITS: JSON.stringify({ cardsForOffers: 'auto' }),
    BUDGETS: { getByName: (name: string) => budget(env.BUDGETS.getByName(name)) },
    OFFER_LIMITS: { getByName: (name: string) => counter(env.OFFER_LIMITS.getByName(name)) },
  })
}

/** Has something happen while the limiter is asked about the next try. No opening waits for the click then. */
const whileAdmitted = (happens: () => Promise<unknown>) =>
  answering({ tries: [(enter) => happens().then(enter)], replyWait: 1 })

const click = (terms: OrderTerms, change: Partial<PaymentRequest> = {}, page = order(terms.id)) =>
  page.checkOut(terms, { ...request, key: 'key.1', ip: elsewhere(), waitMs: 5000, ...change })

const open = (terms: OrderTerms) => order(terms.id).open(terms)

const amountsSent = () => gateway.requests.map((form) => form.get('amount'))

const heldOf = async ({ offer, limit }: OrderTerms) => (offer && limit !== undefined ? counted(offer) : 0)

/** The pieces that the order of these terms is to hold once it is paid. */
const unitsOf = ({ limit, units = 1 }: OrderTerms) => (limit === undefined ? 0 : units)

const REUSED = { ok: false, reason: { code: 'key-reused' } }

describe.each(GOODS)('a click for %s', (_, goods) => {
  it.each([
    ['one piece', 1, 10, '125.00'],
    ['ten pieces', 10, 1, '12.50'],
  ])(
    'on %s is refused where its key opens another quantity meanwhile',
    async (__, clicked, opened, amount) => {
      const pieces = piecesOf(await goods())
      const [wanted, stored] = [pieces(clicked), pieces(opened)]
      whileAdmitted(() => open(stored))
      const ip = elsewhere()

      const answer = await click(wanted, { ip })

      const order = { status: 'open', amount, attempts: [] }
      expect(answer).toMatchObject({ ok: false, reason: { code: 'key-reused', order } })
      expect(amountsSent()).toEqual([])
      expect(await heldOf(wanted)).toBe(0)
      expect(await eventsOf(stored.id)).toEqual([])
      // The limits have the try back: the next one of the network has no pause.
      expect(await click(stored, { ip })).toMatchObject({ ok: true })
      expect(amountsSent()).toEqual([amount])
      expect(await heldOf(stored)).toBe(unitsOf(stored))
    },
  )

  it('makes one attempt in one order where its key opens the same quantity meanwhile', async () => {
    const three = piecesOf(await goods())(3)
    whileAdmitted(() => open(three))

    const answer = await click(three)

    expect(answer).toMatchObject({
      ok: true,
      value: { order: { amount: '37.50', attempts: [{ number: 1 }] } },
    })
    expect(amountsSent()).toEqual(['37.50'])
    expect(await heldOf(three)).toBe(unitsOf(three))
  })
})

describe('a click on one piece', () => {
  it('is refused where the counter of the opening answers while the limiter is asked', async () => {
    const pieces = piecesOf(offer(40))
    let isAsked = false
    const counter = Promise.withResolvers<boolean>()
    const limiter = Promise.withResolvers<void>()
    answering({
      isSoldOut: () => {
        isAsked = true
        return counter.promise
      },
      tries: [(enter) => limiter.promise.then(enter)],
      replyWait: 30_000,
    })
    const opening = open(pieces(10))
    await expect.poll(() => isAsked).toBe(true)
    const clicked = click(pieces(1))

    counter.resolve(false)
    expect(await opening).toMatchObject({ ok: true, value: { order: { amount: '125.00' } } })
    limiter.resolve()

    expect(await clicked).toMatchObject(REUSED)
    expect(amountsSent()).toEqual([])
    expect(await heldOf(pieces(1))).toBe(0)
    expect(await shown(pieces(1).id)).toMatchObject({ status: 'open', amount: '125.00', attempts: [] })
  })

  // Each click in front puts this one off by some steps of the order's work, so that the opening comes between other two.
  it.each([
    ['a limited offer', 0, () => offer(40)],
    ['an offer without a limit', 0, unlimited],
    ['an offer without a limit', 1, unlimited],
    ['an offer without a limit', 2, unlimited],
  ])(
    'of %s is refused where it waited with the opening, and behind %s clicks without an address',
    async (_, inFront, goods) => {
      const pieces = piecesOf(goods())
      let isAsked = false
      const limiter = Promise.withResolvers<void>()
      const early: Entry = { standing: { type: 'early', waitMs: 8000 } }
      answering({
        tries: [
          () => {
            isAsked = true
            return limiter.promise.then(() => early)
          },
        ],
        replyWait: 30_000,
      })
      const first = click(pieces(1))
      await expect.poll(() => isAsked).toBe(true)
      const page = order(pieces(1).id)
      const opening = page.open(pieces(10))
      const unnamed = Array.from({ length: inFront }, () => click(pieces(1), { customer: {} }, page))
      const clicked = click(pieces(1), {}, page)
      // They have arrived before this is answered.
      await page.snapshot()

      limiter.resolve()

      expect(await first).toMatchObject({ ok: false, reason: { code: 'too-many-requests' } })
      expect(await opening).toMatchObject({ ok: true, value: { order: { amount: '125.00' } } })
      for (const refused of await Promise.all(unnamed)) expect(refused.ok).toBe(false)
      expect(await clicked).toMatchObject(REUSED)
      expect(amountsSent()).toEqual([])
      expect(await heldOf(pieces(1))).toBe(0)
    },
  )
})

describe('a click for a product', () => {
  it('that says no quantity is refused where its key opens ten pieces meanwhile', async () => {
    const goods = productTerms(await sold())
    const pieces = piecesOf(goods)
    whileAdmitted(() => open(pieces(10)))

    expect(await click({ ...pieces(1), chosen: {} })).toMatchObject(REUSED)
    expect(amountsSent()).toEqual([])
  })

  it('is refused where its key opens the piece at another price meanwhile', async () => {
    const one = piecesOf(productTerms(await sold()))(1)
    whileAdmitted(() => open({ ...one, amountMinor: 1300 }))

    expect(await click(one)).toMatchObject(REUSED)
    expect(amountsSent()).toEqual([])
  })

  it('is refused where its key opens the piece meanwhile as one whose units are counted', async () => {
    const one = piecesOf(productTerms(await sold()))(1)
    whileAdmitted(() => open({ ...one, limit: 40 }))

    expect(await click(one)).toMatchObject(REUSED)
    expect(amountsSent()).toEqual([])
  })
})
