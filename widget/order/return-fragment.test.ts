import { describe, expect, it } from 'vitest'
import { FakeEdge } from '../testing/fake-edge.ts'
import { Checkout, FakeTab, offerOf, PAGE, viewToken } from '../testing/harness.ts'
import { offerDigest } from './offer.ts'
import { readReturnFragment, returnAddress, withoutReturnFragment } from './return-fragment.ts'

const VIEW = viewToken()

describe('an address', () => {
  it.each([
    [`https://shop.example/#pay-order=abc.${VIEW}`, 'https://shop.example/'],
    [`https://shop.example/#reviews&pay-order=abc.${VIEW}`, 'https://shop.example/#reviews'],
    [`https://shop.example/#a=1&pay-order=abc.${VIEW}&b=2`, 'https://shop.example/#a=1&b=2'],
    [`https://shop.example/#pay-order=abc.${VIEW}&b=2`, 'https://shop.example/#b=2'],
    [`https://shop.example/#/thanks?pay-order=abc.${VIEW}`, 'https://shop.example/#/thanks'],
    [`https://shop.example/#/thanks?pay-order=abc.${VIEW}&b=2`, 'https://shop.example/#/thanks?b=2'],
    [
      `https://shop.example/?q=%20#/route?x=1&pay-order=abc.${VIEW}`,
      'https://shop.example/?q=%20#/route?x=1',
    ],
  ])('names an order and is left as it was without it: %s', (address, rest) => {
    expect(readReturnFragment(address)).toEqual({ id: 'abc', token: VIEW })
    expect(withoutReturnFragment(address)).toBe(rest)
  })

  it.each([
    [`https://shop.example/#pay-order=abc.${VIEW}&pay-order=b.${VIEW}`, 'https://shop.example/'],
    [`https://shop.example/#pay-order=abc.${VIEW}&pay-order=b.${VIEW}&c`, 'https://shop.example/#c'],
    [`https://shop.example/#a&pay-order=abc.${VIEW}&b&pay-order=b.${VIEW}`, 'https://shop.example/#a&b'],
    [`https://shop.example/#/t?pay-order=abc.${VIEW}&pay-order=b.${VIEW}`, 'https://shop.example/#/t'],
    [`https://shop.example/#pay-check=abc.0.a%2Bb&pay-order=b.${VIEW}`, 'https://shop.example/'],
    ['https://shop.example/#reviews&pay-check=abc.0.a%2Bb', 'https://shop.example/#reviews'],
  ])('is left without all that it names: %s', (address, rest) => {
    expect(withoutReturnFragment(address)).toBe(rest)
  })

  it.each([
    'https://shop.example/',
    'https://shop.example/#reviews',
    `https://shop.example/?pay-order=abc.${VIEW}`,
    'https://shop.example/#pay-order=abc',
    `https://shop.example/#not-pay-order=abc.${VIEW}`,
  ])('names no order and is left alone: %s', (address) => {
    expect(readReturnFragment(address)).toBeUndefined()
    expect(withoutReturnFragment(address)).toBe(address)
  })
})

describe('an address to come back to', () => {
  it.each([
    ['https://shop.example/#cart', '', 'https://shop.example/#cart'],
    ['https://shop.example/#/cart', '', 'https://shop.example/#/cart?'],
    ['https://shop.example/#!/cart', '', 'https://shop.example/#!/cart?'],
    ['https://shop.example/a#b/c', '', 'https://shop.example/a#b/c'],
    ['https://shop.example/#/cart?a=1', '', 'https://shop.example/#/cart?a=1'],
    ['https://shop.example/#/cart', '&', 'https://shop.example/#/cart'],
    ['https://shop.example/#/cart', '?', 'https://shop.example/#/cart?'],
    ['https://shop.example/#/cart?a=1', '?', 'https://shop.example/#/cart?a=1'],
    ['https://shop.example/?q=1', '?', 'https://shop.example/?q=1#/?'],
  ])('%s, joined with “%s”, is %s', (address, join, expected) => {
    expect(returnAddress(address, join)).toBe(expected)
  })
})

/** A tab that came back from the hosted page. */
function back(edge: FakeEdge, id: string, fragment = '#', scope = 'view'): FakeTab {
  const tab = new FakeTab(edge)
  tab.href = `${PAGE}${fragment}pay-order=${id}.${viewToken(scope)}`
  return tab
}

const ATTEMPT = {
  number: 1,
  method: 'hosted',
  status: 'redirect',
  startedAt: '2026-11-21T10:00:00Z',
} as const
const URL = 'https://gateway.example.com/1'
const FRAME = 'about:blank#https://pay.example.com/frames/1'

