import { describe, expect, it } from 'vitest'
import { FakeWindow } from '../testing/fake-window.ts'
import { Checkout, FakeTab, offerOf, PAGE } from '../testing/harness.ts'

type Element = Checkout['element']

/** What a page may change, whatever its tag is busy with. */
const CHANGES: readonly (readonly [
  string,
  Partial<Pick<Element, 'offer' | 'session' | 'edge' | 'amount' | 'quantity'>>,
])[] = [
  ['the offer', { offer: offerOf({ amount: '99.00' }) }],
  ['the session', { session: 'order-x.pay.1' }],
  ['the edge', { edge: 'https://other.example.com' }],
  ['the amount', { amount: '99.00' }],
  ['the quantity', { quantity: '9' }],
]

/** A tag of an offer that leaves the sum to the shopper. */
const openTag = (attributes: Record<string, string> = {}, tab = new FakeTab()) => {
  const offer = offerOf({ min: '5.00', max: '500.00', suggested: ['11.00'], quantity: { min: 1, max: 10 } })
  return Checkout.open({ offer, locale: 'en-IE', ...attributes }, tab)
}

/** Has the page think about the click until it is told to go on. */
async function pressAndThink(checkout: Checkout): Promise<() => void> {
  const thought = Promise.withResolvers<void>()
  checkout.element.addEventListener('pay-submit', (event) => event.waitUntil(thought.promise), { once: true })
  checkout.press('Continue to payment')
  await expect.poll(() => checkout.outcomes).toContain('pay-submit')
  return thought.resolve
}

async function expectEnded(checkout: Checkout) {
  await expect.poll(() => checkout.outcomes).toContain('pay-failed')
  const { error } = checkout.event('pay-failed')
  expect(error).toEqual({ code: 'terms-changed', recoverable: true, supportId: '' })
  expect(checkout.edge.payments).toEqual([])
  expect(checkout.tab.visited).toEqual([])
}

describe('a click ends, and nothing else is paid, when the page changes', () => {
  it.each(CHANGES)('%s while it thinks about the click', async (_, change) => {
    const checkout = await openTag()
    const goOn = await pressAndThink(checkout)

    Object.assign(checkout.element, change)
    goOn()

    await expectEnded(checkout)
    expect(checkout.edge.called('checkout')).toEqual([])
    // An order that is looked up meanwhile says where it stands.
    if (!checkout.element.session) await checkout.reads('The amount or the order has changed')
  })

  it.each(CHANGES)('%s in a listener of the click itself', async (_, change) => {
    const checkout = await openTag()
    const swap = () => Object.assign(checkout.element, change)
    checkout.element.addEventListener('click', swap, { capture: true, once: true })

    checkout.press('Continue to payment')

    await expectEnded(checkout)
  })
})

describe('a payment that was sent is of what was clicked, and comes once, when the page changes', () => {
  it.each(CHANGES)('%s before the answer', async (_, change) => {
    const checkout = await openTag()
    const answer = Promise.withResolvers<void>()
    checkout.edge.answersAfter = answer.promise
    checkout.press('Continue to payment')
    await expect.poll(() => checkout.edge.called('checkout').length).toBe(1)

    Object.assign(checkout.element, change)
    answer.resolve()
    await expect.poll(() => checkout.edge.orderCount).toBe(1)
    await checkout.drawn()

    expect(checkout.edge.called('checkout')[0]?.body).toMatchObject({ amount: '11.00', quantity: 1 })
    expect(checkout.edge.order).toMatchObject({ amount: '11.00', attempts: [{ number: 1 }] })
    expect(checkout.edge.payments).toHaveLength(1)
    expect(checkout.tab.visited).toEqual([])
  })

  it('the quantity, and the summary has the pieces of the sum that is being paid', async () => {
    const tab = new FakeTab()
    tab.edge.template = { lines: [{ item: 'mug', description: 'A mug', quantity: 5, amount: '10.00' }] }
    const pieces = { amount: '2.00', quantity: { min: 1, max: 12 } }
    const checkout = await Checkout.open({ offer: offerOf(pieces), locale: 'en-IE', quantity: '5' }, tab)
    const answer = Promise.withResolvers<void>()
    checkout.edge.answersAfter = answer.promise
    checkout.press('Continue to payment')
    await expect.poll(() => checkout.edge.called('checkout').length).toBe(1)

    checkout.element.quantity = '7'
    answer.resolve()

    await checkout.reads('Preparing')
    const head = checkout.root.querySelector<HTMLElement>('[part=head]')
    expect(head?.innerText.replace(/\s+/g, ' ')).toContain('5 × €2.00 Total €10.00')
  })
})

describe('a click that ended', () => {
  it('leaves a button that pays what is shown now, though the page thinks on', async () => {
    const checkout = await openTag()
    await pressAndThink(checkout)
    checkout.element.offer = offerOf({ amount: '99.00' })
    await checkout.reads('The amount or the order has changed')

    checkout.press('Continue to payment')

    await checkout.reads('Preparing')
    expect(checkout.edge.order.amount).toBe('99.00')
  })

  it('closes the window that it opened', async () => {
    const tab = new FakeTab()
    const popUp = new FakeWindow()
    tab.openPopUp = () => popUp as unknown as Window
    const checkout = await openTag({ presentation: 'popup' }, tab)
    const goOn = await pressAndThink(checkout)

    checkout.element.quantity = '9'
    goOn()

    await expectEnded(checkout)
    expect(popUp.closed).toBe(true)
  })
})

it('a submit() of the page’s in a tag that cannot go on leaves no window open', async () => {
  const tab = new FakeTab()
  tab.edge.failNext('checkout', { code: 'offer-withdrawn' })
  const checkout = await openTag({ presentation: 'popup' }, tab)
  checkout.press('Continue to payment')
  await checkout.reads('The shop has withdrawn this offer.')
  const popUp = new FakeWindow()
  tab.openPopUp = () => popUp as unknown as Window

  await checkout.element.submit()

  expect(checkout.edge.called('pay')).toEqual([])
  expect(popUp.closed).toBe(true)
})

it('pays with what was known of the shopper, and shows the page as was asked, when clicked', async () => {
  const tab = new FakeTab()
  const checkout = await openTag({ presentation: 'frame' }, tab)
  checkout.element.customer = { email: 'ann@example.com' }
  await checkout.drawn()
  const goOn = await pressAndThink(checkout)

  checkout.element.customer = { email: 'eve@example.com' }
  checkout.element.presentation = 'redirect'
  await checkout.drawn()
  goOn()

  await checkout.reads('Preparing')
  const body = { customer: { email: 'ann@example.com' }, presentation: 'frame' }
  expect(checkout.edge.payments[0]?.body).toMatchObject(body)
})

it('leads nobody to a payment that was sent before the page changed what is paid', async () => {
  const checkout = await openTag()
  checkout.press('Continue to payment')
  await checkout.reads('Preparing')
  const [order] = [checkout.edge.order]

  checkout.element.offer = offerOf({ amount: '99.00' })
  await checkout.reads('€99.00 Continue to payment')
  checkout.edge.tell(order.id, { status: 'redirect', action: { type: 'redirect', url: PAGE } })
  await checkout.element.refresh()

  expect(checkout.tab.visited).toEqual([])
  expect(checkout.outcomes).not.toContain('pay-failed')
})
