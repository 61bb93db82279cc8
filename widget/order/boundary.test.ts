import { afterEach, describe, expect, it } from 'vitest'
import { Checkout, FakeTab, offerOf } from '../testing/harness.ts'

afterEach(() => {
  document.body.replaceChildren()
  localStorage.clear()
})

const BROKEN = new TypeError('crypto.randomUUID is not a function')

const breaks = (): never => {
  throw BROKEN
}

/** A tag with a link to the edge's page in it. */
async function openTag(tab: FakeTab, presentation = ''): Promise<Checkout> {
  const checkout = Checkout.make({ offer: offerOf(), locale: 'en-IE', presentation }, tab)
  const link = document.createElement('a')
  link.textContent = 'Pay on another page'
  link.href = 'https://pay.example.com/pay'
  checkout.element.append(link)
  document.body.append(checkout.element)
  await checkout.reads('Pay €12.50')
  return checkout
}

const link = ({ element }: Checkout) => element.querySelector('a')

describe('a click that throws', () => {
  it('ends in words, in pay-failed and in the page’s own link, and the console has it', async () => {
    const tab = new FakeTab()
    tab.randomKey = breaks
    const checkout = await openTag(tab, 'popup')
    expect(link(checkout)?.checkVisibility()).toBe(false)

    checkout.press('Pay €12.50')

    await checkout.reads('That did not work. Please try again.')
    expect(checkout.event('pay-failed').error).toMatchObject({ code: 'unexpected', recoverable: true })
    expect(link(checkout)?.checkVisibility()).toBe(true)
    expect(tab.reported).toEqual([BROKEN])
  })

  it('leaves the tag as it was, so that the next click pays', async () => {
    const tab = new FakeTab()
    tab.randomKey = breaks
    const checkout = await openTag(tab, 'popup')
    checkout.press('Pay €12.50')
    await checkout.reads('That did not work.')

    tab.randomKey = () => 'another'
    checkout.press('Pay €12.50')

    await checkout.reads('Preparing')
  })
})

it('a submit() of the page’s that throws is told in the same way', async () => {
  const tab = new FakeTab()
  tab.randomKey = breaks
  const checkout = await openTag(tab, 'popup')

  await checkout.element.submit()

  await checkout.reads('That did not work. Please try again.')
  expect(checkout.outcomes).toContain('pay-failed')
})

it('a form’s message that throws is told in the same way', async () => {
  const tab = new FakeTab()
  tab.edge.template = { methods: ['card'] }
  const offer = offerOf({ methods: ['card'] })
  const checkout = Checkout.make({ offer, locale: 'en-IE', edge: location.origin }, tab)
  // The form alone gets every text.
  checkout.element.labels = {
    get 'field.state.AU'() {
      return breaks()
    },
  }

  document.body.append(checkout.element)

  await checkout.reads('That did not work. Please try again.')
  expect(tab.reported).toContain(BROKEN)
})
