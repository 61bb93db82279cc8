/** Attempts in orders of products: the catalogue changes, is away, or the order's object dies at any step. */
import { describe, expect, it, vi } from 'vitest'
import { Catalogue } from '../catalogue/catalogue.ts'
import type { KeptProduct } from '../domain/product.ts'
import type { OrderTerms } from '../domain/terms.ts'
import { crashAt, setWith } from '../testing/edge.ts'
import type { PaymentRequest } from './attempt-start.ts'
import type { CrashPoint } from './context.ts'
import { becomes, gateway, order, request, shown, UNHURRIED, useGateway } from './testing/hosted-orders.ts'
import { elsewhere } from './testing/limited-offers.ts'
import { eventsOf, lasting } from './testing/orders.ts'
import { change, product, termsFor } from './testing/products.ts'
import { statusReply } from './testing/scripted-gateway.ts'

useGateway()

const wish = (changes: Partial<PaymentRequest> = {}): PaymentRequest => ({
  ...request,
  ip: elsewhere(),
  ...changes,
})

/** Requests a payment of an order that is open. @returns `ok`, or why not. */
async function pay({ id }: OrderTerms, changes: Partial<PaymentRequest> = {}): Promise<string> {
  const answer = await order(id).pay(wish(changes))
  return answer.ok ? 'ok' : answer.reason.code
}

const checkOut = async (terms: OrderTerms, changes: Partial<PaymentRequest> = {}): Promise<string> => {
  const answer = await order(terms.id).checkOut(terms, wish({ key: 'key.1', ...changes }))
  return answer.ok ? 'ok' : answer.reason.code
}

/** The terms that the same key has once the product is another one. */
const laterTerms = ({ id }: OrderTerms, now: KeptProduct): OrderTerms =>
  termsFor(now, { id, reference: id, amountMinor: Number(now.content.amount) * 100 })

/** What the caller of an object that died learns is of no use. */
const dead = () => undefined

