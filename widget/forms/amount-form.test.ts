import { describe, expect, it } from 'vitest'
import { Checkout, FakeTab, offerOf } from '../testing/harness.ts'

const DONATION = { min: '5.00', max: '500.00', suggested: ['10.00', '25.00', '50.00'] } as const

const open = (attributes: Record<string, string> = {}, claims: Parameters<typeof offerOf>[0] = DONATION) =>
  Checkout.open({ offer: offerOf(claims), locale: 'en-IE', ...attributes })

describe('an open amount', () => {
  it('begins with the first suggestion, or with what the page sets', async () => {
    expect((await open()).buttons).toEqual(['Continue to payment'])
    expect((await open({ amount: '40.00' })).buttons).toEqual(['Continue to payment'])
  })

  it.each(['de-DE', 'ar-KW', 'en-GB'])('begins with a suggestion of three decimals in %s', async (locale) => {
    const dinars = { currency: 'KWD', min: '0.500', max: '5000.000', suggested: ['1.250', '2.500'] }

    const checkout = await open({ locale }, dinars)

    expect(checkout.element.terms.choice.amount).toBe('1.250')
  })

  it.each([
    ['fa-IR', '۱۰٫۰۰'],
    ['de-DE', '10,00'],
    ['en-IE', '10.00'],
  ])('suggests in the digits of %s what it then understands', async (locale, text) => {
    const checkout = await open({ locale })

    expect(checkout.root.querySelector<HTMLInputElement>('#amount')?.value).toBe(text)
    expect(checkout.root.querySelector<HTMLInputElement>('[name=suggested]')?.checked).toBe(true)
  })

  it('is what the shopper picks', async () => {
    const checkout = await open()

    checkout.control('€25.00').click()
    await checkout.drawn()

    expect(checkout.buttons).toEqual(['Continue to payment'])
  })

  it.each([
    ['de', '10,00', '25,00'],
    ['en-IE', '10.00', '25.00'],
  ])('stands in the field as people write it in %s', async (locale, first, second) => {
    const checkout = await open({ locale })
    const field = () => checkout.root.querySelector<HTMLInputElement>('#amount')?.value
    expect(field()).toBe(first)

    checkout.root.querySelectorAll<HTMLElement>('[part=chip] input')[1]?.click()
    await checkout.drawn()

    expect(field()).toBe(second)
    expect(checkout.root.querySelector('[part=total]')?.textContent).toContain(second)
  })

  it('is opened at the click, with the decimals that are charged', async () => {
    const checkout = await open()
    checkout.touch()
    await checkout.type('Other amount', '12,5')

    checkout.press('Continue to payment')
    await checkout.reads('Preparing')

    expect(checkout.edge.called('checkout').map(({ body }) => body.amount)).toEqual(['12.50'])
    expect(checkout.edge.order.amount).toBe('12.50')
  })

  it.each(['4.99', '500.01', '12.345', 'ten', '-20', '1e2'])(
    'of %s is refused where it is typed',
    async (amount) => {
      const checkout = await open()
      await checkout.type('Other amount', amount)

      await checkout.element.submit()
      await checkout.drawn()

      expect(checkout.wrong('Other amount')).toBe('From €5.00 to €500.00')
      expect(checkout.control('Other amount').ariaInvalid).toBe('true')
      expect(checkout.root.activeElement).toBe(checkout.control('Other amount'))
      expect(checkout.buttons).toEqual(['Continue to payment'])
      expect(checkout.root.querySelector('[part=price]')?.textContent.trim()).toBe('')
      expect(checkout.edge.calls).toEqual([])
    },
  )

  it('that nobody has chosen yet has no sum on the button, and keeps the room of one', async () => {
    const checkout = await open({}, { min: '5.00', max: '500.00' })
    const height = () => checkout.root.querySelector('[part=head]')?.getBoundingClientRect().height
    const before = height()
    expect(checkout.buttons).toEqual(['Continue to payment'])

    await checkout.type('Choose an amount', '20')

    expect([checkout.buttons, height()]).toEqual([['Continue to payment'], before])
  })

  it('changed before any attempt is another order, with another key', async () => {
    const checkout = await open()
    checkout.edge.failNext('checkout', { code: 'payments-paused' })
    checkout.press('Continue to payment')
    await checkout.reads('Payments are paused')

    checkout.control('€50.00').click()
    await checkout.drawn()
    checkout.press('Continue to payment')
    await checkout.reads('Preparing')

    const calls = checkout.edge.called('checkout')
    expect(calls.at(-1)?.key).not.toBe(calls[0]?.key)
    expect(checkout.element.order?.amount).toBe('50.00')
  })

  /** The shopper clicked on one sum, no answer came, and they chose another one. */
  async function changedAfter(failure: 'answer-lost' | 'unreachable') {
    const checkout = await open()
    checkout.edge.failNext('checkout', failure)
    checkout.edge.failNext('checkout', 'unreachable')
    checkout.press('Continue to payment')
    await checkout.reads('The connection was lost')

    checkout.control('€50.00').click()
    await checkout.drawn()
    checkout.press('Continue to payment')
    await checkout.reads('Preparing')
    return checkout
  }

  it('changed after a lost answer pays nothing while the former sum is being paid, which is shown', async () => {
    const checkout = await changedAfter('answer-lost')

    expect(checkout.edge.order).toMatchObject({ amount: '10.00', attempts: [{ number: 1 }] })
    expect(checkout.edge.payments).toHaveLength(1)
    const action = { type: 'redirect', url: 'https://gateway.example.com/1' } as const
    await checkout.told({ status: 'redirect', action })
    await checkout.reads('Your payment is not finished yet')
    expect(checkout.text).toContain('€10.00')
    expect(checkout.tab.visited).toEqual([])
  })

  it('changed after a click that never arrived is another order; the former one can be paid no more', async () => {
    const checkout = await changedAfter('unreachable')

    expect(checkout.element.order?.amount).toBe('50.00')
    expect(checkout.edge.orderCount).toBe(2)
    expect(checkout.edge.called('cancel')).toHaveLength(1)
    const [first, ...others] = checkout.edge.payments.map(({ key }) => key)
    expect(others).toEqual([expect.not.stringMatching(`^${first}$`)])
  })

  it('cannot be changed once an attempt was made', async () => {
    const checkout = await open()
    checkout.press('Continue to payment')
    await checkout.reads('Preparing')

    await checkout.told({ status: 'declined' })

    expect(checkout.text).not.toContain('Other amount')
    expect(checkout.text).toContain('€10.00')
  })
})

