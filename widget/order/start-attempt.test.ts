import { describe, expect, it } from 'vitest'
import { FakeEdge } from '../testing/fake-edge.ts'
import { Checkout, FakeTab, offerOf } from '../testing/harness.ts'

const HOSTED = 'https://gateway.example.com/form/1'
const redirect = { type: 'redirect', url: HOSTED } as const

const ATTEMPT = {
  number: 1,
  method: 'hosted',
  status: 'redirect',
  startedAt: '2026-01-01T00:00:00Z',
} as const

const offerTag = (offer = offerOf(), tab = new FakeTab()) => Checkout.open({ offer, locale: 'en-IE' }, tab)

/** A tag whose shopper clicked and was sent to the hosted page. */
async function atHostedPage(checkout: Checkout) {
  checkout.press('Continue to payment')
  await checkout.reads('Preparing')
  await checkout.told({ status: 'redirect', action: redirect })
  await expect.poll(() => checkout.tab.visited).toEqual([HOSTED])
}

describe('attempts', () => {
  it('have keys made of the order’s key and their number', async () => {
    const checkout = await offerTag()
    await atHostedPage(checkout)
    await checkout.told({ status: 'declined' })

    checkout.press('Try again')
    await expect.poll(() => checkout.edge.payments.length).toBe(2)

    const key = checkout.edge.called('checkout')[0]?.key
    expect(checkout.edge.payments.map((call) => call.key)).toEqual([`${key}.1`, `${key}.2`])
  })

  it('are not started twice by a second click', async () => {
    const checkout = await offerTag()

    checkout.press('Continue to payment')
    await checkout.drawn()
    checkout.element.submit()
    await checkout.reads('Preparing')
    await checkout.element.submit()

    expect(checkout.edge.payments).toHaveLength(1)
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
    checkout.press('Continue to payment')
    await expect.poll(() => checkout.edge.payments.length).toBe(2)
    await checkout.told({ status: 'redirect', action: { type: 'redirect', url: `${HOSTED}?2` } })

    await expect.poll(() => checkout.tab.visited).toEqual([HOSTED, `${HOSTED}?2`])
    expect(checkout.edge.payments[1]?.key).toMatch(/\.2$/)
  })

  it('show the order as it stands where another one is under way', async () => {
    const checkout = await offerTag()
    await checkout.opens()
    checkout.edge.tell(checkout.edge.order.id, { status: 'processing', attempts: [ATTEMPT] })

    checkout.press('Continue to payment')

    await checkout.reads('We are checking your payment')
    expect(checkout.outcomes).not.toContain('pay-failed')
  })

  it('are followed where a refusal alone says that another one is under way', async () => {
    const checkout = await offerTag()
    await checkout.opens()
    const change = { status: 'processing', attempts: [ATTEMPT] } as const
    const order = checkout.edge.tell(checkout.edge.order.id, change)
    checkout.edge.failNext('checkout', { code: 'attempt-in-flight', order })
    checkout.edge.failNext('read', 'unreachable')

    checkout.press('Continue to payment')
    await checkout.reads('We are checking your payment')
    await expect.poll(() => checkout.edge.sockets).toHaveLength(1)
    await checkout.told({ status: 'approved' })

    await checkout.reads('Thank you!')
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
    checkout.edge.failNext('checkout', { code })

    checkout.press('Continue to payment')

    await checkout.reads(words)
    expect(checkout.event('pay-failed').error).toMatchObject({ code, recoverable: true })
    checkout.press('Continue to payment')
    await checkout.reads('Preparing your payment')
  })

  it('offer what is left after the edge takes no card', async () => {
    const methods = ['hosted', 'payment-page'] as const
    const checkout = await offerTag(offerOf({ methods }))
    checkout.edge.template = { methods }
    await checkout.opens()
    const { order } = checkout.edge
    checkout.edge.failNext('checkout', { code: 'method-off', order: { ...order, methods: ['payment-page'] } })

    checkout.press('Continue to payment')

    await checkout.reads('This is not possible right now. Please choose another way to pay.')
    expect(checkout.element.order?.methods).toEqual(['payment-page'])
    checkout.press('Continue to payment')
    await checkout.reads('Preparing your payment')
    expect(checkout.edge.payments.map(({ body }) => body.method)).toEqual(['hosted', 'payment-page'])
  })

  it.each([
    ['offer-limit', 'This offer is no longer available. It is sold out, or has been paid already.'],
    ['offer-withdrawn', 'The shop has withdrawn this offer.'],
  ] as const)('are locked for %s', async (code, words) => {
    const checkout = await offerTag()
    checkout.edge.failNext('checkout', { code })

    checkout.press('Continue to payment')

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
    checkout.press('Continue to payment')
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
    checkout.press('Continue to payment')
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
