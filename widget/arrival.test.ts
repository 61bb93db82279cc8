import { afterEach, describe, expect, it } from 'vitest'
import { readArrival, returnAddress, withoutArrival } from './arrival.ts'
import { FakeEdge } from './fake-edge.ts'
import { Checkout, FakeTab, offerOf, PAGE } from './harness.ts'
import { offerDigest } from './offer.ts'

afterEach(() => {
  document.body.replaceChildren()
  localStorage.clear()
})

describe('an address', () => {
  it.each([
    ['https://shop.example/#pay-order=abc.x.y.z', 'https://shop.example/'],
    ['https://shop.example/#reviews&pay-order=abc.x.y.z', 'https://shop.example/#reviews'],
    ['https://shop.example/#a=1&pay-order=abc.x.y.z&b=2', 'https://shop.example/#a=1&b=2'],
    ['https://shop.example/#pay-order=abc.x.y.z&b=2', 'https://shop.example/#b=2'],
    ['https://shop.example/#/thanks?pay-order=abc.x.y.z', 'https://shop.example/#/thanks'],
    ['https://shop.example/#/thanks?pay-order=abc.x.y.z&b=2', 'https://shop.example/#/thanks?b=2'],
    ['https://shop.example/?q=%20#/route?x=1&pay-order=abc.x.y.z', 'https://shop.example/?q=%20#/route?x=1'],
  ])('names an order and is left as it was without it: %s', (address, rest) => {
    expect(readArrival(address)).toEqual({ id: 'abc', token: 'x.y.z' })
    expect(withoutArrival(address)).toBe(rest)
  })

  it.each([
    'https://shop.example/',
    'https://shop.example/#reviews',
    'https://shop.example/?pay-order=abc.x.y',
    'https://shop.example/#pay-order=abc',
    'https://shop.example/#not-pay-order=abc.x',
  ])('names no order and is left alone: %s', (address) => {
    expect(readArrival(address)).toBeUndefined()
    expect(withoutArrival(address)).toBe(address)
  })
})

describe('an address to come back to', () => {
  it.each([
    ['https://shop.example/#/cart', '', 'https://shop.example/#/cart'],
    ['https://shop.example/#/cart', '&', 'https://shop.example/#/cart'],
    ['https://shop.example/#/cart', '?', 'https://shop.example/#/cart?'],
    ['https://shop.example/#/cart?a=1', '?', 'https://shop.example/#/cart?a=1'],
    ['https://shop.example/?q=1', '?', 'https://shop.example/?q=1#/?'],
  ])('%s, joined with “%s”, is %s', (address, join, expected) => {
    expect(returnAddress(address, join)).toBe(expected)
  })
})

/** A tab that came back from the hosted page. */
function back(edge: FakeEdge, id: string, fragment = '#'): FakeTab {
  const tab = new FakeTab(edge)
  tab.href = `${PAGE}${fragment}pay-order=${id}.view.token`
  return tab
}

