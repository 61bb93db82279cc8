import { afterEach, describe, expect, it } from 'vitest'
import type { OrderView } from '../../shared/order-view.ts'
import { FakeEdge } from '../testing/fake-edge.ts'
import { Checkout, FakeTab, offerOf, PAGE } from '../testing/harness.ts'

afterEach(() => {
  document.body.replaceChildren()
  localStorage.clear()
})

const HOSTED = 'https://gateway.example.com/form/1'
const redirect = { type: 'redirect', url: HOSTED } as const

const offerTag = (offer = offerOf(), tab = new FakeTab()) => Checkout.open({ offer, locale: 'en-IE' }, tab)

/** A tag whose shopper clicked and was sent to the hosted page. */
async function atHostedPage(checkout: Checkout) {
  checkout.press('Pay €12.50')
  await checkout.reads('Preparing')
  await checkout.told({ status: 'redirect', action: redirect })
  await expect.poll(() => checkout.tab.visited).toEqual([HOSTED])
}

it('an order that a look finds under way is followed from then on', async () => {
  const tab = new FakeTab()
  const { id } = tab.edge.add({ methods: ['hosted'] })
  const checkout = await Checkout.open({ session: `${id}.pay.1`, locale: 'en-IE' }, tab)
  await checkout.reads('Pay €12.50')
  tab.edge.tell(id, { status: 'processing' })

  await checkout.element.refresh()
  await expect.poll(() => tab.edge.sockets.length).toBe(1)
  tab.edge.tell(id, { status: 'approved' })

  await checkout.reads('Payment approved')
})

describe('the page to which a session’s shopper returns', () => {
  async function sent(attributes: Record<string, string>) {
    const tab = new FakeTab()
    const { id } = tab.edge.add({ methods: ['hosted'] })
    const checkout = await Checkout.open({ session: `${id}.pay.1`, locale: 'en-IE', ...attributes }, tab)
    await checkout.reads('Pay €12.50')
    checkout.press('Pay €12.50')
    await expect.poll(() => tab.edge.called('pay')).toHaveLength(1)
    return tab.edge.called('pay')[0]?.body
  }
  const thanks = new URL('/thanks', document.baseURI).href

  it.each([
    [
      'is sent with the payment',
      { 'return-url': 'https://shop.example.com/done' },
      'https://shop.example.com/done',
    ],
    ['is resolved as a link of the page', { 'return-url': '/thanks' }, thanks],
    [
      'has the place for the order in a route',
      { 'return-url': '/#/a', 'return-join': '?' },
      new URL('/#/a?', thanks).href,
    ],
  ])('%s', async (_, attributes, returnUrl) => {
    expect(await sent(attributes)).toMatchObject({ method: 'hosted', returnUrl })
  })

  it('is the session’s own where the tag names none, or no address', async () => {
    expect(await sent({})).not.toHaveProperty('returnUrl')
    expect(await sent({ 'return-url': 'https://' })).not.toHaveProperty('returnUrl')
  })

  it('is sent by the checkout alone where an offer is sold', async () => {
    const checkout = await Checkout.open(
      { offer: offerOf(), locale: 'en-IE', 'return-url': thanks },
      new FakeTab(),
    )

    checkout.press('Pay €12.50')
    await expect.poll(() => checkout.edge.called('pay')).toHaveLength(1)

    expect(checkout.edge.called('checkout')[0]?.body).toMatchObject({ returnUrl: thanks })
    expect(checkout.edge.called('pay')[0]?.body).not.toHaveProperty('returnUrl')
  })
})