describe('an attempt in an order of a product', () => {
  it('asks no catalogue where its caller has just read it, and once where the order was open', async () => {
    const sold = await product()
    const read = vi.spyOn(Catalogue.prototype, 'read')

    expect(await checkOut(termsFor(sold))).toBe('ok')
    expect(read).not.toHaveBeenCalled()

    const terms = termsFor(sold)
    await order(terms.id).open(terms)
    expect(await pay(terms)).toBe('ok')
    expect(read.mock.calls).toEqual([[[sold.id]]])
    read.mockRestore()
  })

  it('starts after a declined one only as long as the price is the same', async () => {
    gateway.onStatus(statusReply('declined'))
    const sold = await product()
    const terms = termsFor(sold)
    expect(await checkOut(terms)).toBe('ok')
    await becomes(terms.id, 'declined')
    expect(await pay(terms, { key: 'key-2' })).toBe('ok')
    await becomes(terms.id, 'declined')

    await change(sold.id, { amount: '13.00' })

    expect(await pay(terms, { key: 'key-3' })).toBe('price-changed')
    expect(gateway.requests).toHaveLength(2)
  })

  it('is followed to its end although the product is hidden while it is under way', async () => {
    const sold = await product()
    const terms = termsFor(sold)
    expect(await checkOut(terms)).toBe('ok')
    await change(sold.id, { shown: false })

    gateway.onStatus(statusReply('approved'))

    await becomes(terms.id, 'approved')
    expect(await shown(terms.id)).toMatchObject({ amount: '12.50' })
  })

  it('is refused for now where the catalogue does not answer, and starts once it does', async () => {
    setWith(lasting({ soldOutDeadline: 20 }))
    const terms = termsFor(await product())
    await order(terms.id).open(terms)
    const read = vi
      .spyOn(Catalogue.prototype, 'read')
      .mockImplementation(() => new Promise(() => {}) as never)

    expect(await pay(terms)).toBe('unavailable')
    read.mockRestore()

    setWith({})
    expect(gateway.requests).toHaveLength(0)
    expect(await pay(terms)).toBe('ok')
  })

  it.each<CrashPoint>(['catalogue-next', 'catalogue-answered'])(
    'is one, and sent once, where its object dies at %s and the page asks again',
    async (point) => {
      const terms = termsFor(await product())
      await order(terms.id).open(terms)
      crashAt(terms.id, point)
      await pay(terms).catch(dead)

      expect(await pay(terms)).toBe('ok')

      expect((await shown(terms.id))?.attempts).toHaveLength(1)
      expect(gateway.requests).toHaveLength(1)
    },
  )

  it.each<CrashPoint>(['catalogue-next', 'catalogue-answered'])(
    'sends nothing where the price changes while its object is dead after %s',
    async (point) => {
      const sold = await product()
      const terms = termsFor(sold)
      await order(terms.id).open(terms)
      crashAt(terms.id, point)
      await pay(terms).catch(dead)
      await change(sold.id, { amount: '13.00' })

      expect(await pay(terms)).toBe('price-changed')

      expect(gateway.requests).toHaveLength(0)
      expect(await eventsOf(terms.id)).toEqual([])
    },
  )

  it.each<CrashPoint>(['intent-stored', 'answer-next'])(
    'that opens its order is one, at the old price, where its object dies at %s and the price changes',
    async (point) => {
      setWith(UNHURRIED)
      const sold = await product(1)
      const terms = termsFor(sold)
      crashAt(terms.id, point)
      await checkOut(terms, { waitMs: 5000 }).catch(dead)

      const later = laterTerms(terms, await change(sold.id, { amount: '13.00' }))

      expect(await checkOut(later, { waitMs: 1 })).toBe('ok')
      expect(await shown(terms.id)).toMatchObject({ amount: '12.50', attempts: [{ number: 1 }] })
      expect(gateway.requests.map((form) => form.get('amount'))).toEqual(
        point === 'intent-stored' ? [] : ['12.50'],
      )
    },
  )

  it.each<CrashPoint>(['counter-next', 'counter-answered'])(
    'that opens its order is one, at the new price, where its object dies at %s before anything was agreed on',
    async (point) => {
      const sold = await product(1)
      const terms = termsFor(sold)
      crashAt(terms.id, point)
      await checkOut(terms).catch(dead)

      const later = laterTerms(terms, await change(sold.id, { amount: '13.00' }))

      // Until the order that was never opened is forgotten, it takes no attempt at either price.
      await expect.poll(() => checkOut(later)).toBe('ok')
      expect(gateway.requests.map((form) => form.get('amount'))).toEqual(['13.00'])
    },
  )
})

describe('an order of a product', () => {
  it('is found under its key whatever terms the catalogue makes now, and never takes them', async () => {
    const sold = await product()
    const terms = termsFor(sold)
    await order(terms.id).open(terms)
    const later = laterTerms(terms, await change(sold.id, { amount: '99.00' }))

    expect(await order(terms.id).open(later)).toMatchObject({
      ok: true,
      value: { order: { amount: '12.50' }, openedAt: terms.openedAt },
    })
    expect(await checkOut(later)).toBe('price-changed')
    expect(gateway.requests).toHaveLength(0)
  })

  it('takes no first attempt by a request whose own terms come to another sum', async () => {
    const sold = await product()
    const terms = termsFor(sold, { amountMinor: 2500, units: 2, chosen: { quantity: 2 } })
    await change(sold.id, { quantity: { min: 1, max: 5 } })
    await order(terms.id).open(terms)

    // The page now says no quantity, and its shopper saw the price of one piece.
    const less = termsFor(sold, { id: terms.id, reference: terms.id, chosen: {} })

    expect(await checkOut(less)).toBe('price-changed')
    expect(gateway.requests).toHaveLength(0)
    expect(await checkOut(terms)).toBe('ok')
    expect(await checkOut(less)).toBe('ok')
    expect(gateway.requests.map((form) => form.get('amount'))).toEqual(['25.00'])
  })

  it('is not found where it is only being tried for units, nor where it never was', async () => {
    const terms = termsFor(await product())

    expect(await order(terms.id).findOpened({ offer: 'x' })).toBeUndefined()
  })
})
