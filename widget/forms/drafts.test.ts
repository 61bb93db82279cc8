/** What a reload of the tab leaves of what was typed. */
import { describe, expect, it } from 'vitest'
import { offerDigest } from '../order/offer.ts'
import { Checkout, FakeTab, offerOf, PAGE, viewToken } from '../testing/harness.ts'

const ASKS = { amount: '2.00', quantity: { min: 1, max: 9 }, collect: ['email', 'billing'] } as const

async function reloaded(checkout: Checkout, attributes: Record<string, string>): Promise<Checkout> {
  checkout.element.remove()
  return Checkout.open({ locale: 'en-IE', ...attributes }, new FakeTab(checkout.edge))
}

describe('a reload before paying', () => {
  it('keeps what was typed', async () => {
    const offer = offerOf(ASKS)
    const before = await Checkout.open({ offer, locale: 'en-IE' })
    await before.type('Email', 'ada@example.com')
    await before.type('Quantity', '3')
    await before.type('Country', 'US')
    await before.type('State', 'NY')

    const after = await reloaded(before, { offer })

    await expect.poll(() => after.control('Email').value).toBe('ada@example.com')
    expect(['Quantity', 'Country', 'State'].map((label) => after.control(label).value)).toEqual([
      '3',
      'US',
      'NY',
    ])
    expect(after.buttons).toEqual(['−', '+', 'Continue to payment'])
  })

  it('keeps a chosen amount, typed or picked', async () => {
    const offer = offerOf({ min: '5.00', max: '500.00', suggested: ['10.00', '25.00'] })
    const before = await Checkout.open({ offer, locale: 'en-IE' })
    before.control('€25.00').click()
    const picked = await reloaded(before, { offer })
    await expect.poll(() => picked.buttons).toEqual(['Continue to payment'])
    await picked.type('Other amount', '40')

    const typed = await reloaded(picked, { offer })

    await expect.poll(() => typed.buttons).toEqual(['Continue to payment'])
  })

  it('leaves what the page sets to the page', async () => {
    const offer = offerOf(ASKS)
    const before = await Checkout.open({ offer, locale: 'en-IE' })
    await before.type('Quantity', '3')

    const after = await reloaded(before, { offer, quantity: '2' })
    await after.element.refresh()

    expect(after.control('Quantity').value).toBe('2')
  })

  it('keeps nothing of another offer, and nothing that nobody typed', async () => {
    const before = await Checkout.open({ offer: offerOf(ASKS), locale: 'en-IE' })
    before.element.customer = { email: 'ada@example.com' }
    before.touch()
    await expect.poll(() => before.edge.orderCount + Object.keys(localStorage).length).toBeGreaterThan(0)
    expect(Object.keys(sessionStorage)).toEqual([])
    await before.type('Quantity', '3')

    const after = await reloaded(before, { offer: offerOf(ASKS) })
    await after.element.refresh()

    expect(after.control('Quantity').value).toBe('1')
    expect(Object.values({ ...sessionStorage }).join()).not.toContain('ada')
  })

  it('finds nothing once the order is final', async () => {
    const offer = offerOf(ASKS)
    const before = await Checkout.open({ offer, locale: 'en-IE' })
    await before.type('Quantity', '3')
    await before.type('Email', 'ada@example.com')
    before.touch()
    before.element.customer = {
      billing: { country: 'DE', address: 'Weg 1', city: 'Ulm', postalCode: '89073' },
    }
    await before.drawn()
    before.press('Continue to payment')
    await before.reads('Preparing')
    expect(Object.keys(sessionStorage)).toHaveLength(1)

    await before.told({ status: 'approved', methods: [] })

    await expect.poll(() => Object.values({ ...sessionStorage }).join()).not.toContain('ada')
  })

  it('finds nothing once a result tag of this tab showed that the order is final', async () => {
    const offer = offerOf(ASKS)
    const before = await Checkout.open({ offer, locale: 'en-IE' })
    await before.type('Email', 'ada@example.com')
    before.element.remove()
    const digest = await offerDigest(offer)
    const { id } = before.edge.add({ offer: digest, status: 'approved', methods: [] })
    expect(Object.values({ ...sessionStorage }).join()).toContain('ada')
    const tab = new FakeTab(before.edge)
    tab.href = `${PAGE}#pay-order=${id}.${viewToken()}`

    const result = await Checkout.open({ locale: 'en-IE' }, tab)
    await result.reads('Thank you!')

    expect(Object.values({ ...sessionStorage }).join()).not.toContain('ada')
  })

  it('is as good as none where storage is refused', async () => {
    const tab = new FakeTab()
    tab.refusesStorage = true
    const checkout = await Checkout.open({ offer: offerOf(ASKS), locale: 'en-IE' }, tab)

    await checkout.type('Quantity', '3')

    expect(checkout.buttons).toEqual(['−', '+', 'Continue to payment'])
    expect(Object.keys(sessionStorage)).toEqual([])
  })
})

it('a lost connection is not lamented once the browser is online again', async () => {
  const checkout = await Checkout.open({ offer: offerOf(), locale: 'en-IE' })
  checkout.edge.failNext('checkout', 'unreachable')
  checkout.press('Continue to payment')
  await checkout.reads('The connection was lost')
  dispatchEvent(new Event('offline'))
  await checkout.reads('You are offline')

  dispatchEvent(new Event('online'))

  await expect.poll(() => checkout.text).not.toMatch(/connection was lost|offline/)
  expect(checkout.isLocked('Continue to payment')).toBe(false)
})