describe('the first intent', () => {
  it('is awaited before anything is sent or stored', async () => {
    const checkout = await offerTag()
    await expect.poll(() => checkout.outcomes).toEqual(['pay-ready'])

    expect(checkout.edge.calls).toEqual([])
    expect(localStorage).toHaveLength(0)
  })

  it.each(['pointerdown', 'focusin', 'keydown'])('opens the order once, by %s', async (type) => {
    const checkout = await offerTag()

    checkout.touch(type)
    checkout.touch(type)
    await expect.poll(() => checkout.edge.orderCount).toBe(1)
    checkout.touch(type)
    await checkout.element.refresh()

    expect(checkout.edge.called('checkout')).toHaveLength(1)
  })

  it('sends the offer with the page’s language and address, and a key that nobody can guess', async () => {
    const checkout = await offerTag()

    checkout.touch()
    await expect.poll(() => checkout.edge.orderCount).toBe(1)

    const [call] = checkout.edge.called('checkout')
    expect(call?.body).toEqual({
      offer: checkout.element.offer,
      locale: 'en-IE',
      returnUrl: PAGE,
      pageUrl: PAGE,
    })
    expect(call?.key).toMatch(/^[\w.-]{16,128}$/)
  })

  it('stores the key before the request', async () => {
    const checkout = await offerTag()
    checkout.edge.failNext('checkout', 'unreachable')

    checkout.touch()
    await expect.poll(() => checkout.edge.called('checkout').length).toBe(1)

    const [stored = ''] = Object.values(localStorage)
    expect(JSON.parse(stored).key).toBe(checkout.edge.called('checkout')[0]?.key)
  })

  it('makes a key but opens no order while the sum is open', async () => {
    const checkout = await offerTag(offerOf({ min: '5.00', max: '500.00' }))

    checkout.touch()
    await expect.poll(() => localStorage.length).toBe(1)

    expect(checkout.edge.calls).toEqual([])
  })
})

describe('a key that another tab used at the same moment for another sum', () => {
  const refused = async (change: Partial<OrderView>) => {
    const checkout = await offerTag(offerOf({ min: '5.00', max: '500.00', suggested: ['12.50'] }))
    const order = checkout.edge.add({ amount: '20.00', ...change })
    checkout.edge.failNext('checkout', { code: 'key-reused', order })
    return checkout
  }

  it('is replaced by one of its own', async () => {
    const checkout = await refused({})

    checkout.press('Pay €12.50')
    await checkout.reads('Preparing')

    const [first, second] = checkout.edge.called('checkout').map(({ key }) => key)
    expect(second).not.toBe(first)
  })

  it('opens no second order while the other is being paid', async () => {
    const attempt = {
      number: 1,
      method: 'hosted',
      status: 'redirect',
      startedAt: '2026-01-01T00:00:00Z',
    } as const
    const checkout = await refused({ status: 'redirect', attempts: [attempt] })

    checkout.press('Pay €12.50')

    await expect.poll(() => checkout.edge.called('checkout').length).toBe(1)
    await expect.poll(() => checkout.isLocked('Pay €12.50')).toBe(false)
    expect(checkout.edge.called('checkout')).toHaveLength(1)
    expect(checkout.edge.called('pay')).toEqual([])
  })
})

describe('a lost answer', () => {
  it('to the checkout is mended by the same key', async () => {
    const checkout = await offerTag()
    checkout.edge.failNext('checkout', 'answer-lost')
    checkout.touch()
    await expect.poll(() => checkout.edge.called('checkout').length).toBe(1)

    checkout.press('Pay €12.50')
    await checkout.reads('Preparing')

    const keys = checkout.edge.called('checkout').map(({ key }) => key)
    expect(keys).toEqual([keys[0], keys[0]])
    expect(checkout.edge.orderCount).toBe(1)
  })

  it('to the pay click is mended by asking the order, which knows that it arrived', async () => {
    const checkout = await offerTag()
    checkout.edge.failNext('pay', 'answer-lost')

    checkout.press('Pay €12.50')
    await checkout.reads('Preparing')
    await checkout.told({ status: 'redirect', action: redirect })

    await expect.poll(() => checkout.tab.visited).toEqual([HOSTED])
    expect(checkout.outcomes).not.toContain('pay-failed')
  })

  it('to a pay click that never arrived re-arms the button with the same key', async () => {
    const checkout = await offerTag()
    checkout.edge.failNext('pay', 'unreachable')
    checkout.press('Pay €12.50')
    await checkout.reads('The connection was lost')

    checkout.press('Pay €12.50')
    await checkout.reads('Preparing')

    const [first, second] = checkout.edge.called('pay')
    expect(second?.key).toBe(first?.key)
    expect(checkout.event('pay-failed').error).toMatchObject({ code: 'network', recoverable: true })
  })
})

