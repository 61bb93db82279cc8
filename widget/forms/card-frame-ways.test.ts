/** The choice among the ways to pay, with a card form and without. */
import { describe, expect, it } from 'vitest'
import { cardOf, cardTag, clicked, frameOf, typed } from '../testing/card-tag.ts'
import { Checkout, FakeTab, offerOf } from '../testing/harness.ts'

it('the form gets the name that the shopper types in the tag, and has it again after it has loaded again', async () => {
  const checkout = await cardTag({ methods: ['card'], collect: ['name'] })
  const names = () =>
    cardOf(checkout)
      ?.said.filter(({ type }) => type === 'name')
      .map(({ name }) => name)

  await checkout.type('Full name', 'Ann')
  await checkout.type('Full name', 'Ann Example')
  await expect.poll(names).toEqual(['Ann', 'Ann Example'])

  const frame = frameOf(checkout)
  if (frame) frame.src += ''
  await expect.poll(names).toEqual([])
  await expect.poll(() => cardOf(checkout)?.port).toBeTruthy()
  cardOf(checkout)?.port?.postMessage({ type: 'state', isComplete: false })
  await expect.poll(names).toEqual(['Ann Example'])
})

describe('the ways to pay', () => {
  it('are chosen among where the offer has several, the merchant’s first one first', async () => {
    const checkout = await cardTag({ methods: ['hosted', 'card'] })
    expect(frameOf(checkout)).toBe(null)
    expect(checkout.text).toContain('You continue on a secure payment page.')

    checkout.control('Card').click()
    await checkout.drawn()

    expect(frameOf(checkout)?.title).toBe('Payment details')
    expect(checkout.text).not.toContain('You continue on a secure payment page.')
  })

  it('cannot be changed while the edge is asked, and keep the focus', async () => {
    const checkout = await cardTag({ methods: ['hosted', 'card'] })
    const [hosted, card] = [
      checkout.control('Secure payment page'),
      checkout.control('Card'),
    ] as HTMLInputElement[]
    hosted?.focus()
    checkout.edge.failNext('checkout', { code: 'payments-paused' })
    const { promise, resolve } = Promise.withResolvers<void>()
    checkout.edge.answersAfter = promise

    checkout.press('Continue to payment')
    await expect.poll(() => checkout.buttons).toEqual(['Processing…'])
    card?.click()

    expect([hosted?.checked, card?.checked]).toEqual([true, false])
    expect(checkout.root.activeElement).toBe(hosted)
    resolve()
    await checkout.reads('Payments are paused')
    expect(checkout.root.activeElement).toBe(hosted)
  })

  it('are no choice where there is one', async () => {
    const checkout = await cardTag({ methods: ['card'] })

    expect(checkout.root.querySelector('[type=radio]')).toBe(null)
    expect(frameOf(checkout)).not.toBe(null)
  })

  it('are those of the order once there is one', async () => {
    const tab = new FakeTab()
    const checkout = await cardTag({}, tab)
    tab.edge.template = { methods: ['hosted'] }

    await checkout.opens()

    await expect.poll(() => frameOf(checkout)).toBe(null)
  })

  it('are there again instead of a hosted page that waits', async () => {
    const checkout = await cardTag({ methods: ['hosted', 'card'] })
    checkout.press('Continue to payment')
    await checkout.reads('Preparing')
    await checkout.told({
      status: 'redirect',
      action: { type: 'redirect', url: 'https://gateway.example.com/' },
    })
    window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))
    await checkout.reads('Your payment is not finished yet')

    checkout.press('Pay another way')
    await checkout.drawn()

    expect(checkout.control('Secure payment page')).toBeInstanceOf(HTMLInputElement)
    expect(checkout.edge.payments).toHaveLength(1)

    checkout.control('Card').click()
    await expect.poll(() => !!cardOf(checkout)?.port).toBe(true)
    await typed(checkout)
    const asked = await clicked(checkout)

    expect(asked).toMatchObject({ type: 'pay', body: { method: 'card' } })
    expect(frameOf(checkout)?.isConnected).toBe(true)
  })

  it('are not there in place of the page of the next order', async () => {
    const checkout = await Checkout.open({ offer: offerOf({ methods: ['hosted', 'payment-page'] }) })
    const { edge } = checkout
    edge.template = { methods: ['hosted', 'payment-page'] }
    const action = { type: 'redirect', url: 'https://gateway.example.com/' } as const
    const paid = async (label: string, status: 'redirect' | 'approved') => {
      checkout.press(label)
      await checkout.reads('Preparing')
      const { id = '' } = checkout.element.order ?? {}
      edge.tell(id, { status, ...(status === 'redirect' && { action }) })
      dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))
    }
    await paid('Continue to payment', 'redirect')
    await checkout.reads('Your payment is not finished yet')
    checkout.press('Pay another way')
    await checkout.reads('Continue to payment')
    await paid('Continue to payment', 'approved')
    await checkout.reads('Thank you!')
    checkout.press('Buy again')
    await checkout.reads('Choose how to pay')

    await paid('Continue to payment', 'redirect')

    await checkout.reads('Your payment is not finished yet')
    expect(checkout.text).not.toContain('Choose how to pay')
  })

  it('cannot be paid by as long as there is none', async () => {
    const tab = new FakeTab()
    const { id } = tab.edge.add({ methods: ['saved-card'] })
    const checkout = await Checkout.open({ session: `${id}.pay.1`, edge: location.origin }, tab)
    await checkout.reads('Pay')

    checkout.element.submit()
    await checkout.drawn()

    expect(checkout.root.querySelector<HTMLButtonElement>('[part~=primary]')?.disabled).toBe(true)
    expect(checkout.text).toContain('Please contact the shop.')
    expect(checkout.edge.payments).toEqual([])
  })
})

it('the page narrows the choice', async () => {
  const tab = new FakeTab()
  const methods = ['hosted', 'card', 'payment-page'] as const
  const offer = offerOf({ methods: [...methods] })

  const checkout = await Checkout.open({ offer, methods: 'hosted, payment-page' }, tab)

  expect(checkout.text).toContain('Secure payment page Other ways to pay')
  expect(checkout.root.querySelectorAll('[type=radio]')).toHaveLength(2)
})
