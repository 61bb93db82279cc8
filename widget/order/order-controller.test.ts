import { describe, expect, it } from 'vitest'
import type { OfferClaims } from '../../shared/offer.ts'
import type { OrderAction } from '../../shared/order-view.ts'
import { FakeEdge } from '../testing/fake-edge.ts'
import { Checkout, FakeTab, offerOf, viewToken } from '../testing/harness.ts'

const HOSTED = 'https://gateway.example.com/form/1'
const redirect = { type: 'redirect', url: HOSTED } as const

const BANK: OrderAction = {
  ...{ type: 'challenge', url: 'https://pay.example.com/three-ds/1/key/step' },
  frame: new URL('/fake-frames/bank', location.href).href,
}

const offerTag = (offer = offerOf(), tab = new FakeTab()) => Checkout.open({ offer, locale: 'en-IE' }, tab)

/** The same shop, once its shopper has paid and comes back another time. */
async function laterVisit() {
  const [offer, edge] = [offerOf(), new FakeEdge()]
  const checkout = await offerTag(offer, new FakeTab(edge))
  await atHostedPage(checkout)
  await checkout.told({ status: 'approved' })
  checkout.element.remove()
  const visit = await offerTag(offer, new FakeTab(edge))
  await visit.reads('You paid €12.50 on 21 November. Show receipt Continue to payment')
  return { visit, offer, edge }
}

/** A tag whose shopper clicked and was sent to the hosted page. */
async function atHostedPage(checkout: Checkout) {
  checkout.press('Continue to payment')
  await checkout.reads('Preparing')
  await checkout.told({ status: 'redirect', action: redirect })
  await expect.poll(() => checkout.tab.visited).toEqual([HOSTED])
}

it('an order that a look finds under way is followed from then on', async () => {
  const tab = new FakeTab()
  const { id } = tab.edge.add({ methods: ['hosted'] })
  const checkout = await Checkout.open({ session: `${id}.pay.1`, locale: 'en-IE' }, tab)
  await checkout.reads('€12.50 Continue to payment')
  tab.edge.tell(id, { status: 'processing' })

  await checkout.element.refresh()
  await expect.poll(() => tab.edge.sockets.length).toBe(1)
  tab.edge.tell(id, { status: 'approved' })

  await checkout.reads('Thank you!')
})

describe('the page to which a session’s shopper returns', () => {
  async function sent(attributes: Record<string, string>) {
    const tab = new FakeTab()
    const { id } = tab.edge.add({ methods: ['hosted'] })
    const checkout = await Checkout.open({ session: `${id}.pay.1`, locale: 'en-IE', ...attributes }, tab)
    await checkout.reads('€12.50 Continue to payment')
    checkout.press('Continue to payment')
    await expect.poll(() => tab.edge.payments).toHaveLength(1)
    return tab.edge.payments[0]?.body
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

    checkout.press('Continue to payment')
    await expect.poll(() => checkout.edge.payments).toHaveLength(1)

    expect(checkout.edge.called('checkout')[0]?.body).toMatchObject({ returnUrl: thanks })
    expect(checkout.edge.payments[0]?.body).not.toHaveProperty('returnUrl')
  })
})