describe('attempts', () => {
  it('have keys made of the order’s key and their number', async () => {
    const checkout = await offerTag()
    await atHostedPage(checkout)
    await checkout.told({ status: 'declined' })

    checkout.press('Pay €12.50')
    await expect.poll(() => checkout.edge.called('pay').length).toBe(2)

    const key = checkout.edge.called('checkout')[0]?.key
    expect(checkout.edge.called('pay').map((call) => call.key)).toEqual([`${key}.1`, `${key}.2`])
  })

  it('are not started twice by a second click', async () => {
    const checkout = await offerTag()

    checkout.press('Pay €12.50')
    await checkout.drawn()
    checkout.element.submit()
    await checkout.reads('Preparing')
    await checkout.element.submit()

    expect(checkout.edge.called('pay')).toHaveLength(1)
  })

  it('supersede the one that waits at the hosted page when the shopper pays another way', async () => {
    const methods = ['hosted', 'payment-page'] as const
    const checkout = await offerTag(offerOf({ methods }))
    checkout.edge.template = { methods }
    await atHostedPage(checkout)
    window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))
    await checkout.reads('Your payment is not finished yet')

    checkout.press('Pay another way')
    await checkout.reads('Choose how to pay')
    checkout.control('Other ways to pay').click()
    await checkout.drawn()
    checkout.press('Pay €12.50')
    await expect.poll(() => checkout.edge.called('pay').length).toBe(2)
    await checkout.told({ status: 'redirect', action: { type: 'redirect', url: `${HOSTED}?2` } })

    await expect.poll(() => checkout.tab.visited).toEqual([HOSTED, `${HOSTED}?2`])
    expect(checkout.edge.called('pay')[1]?.key).toMatch(/\.2$/)
  })

  it('show the order as it stands where another one is under way', async () => {
    const checkout = await offerTag()
    checkout.touch()
    await expect.poll(() => checkout.element.order?.status).toBe('open')
    checkout.edge.failNext('pay', { code: 'attempt-in-flight' })
    checkout.edge.tell(checkout.edge.order.id, { status: 'processing' })

    checkout.press('Pay €12.50')

    await checkout.reads('We are checking your payment')
    expect(checkout.outcomes).not.toContain('pay-failed')
  })

  it.each([
    ['offer-reserved', 'Someone else is paying for this item right now. Please try again later.'],
    ['quantity-unavailable', 'There are fewer left than you asked for. Please choose a smaller quantity.'],
    [
      'address-limit',
      'This item is already being paid for from your internet connection. Finish or cancel that payment, or try again later.',
    ],
  ] as const)('may be tried again after %s', async (code, words) => {
    const checkout = await offerTag()
    checkout.edge.failNext('pay', { code })

    checkout.press('Pay €12.50')

    await checkout.reads(words)
    expect(checkout.event('pay-failed').error).toMatchObject({ code, recoverable: true })
    checkout.press('Pay €12.50')
    await checkout.reads('Preparing your payment')
  })

  it('offer what is left after the edge takes no card', async () => {
    const methods = ['hosted', 'payment-page'] as const
    const checkout = await offerTag(offerOf({ methods }))
    checkout.edge.template = { methods }
    checkout.touch()
    await expect.poll(() => checkout.element.order?.status).toBe('open')
    const { order } = checkout.edge
    checkout.edge.failNext('pay', { code: 'method-off', order: { ...order, methods: ['payment-page'] } })

    checkout.press('Pay €12.50')

    await checkout.reads('This is not possible right now. Please choose another way to pay.')
    expect(checkout.element.order?.methods).toEqual(['payment-page'])
    checkout.press('Pay €12.50')
    await checkout.reads('Preparing your payment')
    expect(checkout.edge.called('pay').map(({ body }) => body.method)).toEqual(['hosted', 'payment-page'])
  })

  it.each([
    ['offer-limit', 'This offer is no longer available. It is sold out, or has been paid already.'],
    ['offer-withdrawn', 'The shop has withdrawn this offer.'],
  ] as const)('are locked for %s', async (code, words) => {
    const checkout = await offerTag()
    checkout.edge.failNext('pay', { code })

    checkout.press('Pay €12.50')

    await checkout.reads(words)
    expect(checkout.buttons).toEqual([])
    expect(checkout.event('pay-failed').error).toEqual({
      code,
      recoverable: false,
      supportId: 'SUP-1',
    })
  })
})