it('of a remembered order needs no new choice to be tried again', async () => {
  const offer = offerOf({ min: '5.00', max: '500.00' })
  const tab = new FakeTab()
  const before = await Checkout.open({ offer, amount: '20.00', locale: 'en-IE' }, tab)
  before.press('Continue to payment')
  await before.reads('Preparing')
  before.element.remove()
  tab.edge.tell(tab.edge.order.id, { status: 'declined' })
  const reloaded = await Checkout.open({ offer, locale: 'en-IE' }, tab)
  await reloaded.reads('Payment declined')

  reloaded.press('Try again')

  await reloaded.reads('Preparing')
  expect(tab.edge.order).toMatchObject({ amount: '20.00', attempts: [{ number: 1 }, { number: 2 }] })
})

describe('an open quantity', () => {
  const PIECES = { amount: '0.10', quantity: { min: 1, max: 12 } } as const

  it('multiplies exactly', async () => {
    const checkout = await open({ quantity: '3' }, PIECES)

    expect(checkout.buttons).toEqual(['−', '+', 'Continue to payment'])
  })

  it('is a number with its range, for the browser’s own keys and for screen readers', async () => {
    const checkout = await open({}, PIECES)

    expect(checkout.control('Quantity')).toMatchObject({ type: 'number', inputMode: 'numeric' })
    const steps = [...checkout.root.querySelectorAll('[part~=step]')].map((one) =>
      one.getAttribute('aria-label'),
    )
    expect(steps).toEqual(['Decrease quantity', 'Increase quantity'])
  })

  it('has its range in the digits of the sums', async () => {
    const checkout = await open({ locale: 'fa-IR' }, PIECES)

    expect(checkout.root.querySelector('#quantity-wrong')?.textContent).toMatch(/۱\D+۱۲/)
  })

  it.each([
    ['3', '−', '2'],
    ['3', '+', '4'],
    ['12', '−', '11'],
    ['12', '+', '12'],
    ['1', '−', '1'],
    ['99', '−', '12'],
    ['', '+', '1'],
  ])('of “%s” becomes by “%s” %s, never out of the range', async (before, button, after) => {
    const checkout = await open({}, PIECES)
    await checkout.type('Quantity', before)

    checkout.press(button)
    await checkout.drawn()

    expect(checkout.control('Quantity').value).toBe(after)
    expect(checkout.text).toContain(`€${(Number(after) / 10).toFixed(2)} Continue to payment`)
  })

  it('at an end has a button that is off, keeps the focus and is described by the range', async () => {
    const checkout = await open({ quantity: '11' }, PIECES)
    const [, more] = checkout.root.querySelectorAll<HTMLElement>('[part~=step]')
    more?.focus()

    checkout.press('+')
    await checkout.drawn()

    expect(checkout.isLocked('+')).toBe(true)
    expect(checkout.root.activeElement).toBe(more)
    expect(checkout.root.querySelector(`#${more?.getAttribute('aria-describedby')}`)?.textContent).toBe(
      'From 1 to 12',
    )
  })

  it('outside of the range has no sum, is told of on leaving, and mended at once', async () => {
    const checkout = await open({ quantity: '3' }, PIECES)

    await checkout.type('Quantity', '13')
    expect(checkout.buttons.at(-1)).toBe('Continue to payment')
    expect(checkout.text).not.toContain('€0.30')
    expect([checkout.wrong('Quantity'), checkout.control('Quantity').ariaInvalid]).toEqual([
      'From 1 to 12',
      'true',
    ])

    const quantity = checkout.control('Quantity')
    quantity.value = '4'
    quantity.dispatchEvent(new Event('input', { bubbles: true }))
    await checkout.drawn()
    expect([checkout.buttons.at(-1), quantity.ariaInvalid]).toEqual(['Continue to payment', 'false'])
  })

  it('is sent with the order', async () => {
    const checkout = await open({}, PIECES)
    await checkout.type('Quantity', '7')

    checkout.press('Continue to payment')
    await checkout.reads('Preparing')

    expect(checkout.edge.called('checkout')[0]?.body.quantity).toBe(7)
  })

  it.each(['0', '13', '1.5', ''])('of “%s” is refused where it is typed', async (quantity) => {
    const checkout = await open({}, PIECES)
    await checkout.type('Quantity', quantity)

    await checkout.element.submit()
    await checkout.drawn()

    expect(checkout.wrong('Quantity')).toBe('From 1 to 12')
    expect(checkout.edge.calls).toEqual([])
  })
})

