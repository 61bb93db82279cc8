import { describe, expect, it } from 'vitest'
import type { ProductLook } from '../../shared/product.ts'
import { deferred } from '../browser/deferred.ts'
import { LOOK_AGE_MS } from '../durations.ts'
import { Checkout, FakeTab, lookOf, offerOf, PAGE } from '../testing/harness.ts'

const HOSTED = 'https://gateway.example.com/form/1'

const redirect = { type: 'redirect', url: HOSTED } as const

/** A tab whose edge sells some products. */
function tabWith(...products: readonly ProductLook[]) {
  const tab = new FakeTab()
  tab.edge.products = products
  return tab
}

/** A tag that sells one product. */
async function selling(look: ProductLook, tab = tabWith(look), attributes = {}) {
  const checkout = await Checkout.open({ product: look.id, locale: 'en-IE', ...attributes }, tab)
  return { checkout, tab, edge: tab.edge }
}

/** A tag whose markup waits for its product. */
function waiting(look: ProductLook, tab: FakeTab) {
  const checkout = Checkout.make({ product: look.id, locale: 'en-IE' }, tab)
  checkout.element.innerHTML = '<a href="https://pay.example.com/pay#product=mug">Pay here</a>'
  document.body.append(checkout.element)
  return checkout
}

const isSkeleton = ({ root }: Checkout) => !!root.querySelector('form.starting[aria-busy=true]')

/** What the shop's own link in the tag looks like to a shopper. */
const showsLink = ({ element }: Checkout) => !!element.querySelector('a')?.checkVisibility()

const later = (tab: FakeTab, ms = LOOK_AGE_MS + 1) => {
  tab.now += ms
  document.dispatchEvent(new Event('visibilitychange'))
}

/** Changes a price in the catalogue. */
const priced = (tab: FakeTab, look: ProductLook, amount: string) => {
  tab.edge.products = tab.edge.products.map((one) => (one.id === look.id ? { ...one, amount } : one))
}

describe('a product', () => {
  it.each([
    [
      'is asked about once more where its form has an address, which begins with the connection’s country',
      true,
    ],
    ['is not asked about once more where its form has no address', false],
  ])('%s', async (_, hasAddress) => {
    const look = lookOf({ collect: hasAddress ? ['shipping'] : ['email'] })
    const tab = tabWith(look)
    tab.edge.country = 'AT'
    const { checkout, edge } = await selling(look, tab)

    checkout.touch()
    checkout.touch()
    await checkout.element.refresh()

    if (hasAddress) await expect.poll(() => checkout.control('Country').value).toBe('AT')
    expect(edge.called('check').map(({ body }) => body)).toEqual(hasAddress ? [{ product: look.id }] : [])
  })

  it('is drawn and paid as an offer is, by one request for what it is', async () => {
    const look = lookOf({ quantity: { min: 1, max: 5 } })
    const { checkout, edge } = await selling(look)
    await checkout.type('Quantity', '2')
    await checkout.reads('A mug 2 × €12.50 Total €25.00')

    checkout.press('Continue to payment')
    await checkout.reads('Preparing')

    expect(edge.calls.map(({ route }) => route)).toEqual(['product', 'checkout'])
    expect(edge.called('checkout')[0]?.body).toEqual({
      product: look.id,
      quantity: 2,
      expect: { amount: '25.00', currency: 'EUR' },
      ...{ locale: 'en-IE', returnUrl: PAGE, pageUrl: PAGE },
      pay: expect.objectContaining({ method: 'hosted' }),
    })
    expect(checkout.outcomes).toEqual(['pay-ready', 'pay-submit'])
  })

  it('leaves its sum open where the shop does, and tells the edge which one the shopper saw', async () => {
    const { checkout, edge } = await selling(lookOf({ min: '2.00', max: '50.00', suggested: ['5.00'] }))
    await checkout.type('Other amount', '20')

    checkout.press('Continue to payment')
    await checkout.reads('Preparing')

    expect(edge.called('checkout')[0]?.body).toMatchObject({
      amount: '20.00',
      expect: { amount: '20.00', currency: 'EUR' },
    })
  })

  it('asks for what its shop wants to know, in the ways that it takes', async () => {
    const { checkout } = await selling(lookOf({ collect: ['email', 'name'], methods: ['hosted'] }))

    await checkout.reads(/Email.*Full name/)
  })

  it('charges nothing for a card that is verified, and names no sum', async () => {
    const { checkout, edge } = await selling(lookOf({ intent: 'verify' }))

    checkout.press('Verify your card')
    await checkout.reads('Preparing')

    expect(edge.called('checkout')[0]?.body).not.toHaveProperty('expect')
  })

  it('that is no name of one is asked for nowhere', async () => {
    const checkout = await Checkout.open({ product: '../orders' })

    await checkout.reads('The shop has withdrawn this offer.')
    expect(checkout.edge.calls).toEqual([])
  })

  it('is another thing once the page names another one', async () => {
    const [mug, plate] = [lookOf(), lookOf({ name: 'A plate', amount: '3.00' })]
    const { checkout } = await selling(mug, tabWith(mug, plate))

    checkout.element.product = plate.id

    await checkout.reads('A plate Total €3.00 Continue to payment')
  })
})