describe('the hosted page', () => {
  it.each([
    ['https://gateway.example.com/form', true],
    ['http://gateway.localhost:8788/form', true],
    ['http://127.0.0.1:8788/form', true],
    ['http://gateway.example.com/form', false],
    ['javascript:alert(1)', false],
    ['data:text/html,x', false],
  ])('is left for at %s: %s', async (url, goes) => {
    const checkout = await offerTag()
    checkout.press('Pay €12.50')
    await checkout.reads('Preparing')

    await checkout.told({ status: 'redirect', action: { type: 'redirect', url } })
    await expect.poll(() => checkout.outcomes.at(-1)).toBe(goes ? 'pay-redirect' : 'pay-failed')

    await expect.poll(() => checkout.tab.visited).toEqual(goes ? [url] : [])
  })

  it('is never left for by a reload', async () => {
    const [offer, edge] = [offerOf(), new FakeEdge()]
    await atHostedPage(await offerTag(offer, new FakeTab(edge)))

    const reloaded = await offerTag(offer, new FakeTab(edge))
    await reloaded.reads('Your payment is not finished yet')

    expect(reloaded.tab.visited).toEqual([])
    reloaded.press('Continue to payment')
    await expect.poll(() => reloaded.tab.visited).toEqual([HOSTED])
  })

  describe('of a limited offer', () => {
    /** The shopper is back from the form, in another page. */
    async function backAtShop(): Promise<Checkout> {
      const [offer, edge] = [offerOf(), new FakeEdge()]
      const before = await offerTag(offer, new FakeTab(edge))
      await atHostedPage(before)
      await before.told({
        ...{ status: 'redirect', action: redirect },
        reservedUntil: '2026-10-01T12:30:00.000Z',
      })
      const checkout = await offerTag(offer, new FakeTab(edge))
      await checkout.reads('Your payment is not finished yet')
      return checkout
    }

    it('is gone on with once the edge keeps it', async () => {
      const checkout = await backAtShop()

      checkout.press('Continue to payment')

      await expect.poll(() => checkout.tab.visited).toEqual([HOSTED])
      expect(checkout.edge.called('continue')).toHaveLength(1)
    })

    it.each([
      ['offer-reserved', 'Someone else is paying for this item right now. Please try again later.'],
      ['offer-limit', 'This offer is no longer available. It is sold out, or has been paid already.'],
    ] as const)('is not gone on with where it went to others: %s', async (code, words) => {
      const checkout = await backAtShop()
      checkout.edge.failNext('continue', { code })

      checkout.press('Continue to payment')

      await checkout.reads(words)
      expect(checkout.tab.visited).toEqual([])
    })

    it.each(['unreachable', 'answer-lost'] as const)(
      'is gone on with where the edge is %s',
      async (failure) => {
        const checkout = await backAtShop()
        checkout.edge.failNext('continue', failure)

        checkout.press('Continue to payment')

        await expect.poll(() => checkout.tab.visited).toEqual([HOSTED])
      },
    )
  })

  it('without a limit is gone on with at once, and no edge is asked', async () => {
    const [offer, edge] = [offerOf(), new FakeEdge()]
    await atHostedPage(await offerTag(offer, new FakeTab(edge)))
    const checkout = await offerTag(offer, new FakeTab(edge))
    await checkout.reads('Your payment is not finished yet')

    checkout.press('Continue to payment')

    await expect.poll(() => checkout.tab.visited).toEqual([HOSTED])
    expect(edge.called('continue')).toEqual([])
  })

  it('is left to the page that prevents pay-redirect', async () => {
    const checkout = await offerTag()
    checkout.element.addEventListener('pay-redirect', (event) => event.preventDefault())
    checkout.press('Pay €12.50')
    await checkout.reads('Preparing')

    await checkout.told({ status: 'redirect', action: redirect })
    await checkout.reads('Your payment is not finished yet')

    expect(checkout.tab.visited).toEqual([])
    expect(checkout.event('pay-redirect').url).toBe(HOSTED)
  })

  it('gives the page back unlocked when the browser kept it as it was', async () => {
    const checkout = await offerTag()
    await atHostedPage(checkout)
    await checkout.reads('Taking you to the payment page')

    window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))

    await checkout.reads('Your payment is not finished yet')
    expect(checkout.isLocked('Continue to payment')).toBe(false)
    expect(checkout.edge.called('read').length).toBeGreaterThan(0)
  })
})