describe('a sum that changes is announced', () => {
  const PIECES = { amount: '2.00', quantity: { min: 1, max: 12 } } as const

  it('when a step changes the quantity, and not before', async () => {
    const checkout = await open({}, PIECES)
    const before = checkout.announced

    checkout.press('+')
    await checkout.drawn()

    expect([before, checkout.announced]).toEqual(['', '€4.00'])
  })

  it('when a suggestion is chosen', async () => {
    const checkout = await open()

    checkout.control('€25.00').click()
    await checkout.drawn()

    expect(checkout.announced).toBe('€25.00')
  })

  it('when the page changes it', async () => {
    const checkout = await open({ quantity: '2' }, PIECES)

    checkout.element.quantity = '3'
    await checkout.drawn()

    expect(checkout.announced).toBe('€6.00')
  })

  it('once the shopper leaves the field, not with each digit', async () => {
    const checkout = await open()
    const amount = checkout.control('Other')
    amount.focus()

    for (const value of ['4', '40']) {
      amount.value = value
      amount.dispatchEvent(new Event('input', { bubbles: true }))
      await checkout.drawn()
      expect(checkout.announced).toBe('')
    }
    amount.blur()
    await checkout.drawn()

    expect(checkout.announced).toBe('€40.00')
  })

  it('after an amount that is none, and the last one is not read out with it', async () => {
    const checkout = await open()

    await checkout.type('Other amount', '1,234.5')
    expect(checkout.announced).toBe('')
    await checkout.type('Other amount', '40')

    expect(checkout.announced).toBe('€40.00')
  })

  it('alone: a field that leaves it as it is changes nothing', async () => {
    const checkout = await open({}, { ...PIECES, collect: ['email'] })

    await checkout.type('Email', 'ann@example.com')

    expect(checkout.announced).toBe('')
  })
})