describe('a product that is not there yet', () => {
  it('has a skeleton in its place, and then the product', async () => {
    const tab = tabWith(lookOf())
    const [look] = tab.edge.products as [ProductLook]
    const { promise, resolve } = deferred<void>()
    tab.edge.productsAfter = promise
    const checkout = waiting(look, tab)
    await expect.poll(() => tab.edge.called('product')).toHaveLength(1)

    // The language and the ways to pay are drawn without by then.
    tab.endPauses()
    await checkout.drawn()
    expect([isSkeleton(checkout), checkout.buttons, showsLink(checkout)]).toEqual([true, [], false])

    resolve()
    await checkout.reads('A mug Total €12.50 Continue to payment')
    expect(checkout.outcomes).toEqual(['pay-ready'])
  })

  it('ends in the page’s own link where no answer comes, and is sold after another try', async () => {
    const look = lookOf()
    const tab = tabWith(look)
    tab.edge.failNext('product', 'unreachable')
    const checkout = waiting(look, tab)

    await checkout.reads('This could not be loaded The connection was lost. Please try again.')
    expect(showsLink(checkout)).toBe(true)
    expect(checkout.event('pay-failed').error).toMatchObject({ code: 'network', recoverable: true })

    checkout.press('Try again')
    await checkout.reads('€12.50 Continue to payment')
    expect(showsLink(checkout)).toBe(false)
  })

  it.each(['online', 'visibilitychange'])('is asked for again by itself: %s', async (type) => {
    const look = lookOf()
    const tab = tabWith(look)
    tab.edge.failNext('product', 'unreachable')
    const checkout = waiting(look, tab)
    await checkout.reads('The connection was lost.')

    const target = type === 'online' ? window : document
    target.dispatchEvent(new Event(type))

    await checkout.reads('€12.50 Continue to payment')
  })

  it('is asked for by no page that the browser only prepares', async () => {
    const look = lookOf()
    const tab = tabWith(look)
    Object.defineProperty(document, 'prerendering', { value: true, configurable: true })
    const checkout = waiting(look, tab)
    await checkout.drawn()
    later(tab)
    expect([tab.edge.calls, tab.pauses]).toEqual([[], []])

    Reflect.deleteProperty(document, 'prerendering')
    document.dispatchEvent(new Event('prerenderingchange'))

    await checkout.reads('€12.50 Continue to payment')
  })
})

describe('a product that is not sold', () => {
  it.each([
    ['hidden', [], 'The shop has withdrawn this offer.', 'product-unavailable'],
    ['sold out', [{ soldOut: true }], 'It is sold out, or has been paid already.', 'offer-limit'],
  ] as const)('because it is %s says so, and takes no payment', async (_, change, words, code) => {
    const look = lookOf()
    const tab = tabWith(...change.map((one) => ({ ...look, ...one })))
    const { checkout } = await selling(look, tab)

    await checkout.reads(words)

    expect(checkout.event('pay-failed').error).toMatchObject({ code, recoverable: false })
    expect(checkout.outcomes).toEqual(['pay-failed'])
    expect(checkout.buttons).toEqual([])
    await checkout.element.submit()
    expect(tab.edge.payments).toEqual([])
  })

  it('at the click is not charged', async () => {
    const look = lookOf()
    const { checkout, tab } = await selling(look)
    tab.edge.products = []

    checkout.press('Continue to payment')

    await checkout.reads('The shop has withdrawn this offer.')
    expect(tab.edge.orderCount).toBe(0)
    expect(checkout.buttons).toEqual([])
  })

  it('is sold once it is there again', async () => {
    const look = lookOf()
    const { checkout, tab } = await selling(look, tabWith({ ...look, soldOut: true }))
    await checkout.reads('sold out')
    tab.edge.products = [look]

    later(tab)

    await checkout.reads('€12.50 Continue to payment')
    expect(checkout.outcomes).toEqual(['pay-failed', 'pay-ready'])
  })

  it('still shows the order that was paid before', async () => {
    const look = lookOf()
    const { checkout, tab } = await selling(look)
    checkout.press('Continue to payment')
    await checkout.reads('Preparing')
    await checkout.told({ status: 'approved', lines: [] })
    await checkout.reads('Thank you!')
    checkout.element.remove()

    for (const products of [[], [{ ...look, soldOut: true as const }]]) {
      tab.edge.products = products
      const again = await Checkout.open({ product: look.id, locale: 'en-IE' }, tab)
      await again.reads('Thank you!')
      again.element.remove()
    }
  })
})

