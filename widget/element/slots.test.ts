import { describe, expect, it } from 'vitest'
import type { OrderView } from '../../shared/order-view.ts'
import { Checkout, offerOf } from '../testing/harness.ts'
import { SLOTS } from '../theme/appearance.ts'

/** Every slot but the nameless one, whose words show where there is no payment. */
const NAMES = Object.keys(SLOTS).filter(Boolean)

/** A tag whose page fills every slot. */
async function filled(offer = offerOf()): Promise<Checkout> {
  const checkout = await Checkout.open({ offer, locale: 'en-IE' })
  for (const slot of NAMES)
    checkout.element.append(Object.assign(document.createElement('p'), { slot, textContent: slot }))
  return checkout
}

/** The same with an order under way. */
async function paying(): Promise<Checkout> {
  const checkout = await filled()
  checkout.press('Continue to payment')
  await checkout.reads('Preparing your payment')
  return checkout
}

/** Names of the slots whose words the shopper sees, from top to bottom. */
const shownIn = ({ element }: Checkout) =>
  [...element.children]
    .filter((child) => child.checkVisibility())
    .toSorted((one, other) => one.getBoundingClientRect().top - other.getBoundingClientRect().top)
    .map(({ slot }) => slot)

describe('the page’s own words', () => {
  it('are beside the price, below it and above the button before a payment', async () => {
    expect(shownIn(await filled())).toEqual(['logo', 'summary', 'terms'])
  })

  it('on an error show where an offer cannot be read', async () => {
    expect(shownIn(await filled('not.an.offer'))).toEqual(['error'])
  })

  it.each<[Partial<OrderView>, readonly string[]]>([
    [{ status: 'method' }, ['logo', 'summary']],
    [{ status: 'processing' }, ['logo', 'summary']],
    [{ status: 'approved' }, ['logo', 'summary', 'success']],
    [{ status: 'captured' }, ['logo', 'summary', 'success']],
    [{ status: 'declined' }, ['logo', 'summary', 'error', 'terms']],
    [{ status: 'error' }, ['logo', 'summary', 'error', 'terms']],
    [{ status: 'cancelled' }, ['logo', 'summary']],
    [{ status: 'returned', returned: '12.50' }, ['logo', 'summary']],
  ])('are in their panels: %o', async (change, slots) => {
    const checkout = await paying()

    await checkout.told(change)

    expect(shownIn(checkout)).toEqual(slots)
  })

  it('stay what they are from a decline to a success', async () => {
    const checkout = await paying()
    const given = [...checkout.element.children]
    const places = () => given.slice(0, 2).map(({ assignedSlot }) => assignedSlot)
    const before = places()
    await checkout.told({ status: 'declined' })
    checkout.press('Try again')
    await checkout.reads('Preparing your payment')

    await checkout.told({ status: 'approved' })

    expect(shownIn(checkout)).toEqual(['logo', 'summary', 'success'])
    expect([...checkout.element.children]).toEqual(given)
    expect(places()).toEqual(before)
  })
})