describe('a shopper who comes back', () => {
  it('sees the order of the offer, and the address is clean', async () => {
    const [offer, edge] = [offerOf(), new FakeEdge()]
    const { id } = edge.add({ offer: await offerDigest(offer), status: 'approved' })
    const tab = back(edge, id, '#reviews&')

    const checkout = await Checkout.open({ offer, locale: 'en-IE' }, tab)

    await checkout.reads('Payment approved')
    expect(tab.href).toBe(`${PAGE}#reviews`)
    expect(checkout.outcomes).toEqual(['pay-settled'])
    expect(edge.calls.filter(({ route }) => route !== 'read')).toEqual([])
  })

  it('uses the token that this browser kept, so that trying again is the same order', async () => {
    const [offer, edge] = [offerOf(), new FakeEdge()]
    const before = await Checkout.open({ offer, locale: 'en-IE' }, new FakeTab(edge))
    before.press('Pay €12.50')
    await before.reads('Preparing')
    before.element.remove()
    edge.tell(edge.order.id, { status: 'declined' })

    const checkout = await Checkout.open({ offer, locale: 'en-IE' }, back(edge, edge.order.id))
    await checkout.reads('Payment declined')
    checkout.press('Try again')

    await checkout.reads('Preparing')
    expect(edge.order.attempts).toHaveLength(2)
  })

  it('with a token that may only look tries again with a new order', async () => {
    const [offer, edge] = [offerOf(), new FakeEdge()]
    const { id } = edge.add({ offer: await offerDigest(offer), status: 'declined' })
    const checkout = await Checkout.open({ offer, locale: 'en-IE' }, back(edge, id))
    await checkout.reads('Payment declined')

    checkout.press('Try again')

    await checkout.reads('Pay €12.50')
    await expect.poll(() => edge.orderCount).toBe(2)
  })

  it('with a token that may only look can go on, and nothing else', async () => {
    const [offer, edge] = [offerOf(), new FakeEdge()]
    const action = { type: 'redirect', url: 'https://gateway.example.com/1' } as const
    const { id } = edge.add({ offer: await offerDigest(offer), status: 'redirect', action })

    const checkout = await Checkout.open({ offer, locale: 'en-IE' }, back(edge, id))

    await checkout.reads('Your payment is waiting')
    expect(checkout.buttons).toEqual(['Continue to payment'])
    expect(checkout.tab.visited).toEqual([])
  })

  it('with the order of another offer leaves this tag and the address alone', async () => {
    const edge = new FakeEdge()
    const { id } = edge.add({ offer: 'another digest', status: 'approved' })
    const tab = back(edge, id)

    const checkout = await Checkout.open({ offer: offerOf(), locale: 'en-IE' }, tab)

    await checkout.reads('Pay €12.50')
    expect(tab.href).toContain('#pay-order=')
  })

  it('sees any order of the edge in a result tag, also after a reload', async () => {
    const edge = new FakeEdge()
    const { id } = edge.add({ offer: 'some digest', status: 'approved', description: 'A mug' })
    const tab = back(edge, id)
    const checkout = await Checkout.open({ locale: 'en-IE' }, tab)
    await checkout.reads('A mug €12.50 Payment approved')
    expect(tab.href).toBe(PAGE)
    expect(checkout.buttons).toEqual(['Print'])
    const reloaded = new FakeTab(edge)
    reloaded.state = tab.state

    await (await Checkout.open({ locale: 'en-IE' }, reloaded)).reads('Payment approved')
  })

  it('to a result tag frees the shop’s page for the next order', async () => {
    const [offer, edge] = [offerOf(), new FakeEdge()]
    const shop = await Checkout.open({ offer, locale: 'en-IE' }, new FakeTab(edge))
    shop.press('Pay €12.50')
    await shop.reads('Preparing')
    shop.element.remove()
    edge.tell(edge.order.id, { status: 'approved', offer: await offerDigest(offer) })

    const result = await Checkout.open({}, back(edge, edge.order.id))
    await result.reads('Payment approved')

    expect(localStorage).toHaveLength(0)
  })

  it('reads the page’s own words in a result tag without an order', async () => {
    const checkout = Checkout.make({})
    checkout.element.textContent = 'Nothing here'
    document.body.append(checkout.element)
    await checkout.drawn()

    expect(checkout.element.innerText).toBe('Nothing here')
    expect(checkout.edge.calls).toEqual([])
  })
})

it('a session is an order that is known from the start', async () => {
  const edge = new FakeEdge()
  const { id } = edge.add({ status: 'open' })
  const checkout = await Checkout.open({ session: `${id}.pay.token.1`, locale: 'en-IE' }, new FakeTab(edge))
  await checkout.reads('Pay €12.50')

  checkout.press('Pay €12.50')

  await checkout.reads('Preparing')
  expect(edge.called('pay')[0]).toMatchObject({ key: `${id}.1` })
})