describe('a price that changes', () => {
  it('before the click is shown, charges nothing, and is paid by the next click under the same key', async () => {
    const look = lookOf()
    const { checkout, tab } = await selling(look)
    priced(tab, look, '14.00')

    checkout.press('Continue to payment')

    await checkout.reads('The amount or the order has changed. Nothing was charged.')
    await checkout.reads('A mug Total €14.00')
    expect(tab.edge.orderCount).toBe(0)
    expect(checkout.event('pay-failed').error).toMatchObject({ code: 'price-changed', recoverable: true })
    checkout.press('Continue to payment')
    await checkout.reads('Preparing')
    const [first, second] = tab.edge.called('checkout')
    expect(second?.body).toMatchObject({ expect: { amount: '14.00', currency: 'EUR' } })
    expect(second?.key).toBe(first?.key)
    expect(tab.edge.order.amount).toBe('14.00')
  })

  it('after an answer that was lost leaves one order, at the price of the click', async () => {
    const look = lookOf()
    const { checkout, tab } = await selling(look)
    tab.edge.failNext('checkout', 'answer-lost')
    tab.edge.failNext('checkout', 'unreachable')
    checkout.press('Continue to payment')
    await checkout.reads('The connection was lost.')
    priced(tab, look, '14.00')

    later(tab)
    await checkout.reads('Total €14.00')
    checkout.press('Continue to payment')

    await checkout.reads('€12.50 Preparing')
    expect(tab.edge.orderCount).toBe(1)
    expect(tab.edge.order).toMatchObject({ amount: '12.50', attempts: [{ number: 1 }] })
  })

  it('after an answer that was lost and a reload leaves one order too', async () => {
    const look = lookOf()
    const { checkout, tab } = await selling(look)
    tab.edge.failNext('checkout', 'answer-lost')
    tab.edge.failNext('checkout', 'unreachable')
    checkout.press('Continue to payment')
    await checkout.reads('The connection was lost.')
    checkout.element.remove()
    priced(tab, look, '14.00')

    const again = await Checkout.open({ product: look.id, locale: 'en-IE' }, tab)

    await again.reads('€12.50 Preparing')
    expect(tab.edge.orderCount).toBe(1)
  })

  it('after a request that never arrived is paid once, at the new price', async () => {
    const look = lookOf()
    const { checkout, tab } = await selling(look)
    tab.edge.failNext('checkout', 'unreachable')
    tab.edge.failNext('checkout', 'unreachable')
    checkout.press('Continue to payment')
    await checkout.reads('The connection was lost.')
    priced(tab, look, '14.00')
    later(tab)
    await checkout.reads('Total €14.00')

    checkout.press('Continue to payment')

    await checkout.reads('€14.00 Preparing')
    expect(tab.edge.triedSums).toEqual(['14.00'])
  })

  it('after its order was opened, and nothing was paid, is paid by an order of its own', async () => {
    const look = lookOf()
    const { checkout, tab } = await selling(look)
    tab.edge.failNext('checkout', 'unreachable')
    tab.edge.failNext('checkout', 'unreachable')
    checkout.press('Continue to payment')
    await checkout.reads('The connection was lost.')
    checkout.element.remove()
    // Looks for the lost payment, and so opens the order.
    const again = await Checkout.open({ product: look.id, locale: 'en-IE' }, tab)
    await again.reads('€12.50 Continue to payment')
    expect(tab.edge.order).toMatchObject({ amount: '12.50', status: 'open' })
    priced(tab, look, '14.00')

    again.press('Continue to payment')
    await again.reads('The amount or the order has changed. Nothing was charged.')
    again.press('Continue to payment')

    await again.reads('€14.00 Preparing')
    expect(tab.edge.triedSums).toEqual(['14.00'])
  })

  it('during the click pays nothing: the tag asks again', async () => {
    const look = lookOf()
    const { checkout, tab } = await selling(look)
    const { promise, resolve } = deferred<void>()
    checkout.element.addEventListener('pay-submit', (event) => event.waitUntil(promise), { once: true })
    tab.edge.productsAfter = promise
    later(tab)
    await expect.poll(() => tab.edge.called('product')).toHaveLength(2)
    priced(tab, look, '14.00')
    checkout.press('Continue to payment')

    resolve()

    await checkout.reads('The amount or the order has changed. Nothing was charged.')
    await checkout.reads('Total €14.00')
    expect(tab.edge.payments).toEqual([])
  })

  it('after a declined card needs another order, which the next click opens', async () => {
    const look = lookOf()
    const { checkout, tab } = await selling(look)
    checkout.press('Continue to payment')
    await checkout.reads('Preparing')
    await checkout.told({ status: 'declined' })
    await checkout.reads('Payment declined')
    const now = { ...look, amount: '14.00' }
    tab.edge.products = [now]
    tab.edge.failNext('pay', { code: 'price-changed', products: [now] })

    checkout.press('Try again')
    await checkout.reads('The amount or the order has changed. Nothing was charged.')
    checkout.press('Continue to payment')

    await checkout.reads('€14.00 Preparing')
    const keys = new Set(tab.edge.called('checkout').map(({ key }) => key))
    expect(keys.size).toBe(2)
    expect(tab.edge.triedSums).toEqual(['12.50', '14.00'])
    expect(tab.edge.called('cancel')).toHaveLength(1)
  })

  it('leaves what was typed', async () => {
    const look = lookOf({ collect: ['email'], quantity: { min: 1, max: 5 } })
    const { checkout, tab } = await selling(look)
    await checkout.type('Quantity', '3')
    await checkout.type('Email', 'ada@example.com')
    priced(tab, look, '14.00')

    later(tab)

    await checkout.reads('Total €42.00')
    expect(checkout.control('Email').value).toBe('ada@example.com')
  })
})