describe('another tab', () => {
  it('joins the order by its key and starts the same attempt', async () => {
    const [offer, edge] = [offerOf(), new FakeEdge()]
    const [one, two] = [await offerTag(offer, new FakeTab(edge)), await offerTag(offer, new FakeTab(edge))]
    one.touch()
    await expect.poll(() => two.element.order?.status).toBe('open')

    one.press('Pay €12.50')
    two.press('Pay €12.50')
    await one.reads('Preparing')
    await two.reads('Preparing')

    expect(edge.orderCount).toBe(1)
    expect(edge.order.attempts).toHaveLength(1)
  })

  it('is heard through storage, from another document', async () => {
    const [offer, edge] = [offerOf(), new FakeEdge()]
    const here = await offerTag(offer, new FakeTab(edge))
    here.touch()
    await expect.poll(() => here.element.order?.status).toBe('open')
    const there = document.body.appendChild(document.createElement('iframe')).contentWindow as Window
    const [[key = '', stored = '']] = Object.entries<string>(localStorage) as [[string, string]]
    edge.tell(edge.order.id, { status: 'processing' })

    there.localStorage.setItem(key, JSON.stringify({ ...JSON.parse(stored), seq: edge.order.seq }))

    await here.reads('We are checking your payment')
  })

  it('that only now finds the order under way shows it, and starts nothing', async () => {
    const [offer, edge] = [offerOf(), new FakeEdge()]
    const late = await offerTag(offer, new FakeTab(edge))
    const first = await offerTag(offer, new FakeTab(edge))
    await atHostedPage(first)

    await late.reads('Your payment is not finished yet')

    expect(edge.order.attempts).toHaveLength(1)
    expect(late.tab.visited).toEqual([])
  })

  it('that paid while this page was still deciding is shown, and nothing is started on top', async () => {
    const [offer, edge] = [offerOf(), new FakeEdge()]
    const slow = await offerTag(offer, new FakeTab(edge))
    const quick = await offerTag(offer, new FakeTab(edge))
    let decide = () => {}
    const decided = new Promise<void>((resolve) => {
      decide = resolve
    })
    slow.element.addEventListener('pay-submit', (event) => event.waitUntil(decided))
    slow.press('Pay €12.50')
    await expect.poll(() => slow.outcomes).toContain('pay-submit')
    await atHostedPage(quick)

    decide()

    await slow.reads('Your payment is not finished yet')
    await expect.poll(() => slow.isLocked('Continue to payment')).toBe(false)
    expect(edge.called('pay')).toHaveLength(1)
  })

  it('is another order where the browser refuses storage, and a reload finds its own', async () => {
    const offer = offerOf()
    const tab = new FakeTab()
    tab.refusesStorage = true
    await atHostedPage(await offerTag(offer, tab))

    const reloaded = new FakeTab(tab.edge)
    reloaded.refusesStorage = true
    reloaded.state = tab.state
    const checkout = await offerTag(offer, reloaded)

    await checkout.reads('Your payment is not finished yet')
    expect(localStorage).toHaveLength(0)
  })
})