describe('another tab', () => {
  it('joins the order by its key and starts the same attempt', async () => {
    const [offer, edge] = [offerOf(), new FakeEdge()]
    const [one, two] = [await offerTag(offer, new FakeTab(edge)), await offerTag(offer, new FakeTab(edge))]

    one.press('Continue to payment')
    two.press('Continue to payment')
    await one.reads('Preparing')
    await two.reads('Preparing')

    expect(edge.orderCount).toBe(1)
    expect(edge.order.attempts).toHaveLength(1)
  })

  it('that clicks at the same moment on another sum leaves one order, with one attempt, and both show it', async () => {
    const [offer, edge] = [offerOf({ min: '5.00', max: '500.00' }), new FakeEdge()]
    const tagOf = (amount: string) => Checkout.open({ offer, amount, locale: 'en-IE' }, new FakeTab(edge))
    const [one, two] = [await tagOf('10.00'), await tagOf('20.00')]

    one.press('Continue to payment')
    two.press('Continue to payment')
    await one.reads('Preparing')
    await two.reads('Preparing')

    const paid = edge.payments.length && [one, two].map(({ element }) => element.order?.id)
    expect(new Set(paid || []).size).toBe(1)
    expect(one.element.order?.attempts).toHaveLength(1)
  })

  it('takes what it remembers for itself where this one is refused', async () => {
    const [offer, edge] = [offerOf(), new FakeEdge()]
    const [one, two] = [await offerTag(offer, new FakeTab(edge)), await offerTag(offer, new FakeTab(edge))]
    const answer = Promise.withResolvers<void>()
    edge.failNext('checkout', { code: 'offer-reserved' })
    edge.answersAfter = answer.promise
    one.press('Continue to payment')
    await expect.poll(() => edge.called('checkout')).toHaveLength(1)
    two.press('Continue to payment')
    await expect.poll(() => edge.called('checkout')).toHaveLength(2)

    answer.resolve()
    await two.reads('Preparing')

    await expect.poll(() => Object.values<string>(localStorage)[0]).toContain(edge.order.id)
    expect(edge.order.attempts).toHaveLength(1)
  })

  it('is heard through storage, from another document', async () => {
    const [offer, edge] = [offerOf(), new FakeEdge()]
    const here = await offerTag(offer, new FakeTab(edge))
    await here.opens()
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
    slow.press('Continue to payment')
    await expect.poll(() => slow.outcomes).toContain('pay-submit')
    await atHostedPage(quick)

    decide()

    await slow.reads('Your payment is not finished yet')
    await expect.poll(() => slow.isLocked('Continue to payment')).toBe(false)
    expect(edge.payments).toHaveLength(1)
  })

  it('that shows the bank’s page is left alone with that', async () => {
    const [offer, edge] = [offerOf(), new FakeEdge()]
    const slow = await offerTag(offer, new FakeTab(edge))
    const quick = await offerTag(offer, new FakeTab(edge))
    const { promise: decided, resolve: decide } = Promise.withResolvers<void>()
    slow.element.addEventListener('pay-submit', (event) => event.waitUntil(decided))
    slow.press('Continue to payment')
    await expect.poll(() => slow.outcomes).toContain('pay-submit')
    quick.press('Continue to payment')
    await quick.reads('Preparing')
    await quick.told({ status: 'challenge', action: BANK })
    await expect.poll(() => quick.outcomes).toContain('pay-challenge')

    decide()

    await slow.reads('Your bank is checking')
    await expect.poll(() => slow.isLocked('Continue to payment')).toBe(false)
    expect(slow.outcomes).not.toContain('pay-challenge')
    expect(edge.payments).toHaveLength(1)
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
  it('that is paid leads to its receipt for a day, above the form', async () => {
    const [offer, edge] = [offerOf(), new FakeEdge()]
    const checkout = await offerTag(offer, new FakeTab(edge))
    await atHostedPage(checkout)
    await checkout.told({ status: 'approved' })
    const soon = new FakeTab(edge)
    soon.now += 24 * 3_600_000
    const later = new FakeTab(edge)
    later.now = soon.now + 1

    const visit = await offerTag(offer, soon)
    await visit.reads('You paid €12.50 on 21 November. Show receipt Continue to payment')
    expect(visit.outcomes).toEqual(['pay-ready'])
    expect(visit.element.order).toBe(undefined)

    expect((await offerTag(offer, later)).buttons).toEqual(['Continue to payment'])
  })

  it('that is paid is shown as paid by a reload, and by the way back from its payment', async () => {
    const [offer, tab] = [offerOf(), new FakeTab()]
    const checkout = await offerTag(offer, tab)
    await atHostedPage(checkout)
    await checkout.told({ status: 'approved' })
    await checkout.reads('Thank you!')
    const { id } = tab.edge.order
    const reloaded = new FakeTab(tab.edge)
    reloaded.entry = tab.entry
    const returned = new FakeTab(tab.edge)
    returned.href += `#pay-order=${id}.${viewToken()}`

    await (await offerTag(offer, reloaded)).reads('Thank you!')
    await (await offerTag(offer, returned)).reads('Thank you!')
  })

  it('that an earlier visit paid shows its receipt in place, and the form again', async () => {
    const { visit } = await laterVisit()

    visit.press('Show receipt')

    await visit.reads('Thank you! You paid €12.50.')
    expect(visit.buttons).not.toContain('Continue to payment')
    visit.press('Buy again')
    await visit.reads('€12.50 Continue to payment')
    expect(visit.outcomes.filter((type) => type === 'pay-settled')).toEqual([])
  })

  it('that an earlier visit paid gives its key to no other, and its receipt stays until the next is opened', async () => {
    const { visit, offer, edge } = await laterVisit()
    const first = edge.called('checkout')[0]?.key
    visit.touch()
    const touched = await offerTag(offer, new FakeTab(edge))
    await touched.reads('You paid €12.50 on 21 November.')
    touched.element.remove()

    visit.press('Continue to payment')
    await visit.reads('Preparing')

    expect(edge.orderCount).toBe(2)
    expect(edge.payments.map(({ key }) => key)).not.toContain(first)
    expect(edge.called('checkout').filter(({ key }) => key === first)).toHaveLength(1)
    // What is under way is shown as it is, on any visit.
    await (await offerTag(offer, new FakeTab(edge))).reads('Preparing')
  })

  it.each<[string, Partial<OfferClaims>]>([
    ['an invoice', { act: 'invoice' }],
    ['an offer of one unit', { limit: 1 }],
  ])('that paid %s stays as it is, and nothing offers to pay again', async (_, claims) => {
    const [offer, edge] = [offerOf(claims), new FakeEdge()]
    edge.template = { ...(claims.act && { act: claims.act }) }
    const checkout = await offerTag(offer, new FakeTab(edge))
    await atHostedPage(checkout)
    await checkout.told({ status: 'approved' })
    await checkout.reads('You paid €12.50.')
    expect(checkout.buttons).not.toContain('Buy again')

    const visit = await offerTag(offer, new FakeTab(edge))

    await visit.reads('You paid €12.50.')
    expect(visit.buttons).toEqual(['Print'])
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
      await back.reads('Thank you!')
      await back.drawn()
      back.element.remove()
    }

    await pays(plate, second, 'Continue to payment')
    await pays(mug, first, 'Continue to payment')

    const both = [await offerTag(mug, new FakeTab(first)), await offerTag(plate, new FakeTab(second))]
    await both[0]?.reads('You paid €12.50 on')
    await both[1]?.reads('You paid €8.00 on')
  })

  it('that is paid gives way to the one that is bought again', async () => {
    const [offer, edge] = [offerOf(), new FakeEdge()]
    const checkout = await offerTag(offer, new FakeTab(edge))
    await atHostedPage(checkout)
    await checkout.told({ status: 'approved' })
    const { id } = edge.order

    checkout.press('Buy again')
    await checkout.reads('€12.50 Continue to payment')
    checkout.press('Continue to payment')
    await expect.poll(() => edge.orderCount).toBe(2)
    const reloaded = await offerTag(offer, new FakeTab(edge))

    await reloaded.reads('Preparing')
    expect(reloaded.element.order?.id).not.toBe(id)
  })

  it('that was given up is forgotten, so that another visit offers the next one', async () => {
    const [offer, edge] = [offerOf(), new FakeEdge()]
    const checkout = await offerTag(offer, new FakeTab(edge))
    await atHostedPage(checkout)

    await checkout.told({ status: 'cancelled' })

    expect(localStorage).toHaveLength(0)
    expect((await offerTag(offer, new FakeTab(edge))).buttons).toEqual(['Continue to payment'])
  })

  it('is followed by a new key on “buy again”', async () => {
    const checkout = await offerTag()
    await atHostedPage(checkout)
    await checkout.told({ status: 'approved' })

    checkout.press('Buy again')
    await checkout.reads('€12.50 Continue to payment')
    checkout.press('Continue to payment')
    await expect.poll(() => checkout.edge.orderCount).toBe(2)

    const calls = checkout.edge.called('checkout')
    expect(calls.at(-1)?.key).not.toBe(calls[0]?.key)
  })

  it('keeps .settled once, and a new promise after “buy again”', async () => {
    const checkout = await offerTag()
    const { settled } = checkout.element
    await atHostedPage(checkout)
    await checkout.told({ status: 'approved' })

    checkout.press('Buy again')
    await checkout.reads('€12.50 Continue to payment')

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
    await atHostedPage(checkout)
    await checkout.told({ status: 'declined' })
    await checkout.element.refresh()
    checkout.edge.failNext('pay', { code: 'token-invalid' })

    checkout.press('Try again')

    await checkout.reads('Preparing')
    expect(checkout.edge.orderCount).toBe(1)
  })

  it('is replaced by the one that a read renews', async () => {
    const checkout = await offerTag()
    checkout.press('Continue to payment')
    await checkout.reads('Preparing')

    await checkout.element.refresh()
    await checkout.element.refresh()

    expect(checkout.edge.called('read').map(({ token }) => token)).toEqual(['pay.first.1', 'pay.renewed.1'])
    expect(Object.values(localStorage)[0]).toContain('pay.renewed.2')
  })
})

describe('moved in the page', () => {
  it('keeps its order, and listens once', async () => {
    const checkout = await offerTag()
    checkout.press('Continue to payment')
    await checkout.reads('Preparing')
    const place = document.body.appendChild(document.createElement('section'))

    place.append(checkout.element)
    await checkout.drawn()
    await checkout.told({ status: 'approved' })

    expect(checkout.text).toContain('Thank you!')
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
  await before.opens()

  const reloaded = await offerTag(offer, new FakeTab(edge))

  await expect.poll(() => reloaded.outcomes).toEqual(['pay-ready'])
  expect(reloaded.element.order?.id).toBe(edge.order.id)
})

it('shows another offer when the page changes it, and keeps the first order remembered', async () => {
  const checkout = await offerTag()
  await atHostedPage(checkout)

  checkout.element.offer = offerOf({ amount: '99.00' })
  await checkout.drawn()

  expect(checkout.buttons).toEqual(['Continue to payment'])
  expect(localStorage).toHaveLength(1)
})

it('begins again where the edge does not know the remembered order any more', async () => {
  const [offer, edge] = [offerOf(), new FakeEdge()]
  await atHostedPage(await offerTag(offer, new FakeTab(edge)))

  const later = await offerTag(offer, new FakeTab())

  await later.reads('€12.50 Continue to payment')
  await expect.poll(() => localStorage.length).toBe(0)
})
