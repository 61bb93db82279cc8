/** A card form that comes late, or never. */
import { describe, expect, it } from 'vitest'
import { cardOf, delivered, edgeOf, frameOf, lateTag, paymentsOf } from '../testing/card-tag.ts'
import { Checkout, FakeTab, offerOf } from '../testing/harness.ts'

describe('the card form', () => {
  it('that never came is told of after 8 seconds, in its place, and is asked for again before anybody can pay', async () => {
    const tab = new FakeTab()
    const checkout = await Checkout.open(
      { offer: offerOf({ methods: ['card', 'hosted'] }), locale: 'en-IE', edge: location.origin },
      tab,
    )
    await expect.poll(() => cardOf(checkout)?.port).toBeTruthy()
    expect(tab.pauses).toContain(8000)

    tab.endPauses()

    await checkout.reads('The connection was lost. Please try again.')
    expect(frameOf(checkout)?.hidden).toBe(true)
    checkout.element.focus()
    expect(checkout.root.activeElement).not.toBe(null)
    expect(checkout.event('pay-failed').error).toMatchObject({
      code: 'frame-unreachable',
      recoverable: true,
    })
    expect(checkout.control('Secure payment page')).toBeInstanceOf(HTMLInputElement)

    expect(checkout.buttons).toEqual(['Try again'])

    checkout.press('Try again')

    await expect.poll(() => frameOf(checkout)?.hidden).toBe(false)
    expect(checkout.buttons).toEqual(['Pay €12.50'])
  })

  it('that loaded and says nothing, as a page of errors does, is asked for again by a button', async () => {
    const tab = new FakeTab()
    tab.edge.template = { methods: ['card'] }
    const checkout = await Checkout.open(
      { offer: offerOf({ methods: ['card'] }), locale: 'en-IE', edge: location.origin },
      tab,
    )
    await expect.poll(() => cardOf(checkout)?.port).toBeTruthy()
    await tab.passes(2000)
    await checkout.reads('The connection was lost. Please try again.')
    const former = cardOf(checkout)?.port

    checkout.press('Try again')

    await expect.poll(() => cardOf(checkout)?.port ?? former).not.toBe(former)
    expect(frameOf(checkout)?.hidden).toBe(false)
    expect(checkout.root.activeElement).toBe(frameOf(checkout))
    expect(checkout.buttons).not.toContain('Try again')
    expect(checkout.text).not.toContain('The connection was lost')

    await tab.passes(2000)

    await expect.poll(() => checkout.root.activeElement?.textContent?.trim()).toBe('Try again')
  })

  it('whose address never answered is asked for again too', async () => {
    const tab = new FakeTab()
    const offer = offerOf({ methods: ['card'] })
    const checkout = await Checkout.open({ offer, locale: 'en-IE', edge: edgeOf('01') }, tab)

    // Chromium takes a request for one that it has just begun, and leaves it at that.
    const again = () => {
      tab.endPauses()
      checkout.element.submit()
      return cardOf(checkout)?.port
    }

    await expect.poll(again).toBeTruthy()
    expect(checkout.event('pay-failed').error.code).toBe('frame-unreachable')
  })

  it('that the shopper has left for another way is not missed', async () => {
    const tab = new FakeTab()
    const offer = offerOf({ methods: ['card', 'hosted'] })
    tab.edge.template = { methods: ['card', 'hosted'] }
    const checkout = await Checkout.open({ offer, locale: 'en-IE', edge: edgeOf('0') }, tab)
    checkout.control('Secure payment page').click()
    await expect.poll(() => frameOf(checkout)).toBe(null)

    tab.endPauses()
    checkout.press('Continue to payment')

    await checkout.reads('Preparing')
    expect(checkout.outcomes).not.toContain('pay-failed')
  })

  it('is waited for by a shopper who is quicker', async () => {
    const tab = new FakeTab()
    tab.edge.template = { methods: ['card'] }
    const offer = offerOf({ methods: ['card'] })
    const checkout = await Checkout.open({ offer, locale: 'en-IE', edge: location.origin }, tab)
    await expect.poll(() => !!cardOf(checkout)?.port).toBe(true)

    checkout.press('Pay €12.50')
    cardOf(checkout)?.port?.postMessage({ type: 'state', isComplete: true })

    await expect.poll(() => paymentsOf(checkout)).toHaveLength(1)
    expect(checkout.outcomes).not.toContain('pay-failed')
  })

  it('that comes late is there after all', async () => {
    const tab = new FakeTab()
    const checkout = await Checkout.open(
      { offer: offerOf({ methods: ['card'] }), locale: 'en-IE', edge: location.origin },
      tab,
    )
    await expect.poll(() => cardOf(checkout)?.port).toBeTruthy()
    tab.endPauses()
    await expect.poll(() => frameOf(checkout)?.hidden).toBe(true)

    cardOf(checkout)?.port?.postMessage({ type: 'state', isComplete: false })

    await expect.poll(() => frameOf(checkout)?.hidden).toBe(false)
    expect(checkout.text).not.toContain('The connection was lost')
  })

  it('that comes late takes the focus of the button that would have loaded it', async () => {
    const checkout = await lateTag()
    const retry = checkout.root.querySelector<HTMLElement>('[role=alert] button')
    retry?.focus()
    expect(checkout.root.activeElement).toBe(retry)

    cardOf(checkout)?.port?.postMessage({ type: 'state', isComplete: false })

    await expect.poll(() => checkout.buttons).not.toContain('Try again')
    await expect.poll(() => checkout.root.activeElement).toBe(frameOf(checkout))
  })

  it('that is late gives its button the focus of the one that pays, which goes away', async () => {
    const checkout = await lateTag((tag) => tag.root.querySelector<HTMLElement>('[part~=primary]')?.focus())

    await expect.poll(() => checkout.root.activeElement?.textContent?.trim()).toBe('Try again')
    expect(checkout.buttons).toEqual(['Try again'])
  })

  it('that is late is missed by nobody who then chooses another way', async () => {
    const tab = new FakeTab()
    tab.edge.template = { methods: ['card', 'hosted'] }
    const offer = offerOf({ methods: ['card', 'hosted'] })
    const checkout = await Checkout.open({ offer, locale: 'en-IE', edge: location.origin }, tab)
    await expect.poll(() => cardOf(checkout)?.port).toBeTruthy()
    tab.endPauses()
    await checkout.reads('The connection was lost.')

    checkout.control('Secure payment page').click()
    await checkout.drawn()

    expect(checkout.buttons).toEqual(['Continue to payment'])
  })

  it('that comes late leaves the focus where it is', async () => {
    const checkout = await lateTag()
    const field = document.body.appendChild(document.createElement('input'))
    field.focus()

    cardOf(checkout)?.port?.postMessage({ type: 'state', isComplete: false })

    await expect.poll(() => checkout.buttons).not.toContain('Try again')
    await checkout.drawn()
    expect(document.activeElement).toBe(field)
  })

  it('that is late, and then loads and says nothing, is one failure', async () => {
    const checkout = await lateTag()
    const former = cardOf(checkout)?.port

    frameOf(checkout)?.dispatchEvent(new Event('load'))
    await expect.poll(() => cardOf(checkout)?.port ?? former).not.toBe(former)
    checkout.tab.endPauses()
    await delivered()
    await checkout.drawn()

    expect(checkout.outcomes.filter((type) => type === 'pay-failed')).toHaveLength(1)
    expect(checkout.buttons).toContain('Try again')
  })

  it('that is late leaves the focus where the page moves it on hearing of that', async () => {
    const field = document.createElement('input')
    const checkout = await lateTag((tag) => {
      frameOf(tag)?.focus()
      document.body.append(field)
      tag.element.addEventListener('pay-failed', () => field.focus())
    })

    await checkout.drawn()

    expect(document.activeElement).toBe(field)
  })
})