describe('a shopper who comes back', () => {
  it.each([
    ['after more than a minute', LOOK_AGE_MS + 1, 2],
    ['within a minute', LOOK_AGE_MS - 1, 1],
  ])('%s is asked for once: at most one more request', async (_, ms, requests) => {
    const { checkout, tab } = await selling(lookOf())

    later(tab, ms)
    window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))
    document.dispatchEvent(new Event('visibilitychange'))

    await expect.poll(() => tab.edge.called('product')).toHaveLength(requests)
    await checkout.reads('€12.50 Continue to payment')
    await checkout.drawn()
    expect(tab.edge.called('product')).toHaveLength(requests)
  })

  it('by Back sees the present price', async () => {
    const look = lookOf()
    const { checkout, tab } = await selling(look)
    priced(tab, look, '14.00')
    tab.now += LOOK_AGE_MS + 1

    window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))

    await checkout.reads('Total €14.00')
  })

  it('without a network keeps the price that was drawn', async () => {
    const { checkout, tab } = await selling(lookOf())
    tab.edge.failNext('product', 'unreachable')

    later(tab)

    await expect.poll(() => tab.edge.called('product')).toHaveLength(2)
    await checkout.reads('€12.50 Continue to payment')
    expect(checkout.outcomes).toEqual(['pay-ready'])
  })

  it('to a product that was hidden meanwhile reads so', async () => {
    const { checkout, tab } = await selling(lookOf())
    tab.edge.products = []

    later(tab)

    await checkout.reads('The shop has withdrawn this offer.')
  })

  it('while a payment is under way asks for no price', async () => {
    const { checkout, tab } = await selling(lookOf())
    checkout.press('Continue to payment')
    await checkout.reads('Preparing')
    await checkout.told({ status: 'redirect', action: redirect })

    later(tab)

    await expect.poll(() => tab.edge.called('read').length).toBeGreaterThan(0)
    expect(tab.edge.called('product')).toHaveLength(1)
  })
})

