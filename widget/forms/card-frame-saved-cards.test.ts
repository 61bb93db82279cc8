/** Saved cards, and cards that a payout goes to. */
import { describe, expect, it } from 'vitest'
import type { OrderView } from '../../shared/order-view.ts'
import { cardOf, clicked, delivered, edgeOf, frameOf, typed } from '../testing/card-tag.ts'
import { Checkout, FakeTab, PAGE } from '../testing/harness.ts'

describe('saved cards', () => {
  const VISA = { handle: '1', brand: 'Visa', masked: '411111******4242', expires: '12/27' }
  const AMEX = { handle: '2', brand: 'Amex', masked: '•••• 0005', expires: '' }

  /** A session of a customer's with two saved cards. */
  async function customerTag(edge = location.origin) {
    const tab = new FakeTab()
    const methods: OrderView['methods'] = ['saved-card', 'card']
    const order = tab.edge.add({ methods, savedCards: [VISA, AMEX], mayKeepCard: true })
    const session = `${order.id}.pay.1`
    const checkout = await Checkout.open({ session, locale: 'en-IE', edge }, tab)
    await checkout.reads('Visa')
    await expect.poll(() => !!cardOf(checkout)?.port).toBe(true)
    return checkout
  }

  it('are options of their own, and the form is told which one is chosen', async () => {
    const checkout = await customerTag()

    expect(checkout.text).toContain('•••• 4242 Visa Expires 12/27')
    expect(cardOf(checkout)?.connected).toMatchObject({ way: 'saved-card', savedCard: VISA })
  })

  it('that the edge learns of later appear by themselves', async () => {
    const tab = new FakeTab()
    const order = tab.edge.add({ methods: ['saved-card', 'card'] })
    const session = `${order.id}.pay.1`
    const checkout = await Checkout.open({ session, locale: 'en-IE', edge: location.origin }, tab)
    await expect.poll(() => tab.edge.sockets.length).toBe(1)

    tab.edge.tell(order.id, { savedCards: [VISA] })

    await checkout.reads('•••• 4242 Visa')
    expect(checkout.text).not.toContain('Please contact the shop.')
  })

  it('that is chosen instead is asked for by a form that begins again', async () => {
    const checkout = await customerTag()
    const before = cardOf(checkout)?.port

    checkout.control('•••• 0005').click()

    await expect.poll(() => cardOf(checkout)?.connected?.savedCard).toEqual(AMEX)
    expect(cardOf(checkout)?.port).not.toBe(before)
  })

  it('are not paid with what was typed for another one, however late their form is', async () => {
    const checkout = await customerTag(edgeOf('10'))
    await typed(checkout)
    checkout.control('•••• 0005').click()
    await checkout.drawn()

    checkout.press('Pay €12.50')
    cardOf(checkout)?.port?.postMessage({ type: 'state', isComplete: true })
    await delivered()
    await checkout.drawn()

    expect(checkout.outcomes).not.toContain('pay-submit')
    expect(cardOf(checkout)?.said).toEqual([])
  })

  it('are paid by handle, and nothing else of them', async () => {
    const checkout = await customerTag()
    await typed(checkout)

    const asked = await clicked(checkout)

    expect(asked.body).toEqual({
      pageUrl: PAGE,
      method: 'saved-card',
      presentation: 'frame',
      customer: {},
      savedCard: '1',
      wait: 5,
    })
  })

  it('have room for the code alone, and a new card has room for the box that keeps it', async () => {
    const checkout = await customerTag()
    expect(frameOf(checkout)?.offsetHeight).toBe(75)

    checkout.control('Another card').click()
    await checkout.drawn()

    expect(frameOf(checkout)?.offsetHeight).toBe(249)
  })

  it('leave a new card, which the shopper may have kept', async () => {
    const checkout = await customerTag()

    checkout.control('Another card').click()

    await expect.poll(() => cardOf(checkout)?.connected).toMatchObject({ way: 'card', mayKeepCard: true })
  })
})

describe('a payout', () => {
  it.each([
    ['payout-card', 'To a card'],
    ['payout-bank', 'To a bank account'],
    ['payout-ewallet', 'To an e-wallet'],
    ['payout-phone', 'To a phone number'],
  ] as const)('by %s is entered in the edge’s frame', async (way, label) => {
    const tab = new FakeTab()
    const { id } = tab.edge.add({ methods: ['payout-page', way], intent: 'payout' })
    const checkout = await Checkout.open(
      { session: `${id}.pay.1`, locale: 'en-IE', edge: location.origin },
      tab,
    )
    await checkout.reads('Choose on the payment page')
    expect(checkout.buttons).toEqual(['Receive €12.50'])

    checkout.control(label).click()

    await expect.poll(() => frameOf(checkout)?.src).toBe(`${location.origin}/frames/destination?lang=en`)
    await expect.poll(() => cardOf(checkout)?.connected?.way).toBe(way)
  })
})