describe('a final order', () => {
  it('that is paid is shown as paid for a day, with a way to buy again', async () => {
    const [offer, edge] = [offerOf(), new FakeEdge()]
    const checkout = await offerTag(offer, new FakeTab(edge))
    await atHostedPage(checkout)
    await checkout.told({ status: 'approved' })
    const soon = new FakeTab(edge)
    soon.now += 24 * 3_600_000
    const later = new FakeTab(edge)
    later.now = soon.now + 1

    const visit = await offerTag(offer, soon)
    await visit.reads('Payment approved')
    expect(visit.buttons).toContain('Make a new payment')

    expect((await offerTag(offer, later)).buttons).toEqual(['Pay €12.50'])
  })

  it('that is paid stays so beside another offer of the page that is paid after it', async () => {
    const [mug, plate] = [offerOf(), offerOf({ amount: '8.00' })]
    const [first, second] = [new FakeEdge(), new FakeEdge()]
    const pays = async (offer: string, edge: FakeEdge, label: string) => {
      const checkout = await offerTag(offer, new FakeTab(edge))
      checkout.press(label)
      await checkout.reads('Preparing')
      // The shopper leaves for another page, and comes back to a new entry of the history.
      checkout.element.remove()
      edge.tell(edge.order.id, { status: 'approved' })
      const back = await offerTag(offer, new FakeTab(edge))
      await back.reads('Payment approved')
      back.element.remove()
    }

    await pays(plate, second, 'Pay €8.00')
    await pays(mug, first, 'Pay €12.50')

    const both = [await offerTag(mug, new FakeTab(first)), await offerTag(plate, new FakeTab(second))]
    for (const tag of both) await tag.reads('Payment approved')
  })

  it('that is paid gives way to the one that is bought again', async () => {
    const [offer, edge] = [offerOf(), new FakeEdge()]
    const checkout = await offerTag(offer, new FakeTab(edge))
    await atHostedPage(checkout)
    await checkout.told({ status: 'approved' })
    const { id } = edge.order

    checkout.press('Make a new payment')
    await expect.poll(() => edge.orderCount).toBe(2)
    const reloaded = await offerTag(offer, new FakeTab(edge))

    await reloaded.reads('Pay €12.50')
    await expect.poll(() => reloaded.element.order?.status).toBe('open')
    expect(reloaded.element.order?.id).not.toBe(id)
  })

  it('that was given up is forgotten, so that another visit offers the next one', async () => {
    const [offer, edge] = [offerOf(), new FakeEdge()]
    const checkout = await offerTag(offer, new FakeTab(edge))
    await atHostedPage(checkout)

    await checkout.told({ status: 'cancelled' })

    expect(localStorage).toHaveLength(0)
    expect((await offerTag(offer, new FakeTab(edge))).buttons).toEqual(['Pay €12.50'])
  })

  it('is followed by a new key on “buy again”', async () => {
    const checkout = await offerTag()
    await atHostedPage(checkout)
    await checkout.told({ status: 'approved' })

    checkout.press('Make a new payment')
    await expect.poll(() => checkout.edge.orderCount).toBe(2)

    const calls = checkout.edge.called('checkout')
    expect(calls.at(-1)?.key).not.toBe(calls[0]?.key)
  })

  it('keeps .settled once, and a new promise after “buy again”', async () => {
    const checkout = await offerTag()
    const { settled } = checkout.element
    await atHostedPage(checkout)
    await checkout.told({ status: 'approved' })

    checkout.press('Make a new payment')
    await checkout.reads('Pay €12.50')

    expect((await settled).status).toBe('approved')
    expect(checkout.element.settled).not.toBe(settled)
  })

  it('of the shopper’s own cancelling can be started again', async () => {
    const checkout = await offerTag()
    await atHostedPage(checkout)
    window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))
    await checkout.reads('Your payment is not finished yet')

    checkout.press('Cancel payment')

    await checkout.reads('Cancelled')
    expect(checkout.buttons).toEqual(['Start again'])
    expect(checkout.outcomes).toContain('pay-cancelled')
  })
})