it.each(['pay', 'admin', 'View', ['view'], null])(
  'an address with a token of scope %j names no order',
  (scope) => {
    const address = `https://shop.example/#pay-order=abc.${viewToken(scope as string)}`

    expect(readReturnFragment(address)).toBeUndefined()
    // It goes no further either.
    expect(withoutReturnFragment(address)).toBe('https://shop.example/')
  },
)

describe('a shopper who comes back', () => {
  it('sees the order of the offer, and the address is clean', async () => {
    const [offer, edge] = [offerOf(), new FakeEdge()]
    const { id } = edge.add({ offer: await offerDigest(offer), status: 'approved' })
    const tab = back(edge, id, '#reviews&')

    const checkout = await Checkout.open({ offer, locale: 'en-IE' }, tab)

    await checkout.reads('Thank you!')
    expect(tab.href).toBe(`${PAGE}#reviews`)
    expect(checkout.outcomes).toEqual(['pay-settled'])
    expect(edge.calls.filter(({ route }) => route !== 'read')).toEqual([])
  })

  it('uses the token that this browser kept, so that trying again is the same order', async () => {
    const [offer, edge] = [offerOf(), new FakeEdge()]
    const before = await Checkout.open({ offer, locale: 'en-IE' }, new FakeTab(edge))
    before.press('Continue to payment')
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

    await checkout.reads('€12.50 Continue to payment')
    checkout.press('Continue to payment')
    await expect.poll(() => edge.orderCount).toBe(2)
  })

  it.each([
    ['is at the payment page', { status: 'redirect', action: { type: 'redirect', url: URL } }],
    [
      'is at the payment page in a frame',
      { status: 'redirect', action: { type: 'redirect', url: URL, frame: FRAME } },
    ],
    ['is at the bank', { status: 'challenge', action: { type: 'challenge', url: URL, frame: FRAME } }],
    [
      'is at the bank’s hidden page',
      { status: 'method', action: { type: 'method', url: URL, frame: FRAME } },
    ],
    ['was not begun', { status: 'open', attempts: [] }],
  ] as const)(
    'with a token that may only look at a payment that %s takes no step of it',
    async (_, change) => {
      const edge = new FakeEdge()
      const { id } = edge.add({ attempts: [ATTEMPT], ...change })
      for (const presentation of ['redirect', 'popup', 'frame']) {
        const tab = back(edge, id)
        tab.isForeign = true
        const checkout = await Checkout.open({ presentation, locale: 'en-IE' }, tab)

        await checkout.reads('This payment is not finished yet')
        await checkout.element.submit()

        expect(checkout.buttons).toEqual(['Check now'])
        const others = [...checkout.root.querySelectorAll('a, iframe, dialog')]
        expect(others.map((one) => one.textContent)).toEqual(['Back to the shop'])
        expect(others.map((one) => (one as HTMLAnchorElement).href)).toEqual([
          new globalThis.URL('/', PAGE).href,
        ])
        expect(checkout.tab.visited).toEqual([])
      }
      expect(edge.calls.filter(({ route }) => route !== 'read')).toEqual([])
    },
  )

  it('with a token that pays is offered an order of its own, and is led nowhere', async () => {
    const [offer, edge] = [offerOf(), new FakeEdge()]
    const action = { type: 'redirect', url: URL, frame: FRAME } as const
    const change = { offer: await offerDigest(offer), status: 'redirect', action } as const
    const { id } = edge.add({ ...change, attempts: [ATTEMPT] })

    const checkout = await Checkout.open({ offer, locale: 'en-IE' }, back(edge, id, '#', 'pay'))
    await checkout.reads('€12.50 Continue to payment')
    checkout.press('Continue to payment')

    await checkout.reads('Preparing')
    expect(checkout.element.order?.id).not.toBe(id)
    expect(edge.calls.filter(({ route }) => route === 'read')).toEqual([])
    expect(checkout.root.querySelector('iframe')).toBeNull()
  })

  it('with a token that pays sees nothing in a result tag', async () => {
    const edge = new FakeEdge()
    const { id } = edge.add({ status: 'approved', attempts: [ATTEMPT] })

    const checkout = await Checkout.open({ locale: 'en-IE' }, back(edge, id, '#', 'pay'))
    await checkout.element.refresh()

    expect(edge.calls).toEqual([])
    expect(checkout.element.order).toBeUndefined()
  })

  it('to a result page that shares the shop’s storage tries again with the same order', async () => {
    const [offer, edge] = [offerOf(), new FakeEdge()]
    const shop = await Checkout.open({ offer, locale: 'en-IE' }, new FakeTab(edge))
    shop.press('Continue to payment')
    await shop.reads('Preparing')
    shop.element.remove()
    edge.tell(edge.order.id, { status: 'declined' })
    const tab = back(edge, edge.order.id)
    const first = await Checkout.open({ locale: 'en-IE' }, tab)
    await first.reads('Payment declined')
    first.element.remove()
    const reloaded = new FakeTab(edge)
    reloaded.entry = tab.entry

    const checkout = await Checkout.open({ locale: 'en-IE' }, reloaded)
    await checkout.reads('Payment declined')
    checkout.press('Try again')

    await checkout.reads('Preparing')
    const key = edge.called('checkout')[0]?.key
    expect(edge.payments.map((call) => call.key)).toEqual([`${key}.1`, `${key}.2`])
    expect(edge.payments[1]?.token).toMatch(/^pay/)
  })

  it('with the order of another offer leaves this tag and the address alone', async () => {
    const edge = new FakeEdge()
    const { id } = edge.add({ offer: 'another digest', status: 'approved' })
    const tab = back(edge, id)

    const checkout = await Checkout.open({ offer: offerOf(), locale: 'en-IE' }, tab)

    await checkout.reads('€12.50 Continue to payment')
    expect(tab.href).toContain('#pay-order=')
  })

  it('sees any order of the edge in a result tag, also after a reload', async () => {
    const edge = new FakeEdge()
    const { id } = edge.add({ offer: 'some digest', status: 'approved', description: 'A mug' })
    const tab = back(edge, id)
    const checkout = await Checkout.open({ locale: 'en-IE' }, tab)
    await checkout.reads('A mug Thank you! You paid €12.50.')
    expect(tab.href).toBe(PAGE)
    expect(checkout.buttons).toEqual(['Print'])
    const reloaded = new FakeTab(edge)
    reloaded.entry = tab.entry

    await (await Checkout.open({ locale: 'en-IE' }, reloaded)).reads('Thank you!')
  })

  it.each([
    ['is paid', 'approved', 'Thank you!'],
    ['is under way', 'processing', 'We are checking your payment'],
  ] as const)(
    'to a browser that does not know the order sees after a reload that it %s, and may only look',
    async (_, status, words) => {
      const [offer, edge] = [offerOf(), new FakeEdge()]
      const { id } = edge.add({ offer: await offerDigest(offer), status, attempts: [ATTEMPT] })
      const tab = back(edge, id)
      const before = await Checkout.open({ offer, locale: 'en-IE' }, tab)
      await before.reads(words)
      before.element.remove()
      const reloaded = new FakeTab(edge)
      reloaded.entry = tab.entry

      const checkout = await Checkout.open({ offer, locale: 'en-IE' }, reloaded)
      await checkout.reads(words)
      await checkout.element.submit()
      await checkout.element.cancel()

      expect(edge.calls.filter(({ route }) => route !== 'read')).toEqual([])
      expect(localStorage).toHaveLength(0)
      // The author of the address knows the id, and must not know the key of an order to come.
      expect(JSON.stringify({ ...sessionStorage })).not.toContain(`"key":"${id}"`)
    },
  )

  it.each([
    ['a router’s own', { view: 'thanks' }],
    ['a map', new Map([['view', 'thanks']])],
    ['a list', ['thanks']],
    ['a word', 'thanks'],
  ])('sees the payment after a reload beside a state of the entry that is %s', async (_, state) => {
    const edge = new FakeEdge()
    const { id } = edge.add({ status: 'approved' })
    const tab = back(edge, id)
    tab.state = state
    await (await Checkout.open({ locale: 'en-IE' }, tab)).reads('Thank you!')
    expect(tab.state).toBe(state)
    const reloaded = new FakeTab(edge)
    reloaded.entry = tab.entry
    reloaded.state = { view: 'reloaded' }

    const checkout = await Checkout.open({ locale: 'en-IE' }, reloaded)

    await checkout.reads('Thank you!')
    expect(reloaded.state).toEqual({ view: 'reloaded' })
  })

  it('to a result tag reads on the shop’s page too what they paid, and may buy again', async () => {
    const [offer, edge] = [offerOf(), new FakeEdge()]
    const shop = await Checkout.open({ offer, locale: 'en-IE' }, new FakeTab(edge))
    shop.press('Continue to payment')
    await shop.reads('Preparing')
    shop.element.remove()
    edge.tell(edge.order.id, { status: 'approved', offer: await offerDigest(offer) })

    const result = await Checkout.open({}, back(edge, edge.order.id))
    await result.reads('Thank you!')

    const again = await Checkout.open({ offer, locale: 'en-IE' }, new FakeTab(edge))
    await again.reads('You paid €12.50 on 21 November.')
    expect(again.buttons).toEqual(['Show receipt', 'Continue to payment'])
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
  await checkout.reads('€12.50 Continue to payment')

  checkout.press('Continue to payment')

  await checkout.reads('Preparing')
  expect(edge.payments[0]).toMatchObject({ key: `${id}.1` })
})
