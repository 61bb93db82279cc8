import { describe, expect, it } from 'vitest'
import { offerDigest } from '../order/offer.ts'
import { FakeEdge } from '../testing/fake-edge.ts'
import { Checkout, FakeTab, offerOf, PAGE, viewToken } from '../testing/harness.ts'

const LONG_MS = 10_000
const URL = 'https://gateway.example.com/form/1'

/** A tag whose shopper clicked and whose order then stands somehow. */
async function paying(status?: 'redirect' | 'method'): Promise<Checkout> {
  const checkout = await Checkout.open({ offer: offerOf(), locale: 'en-IE' })
  checkout.press('Continue to payment')
  await checkout.reads('Preparing')
  const url = status === 'method' ? 'https://pay.example.com/three-ds/1' : URL
  if (status) await checkout.told({ status, action: { type: status, url } })
  return checkout
}

/** A tag whose shopper may try again. */
async function declined(): Promise<Checkout> {
  const checkout = await paying()
  await checkout.told({ status: 'declined' })
  await checkout.reads('Payment declined')
  return checkout
}

/** A shopper who comes back to the page while the edge cannot be reached. */
async function lookingUp(attributes: (offer: string) => Record<string, string>): Promise<Checkout> {
  const [offer, edge] = [offerOf(), new FakeEdge()]
  const { id } = edge.add({ status: 'approved', offer: await offerDigest(offer) })
  const tab = new FakeTab(edge)
  edge.isUnreachable = true
  tab.href = `${PAGE}#pay-order=${id}.${viewToken()}`
  const checkout = await Checkout.open({ ...attributes(offer), locale: 'en-IE' }, tab)
  await checkout.reads('Looking up your payment')
  return checkout
}

describe('a wait of ten seconds', () => {
  it.each([
    ['for the order to be found', () => lookingUp((offer) => ({ offer })), 'Looking up', ['Check now']],
    ['for the order of a result page', () => lookingUp(() => ({})), 'Looking up', ['Check now']],
    ['for the payment page', () => paying(), 'Preparing', ['Check now']],
    [
      'for the browser to leave',
      () => paying('redirect'),
      'Taking you',
      ['Continue to payment', 'Check now'],
    ],
    [
      'for the bank’s hidden page',
      () => paying('method'),
      'Taking you',
      ['Continue to payment', 'Check now'],
    ],
  ])('%s says why, and what can be done', async (_, open, words, buttons) => {
    const checkout = await open()
    await checkout.reads(words)
    expect(checkout.buttons).not.toContain('Check now')

    await checkout.tab.passes(LONG_MS)

    await checkout.reads(/slow to open|longer than usual/)
    expect(checkout.buttons).toEqual(buttons)
    expect(checkout.announced).toMatch(/slow to open|longer than usual/)
  })

  it('for the page itself is told above the button', async () => {
    const checkout = await Checkout.open({ offer: offerOf(), locale: 'en-IE' })
    checkout.element.addEventListener('pay-submit', (event) => event.waitUntil(new Promise(() => {})))
    checkout.press('Continue to payment')
    await checkout.reads('Processing')
    expect(checkout.announced).toBe('Processing…')

    await checkout.tab.passes(LONG_MS)

    await checkout.reads('This takes longer than usual')
  })

  it.each([
    ['a first click', () => Checkout.open({ offer: offerOf(), locale: 'en-IE' }), 'Continue to payment'],
    ['a click after a decline', declined, 'Try again'],
  ])('for the edge’s answer to %s goes on while the gateway has not answered', async (_, open, button) => {
    const checkout = await open()
    const { promise, resolve: answer } = Promise.withResolvers<void>()
    checkout.edge.answersAfter = promise
    checkout.press(button)
    await checkout.reads('Processing')
    await checkout.tab.passes(LONG_MS)
    await checkout.reads('Please keep this page open')

    answer()

    await checkout.reads('Preparing')
    expect(checkout.text).toContain('Please do not pay again')
  })

  it('is over with what was waited for', async () => {
    const checkout = await paying()
    await checkout.tab.passes(LONG_MS)
    await checkout.reads('longer than usual')

    await checkout.told({ status: 'processing' })

    expect(checkout.text).not.toContain('longer than usual')
    expect(checkout.buttons).toEqual(['Check now'])
  })
})

describe('Check now', () => {
  it.each([
    ['an offer', (offer: string) => ({ offer })],
    ['a result page', () => ({})],
  ])('finds the order of %s once the edge can be reached', async (_, attributes) => {
    const checkout = await lookingUp(attributes)
    await checkout.tab.passes(LONG_MS)
    await checkout.reads('longer than usual')
    checkout.edge.isUnreachable = false

    checkout.press('Check now')

    await checkout.reads('Thank you!')
  })

  it('says that no answer came, and takes it back with the next one', async () => {
    const checkout = await paying()
    await checkout.tab.passes(LONG_MS)
    await checkout.reads('longer than usual')
    checkout.edge.isUnreachable = true

    checkout.press('Check now')
    await checkout.reads('The connection was lost')
    expect(checkout.isLocked('Check now')).toBe(false)

    checkout.edge.isUnreachable = false
    checkout.press('Check now')
    await expect.poll(() => checkout.text).not.toContain('The connection was lost')
  })

  it('of an order that cannot be found yet is free again after eight seconds', async () => {
    const checkout = await lookingUp((offer) => ({ offer }))
    await checkout.tab.passes(LONG_MS)
    await checkout.reads('longer than usual')

    checkout.press('Check now')
    await expect.poll(() => checkout.isLocked('Check now')).toBe(true)
    expect(checkout.text?.match(/longer than usual/g)).toHaveLength(1)
    await checkout.tab.passes(8000)

    await checkout.reads('The connection was lost')
    expect(checkout.isLocked('Check now')).toBe(false)
  })
})