describe('a token that is out of date', () => {
  it('is renewed by the key of the order', async () => {
    const checkout = await offerTag()
    checkout.touch()
    await expect.poll(() => checkout.element.order?.status).toBe('open')
    checkout.edge.failNext('pay', { code: 'token-invalid' })
    checkout.edge.failNext('read', { code: 'token-invalid' })

    checkout.press('Pay €12.50')

    await checkout.reads('Preparing')
    expect(checkout.edge.orderCount).toBe(1)
  })

  it('is replaced by the one that a read renews', async () => {
    const checkout = await offerTag()
    checkout.touch()
    await expect.poll(() => checkout.element.order?.status).toBe('open')

    await checkout.element.refresh()
    await checkout.element.refresh()

    expect(checkout.edge.called('read').map(({ token }) => token)).toEqual(['pay.first.1', 'pay.renewed.1'])
    expect(Object.values(localStorage)[0]).toContain('pay.renewed.2')
  })
})

describe('moved in the page', () => {
  it('keeps its order, and listens once', async () => {
    const checkout = await offerTag()
    await atHostedPage(checkout)
    const place = document.body.appendChild(document.createElement('section'))

    place.append(checkout.element)
    await checkout.drawn()
    await checkout.told({ status: 'approved' })

    expect(checkout.text).toContain('Payment approved')
    expect(checkout.edge.called('checkout')).toHaveLength(1)
    expect(checkout.edge.sockets.filter(({ closed }) => !closed)).toHaveLength(0)
    expect(checkout.outcomes.filter((type) => type === 'pay-settled')).toHaveLength(1)
  })

  it('rests while it is in no page', async () => {
    const checkout = await offerTag()
    await atHostedPage(checkout)

    checkout.element.remove()

    expect(checkout.edge.sockets.every(({ closed }) => closed)).toBe(true)
  })
})

it('says that it is ready once an order that was left open is there again', async () => {
  const [offer, edge] = [offerOf(), new FakeEdge()]
  const before = await offerTag(offer, new FakeTab(edge))
  before.touch()
  await expect.poll(() => before.element.order?.status).toBe('open')

  const reloaded = await offerTag(offer, new FakeTab(edge))

  await expect.poll(() => reloaded.outcomes).toEqual(['pay-ready'])
  expect(reloaded.element.order?.id).toBe(edge.order.id)
})

it('shows another offer when the page changes it, and keeps the first order remembered', async () => {
  const checkout = await offerTag()
  await atHostedPage(checkout)

  checkout.element.offer = offerOf({ amount: '99.00' })
  await checkout.drawn()

  expect(checkout.buttons).toEqual(['Pay €99.00'])
  expect(localStorage).toHaveLength(1)
})

it('begins again where the edge does not know the remembered order any more', async () => {
  const [offer, edge] = [offerOf(), new FakeEdge()]
  await atHostedPage(await offerTag(offer, new FakeTab(edge)))

  const later = await offerTag(offer, new FakeTab())

  await later.reads('Pay €12.50')
  await expect.poll(() => localStorage.length).toBe(0)
})