describe('the first touch', () => {
  it('of a product that was just looked at asks for nothing', async () => {
    const { checkout, tab } = await selling(lookOf())

    checkout.touch()

    await expect.poll(() => localStorage.length).toBe(1)
    expect(tab.edge.calls.map(({ route }) => route)).toEqual(['product'])
  })

  it('of one that was looked at long ago looks again', async () => {
    const look = lookOf()
    const { checkout, tab } = await selling(look)
    priced(tab, look, '14.00')
    tab.now += LOOK_AGE_MS + 1

    checkout.touch()

    await checkout.reads('Total €14.00')
  })
})

describe('the order of a product', () => {
  it('is one in two tabs', async () => {
    const look = lookOf()
    const { checkout, tab } = await selling(look)
    const other = await Checkout.open({ product: look.id, locale: 'en-IE' }, tab)

    checkout.press('Continue to payment')
    other.press('Continue to payment')

    await checkout.reads('Preparing')
    await other.reads('Preparing')
    expect(tab.edge.orderCount).toBe(1)
    expect(tab.edge.order.attempts).toHaveLength(1)
  })

  it('has another key after “buy again”', async () => {
    const { checkout, tab } = await selling(lookOf())
    checkout.press('Continue to payment')
    await checkout.reads('Preparing')
    await checkout.told({ status: 'approved' })
    await checkout.reads('Thank you!')

    checkout.press('Buy again')
    await checkout.reads('€12.50 Continue to payment')
    checkout.press('Continue to payment')

    await checkout.reads('Preparing')
    expect(tab.edge.orderCount).toBe(2)
  })
})

describe('a cart', () => {
  const mug = () => lookOf({ quantity: { min: 1, max: 9 } })

  /** A tag whose cart has a product, an offer and another product. */
  async function mixed(tab: FakeTab, ...[cup, plate]: readonly ProductLook[]) {
    const offer = offerOf({ description: 'A spoon', amount: '0.10' })
    const checkout = Checkout.make({ locale: 'en-IE' }, tab)
    checkout.element.innerHTML = `<pay-line product="${cup?.id}" quantity="2"></pay-line>
      <pay-line offer="${offer}"></pay-line><pay-line product="${plate?.id}"></pay-line>`
    document.body.append(checkout.element)
    return { checkout, offer }
  }

  it('mixes offers and products, and says how many of each', async () => {
    const [cup, plate] = [mug(), lookOf({ name: 'A plate', amount: '3.00', quantity: { min: 2, max: 4 } })]
    const tab = tabWith(cup, plate)
    const { checkout, offer } = await mixed(tab, cup, plate)
    await checkout.reads(/2 × A mug €25\.00 A spoon €0\.10 2 × A plate €6\.00 Total €31\.10/)

    checkout.press('Continue to payment')
    await checkout.reads('Preparing')

    expect(tab.edge.called('checkout')[0]?.body).toMatchObject({
      lines: [{ product: cup.id, quantity: 2 }, { offer }, { product: plate.id, quantity: 2 }],
      expect: { amount: '31.10', currency: 'EUR' },
    })
  })

  it('shows the new sum where one price has changed', async () => {
    const [cup, plate] = [mug(), lookOf({ name: 'A plate', amount: '3.00' })]
    const tab = tabWith(cup, plate)
    const { checkout } = await mixed(tab, cup, plate)
    await checkout.reads('€28.10 Continue to payment')
    priced(tab, plate, '4.00')

    checkout.press('Continue to payment')

    await checkout.reads('The amount or the order has changed. Nothing was charged.')
    await checkout.reads('Total €29.10')
  })

  it.each([
    ['is hidden', [], 'product-unavailable', /product-\d+: The shop has withdrawn this offer\./],
    ['is sold out', [{ soldOut: true }], 'offer-limit', 'A plate: This offer is no longer available.'],
  ] as const)('names the product that %s', async (_, change, code, words) => {
    const [cup, plate] = [mug(), lookOf({ name: 'A plate', amount: '3.00' })]
    const tab = tabWith(cup, ...change.map((one) => ({ ...plate, ...one })))
    const { checkout } = await mixed(tab, cup, plate)

    await checkout.reads(words)

    expect(checkout.event('pay-failed').error).toMatchObject({ code, field: 'lines.2.product' })
  })

  it('changes with the products in the tag', async () => {
    const [cup, plate] = [mug(), lookOf({ name: 'A plate', amount: '3.00' })]
    const { checkout } = await mixed(tabWith(cup, plate), cup, plate)
    await checkout.reads('€28.10 Continue to payment')

    checkout.element.lastElementChild?.setAttribute('product', cup.id)
    checkout.element.firstElementChild?.remove()

    await checkout.reads('€12.60 Continue to payment')
  })
})
