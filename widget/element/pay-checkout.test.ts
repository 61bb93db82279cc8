import { afterEach, describe, expect, it } from 'vitest'
import { Checkout, FakeTab, offerOf, PAGE } from '../testing/harness.ts'

/** A tag whose order is under way at the hosted page. */
async function paying(): Promise<Checkout> {
  const checkout = await Checkout.open({ offer: offerOf(), locale: 'en-IE' })
  checkout.press('Continue to payment')
  await checkout.reads('Preparing your payment')
  return checkout
}

describe('the focus', () => {
  it('moves to the words when what had it goes away', async () => {
    const checkout = await paying()
    await checkout.told({ status: 'declined' })
    checkout.root.querySelector('button')?.focus()

    await checkout.told({ status: 'approved' })

    expect(checkout.root.activeElement?.textContent).toBe('Thank you!')
    expect(checkout.announced).toBe('')
  })

  it('moves to the first field when another payment begins', async () => {
    const checkout = await Checkout.open({ offer: offerOf({ collect: ['email'] }), locale: 'en-IE' })
    await checkout.type('Email', 'ada@example.com')
    checkout.press('Continue to payment')
    await checkout.reads('Preparing')
    await checkout.told({ status: 'approved' })
    checkout.root.querySelector('button')?.focus()

    checkout.press('Buy again')
    await checkout.reads('Email')

    expect(checkout.root.activeElement).toBe(checkout.control('Email'))
  })

  it('stays where it is outside the tag, and the words are announced', async () => {
    const checkout = await paying()
    const other = document.body.appendChild(document.createElement('input'))
    other.focus()

    await checkout.told({ status: 'approved' })

    expect(document.activeElement).toBe(other)
    expect(checkout.announced).toBe('Thank you! You paid €12.50.')
  })
})

describe('a page that the browser prepares', () => {
  it('starts nothing before the shopper looks at it, and is paid then', async () => {
    const prerendering = (value: boolean) =>
      Object.defineProperty(document, 'prerendering', { value, configurable: true })
    prerendering(true)
    const checkout = Checkout.make({ offer: offerOf(), locale: 'en-IE' })
    document.body.append(checkout.element)
    await checkout.drawn()
    expect([checkout.edge.calls, checkout.tab.pauses, checkout.outcomes]).toEqual([[], [], []])
    expect(checkout.buttons).toEqual([])

    prerendering(false)
    document.dispatchEvent(new Event('prerenderingchange'))

    await checkout.reads('€12.50 Continue to payment')
    expect(checkout.outcomes).toEqual(['pay-ready'])
    Reflect.deleteProperty(document, 'prerendering')
  })
})

describe('a key', () => {
  const pageKeys = (tag: HTMLElement, selector: string, key: string) => {
    const heard: string[] = []
    const hear = ({ type }: Event) => heard.push(type)
    const types = ['keydown', 'keypress', 'keyup']
    for (const type of types) document.addEventListener(type, hear)
    const control = tag.shadowRoot?.querySelector<HTMLElement>(selector)
    control?.focus()
    for (const type of types)
      control?.dispatchEvent(new KeyboardEvent(type, { key, bubbles: true, composed: true }))
    for (const type of types) document.removeEventListener(type, hear)
    return heard
  }
  const ALL = ['keydown', 'keypress', 'keyup']

  it.each([
    ['a letter in a field', '#email', 's', []],
    ['a deletion in a field', '#email', 'Backspace', []],
    ['a letter in a list', 'select', 's', []],
    ['Tab in a field', '#email', 'Tab', ALL],
    ['Escape in a field', '#email', 'Escape', ALL],
    ['a letter on a button', 'button', 's', ALL],
  ])('reaches the page’s shortcuts where it is for them: %s', async (_, selector, key, heard) => {
    const checkout = await Checkout.open({
      offer: offerOf({ collect: ['email', 'billing'] }),
      locale: 'en-IE',
    })

    expect(pageKeys(checkout.element, selector, key)).toEqual(heard)
  })
})

describe('as a form field', () => {
  async function inForm(attributes: Record<string, string | boolean> = {}) {
    const form = document.body.appendChild(document.createElement('form'))
    const offer = offerOf({ methods: ['hosted'] })
    const checkout = Checkout.make({ offer, name: 'order', locale: 'en-IE', ...attributes })
    form.append(checkout.element)
    await checkout.drawn()
    return { form, checkout }
  }

  it('is missing while required and unpaid', async () => {
    const { form } = await inForm({ required: true })

    expect(form.checkValidity()).toBe(false)
    expect(new FormData(form).has('order')).toBe(false)
  })

  it('submits the order’s id once it is paid, and survives a reset', async () => {
    const { form, checkout } = await inForm({ required: true })
    checkout.press('Continue to payment')
    await checkout.reads('Preparing')

    await checkout.told({ status: 'approved' })
    form.reset()

    expect(form.checkValidity()).toBe(true)
    expect(new FormData(form).get('order')).toBe(checkout.edge.order.id)
  })

  it('can be used as soon as the page switches it on', async () => {
    const checkout = await Checkout.open({ offer: offerOf(), locale: 'en-IE', disabled: true })
    const before = checkout.isLocked('Continue to payment')

    checkout.element.disabled = false
    await checkout.drawn()

    expect([before, checkout.isLocked('Continue to payment')]).toEqual([true, false])
  })

  it('cannot be used inside a disabled fieldset, even if the page switches it on', async () => {
    const fieldset = document.createElement('fieldset')
    const checkout = await Checkout.open({ offer: offerOf(), locale: 'en-IE', disabled: true })
    document.body.append(fieldset)
    fieldset.append(checkout.element)
    fieldset.disabled = true

    checkout.element.disabled = false
    await checkout.drawn()

    expect(checkout.isLocked('Continue to payment')).toBe(true)
  })

  it('cannot be used inside a disabled fieldset', async () => {
    const { form, checkout } = await inForm()
    const fieldset = document.createElement('fieldset')
    fieldset.disabled = true
    form.append(fieldset)

    fieldset.append(checkout.element)
    await checkout.drawn()
    checkout.touch()
    checkout.press('Continue to payment')
    await checkout.element.submit()

    expect(checkout.edge.calls).toEqual([])
  })
})

describe('a return-url', () => {
  afterEach(() => document.querySelector('base')?.remove())

  it.each([
    ['thanks.html', 'https://shop.example.com/en/thanks.html'],
    ['/thanks', 'https://shop.example.com/thanks'],
    ['https://other.example.com/thanks', 'https://other.example.com/thanks'],
    ['https://[', PAGE],
    ['', PAGE],
  ])('%s is where a link of the page leads, also where the page has a base', async (address, expected) => {
    const base = document.head.appendChild(document.createElement('base'))
    base.href = 'https://shop.example.com/en/'
    const checkout = await Checkout.open({ offer: offerOf(), 'return-url': address })

    checkout.element.submit()
    await expect.poll(() => checkout.edge.called('checkout').length).toBe(1)

    expect(checkout.edge.called('checkout')[0]?.body.returnUrl).toBe(expected)
  })
})

describe('the looks', () => {
  it.each([
    ['light', 'rgb(255, 255, 255)'],
    ['dark', 'rgb(23, 25, 30)'],
  ])('follow the theme %s', async (theme, colour) => {
    const checkout = await Checkout.open({ offer: offerOf(), theme })

    expect(getComputedStyle(checkout.root.querySelector('form') as Element).backgroundColor).toBe(colour)
  })

  it('follow the page’s colour scheme without a theme', async () => {
    document.body.style.colorScheme = 'dark'
    const checkout = await Checkout.open({ offer: offerOf() })

    expect(getComputedStyle(checkout.element).color).toBe('rgb(242, 243, 245)')
    document.body.style.colorScheme = ''
  })

  it('take a token from the page', async () => {
    document.body.style.setProperty('--pay-accent', 'rgb(1, 2, 3)')
    const checkout = await Checkout.open({ offer: offerOf() })

    expect(getComputedStyle(checkout.root.querySelector('button') as Element).backgroundColor).toBe(
      'rgb(1, 2, 3)',
    )
    document.body.style.removeProperty('--pay-accent')
  })
})

it('takes properties that were set before it was defined', async () => {
  const offer = offerOf()
  const checkout = Checkout.make({}, new FakeTab())
  const early = document.createElement('pay-checkout-early') as HTMLElement & {
    offer: string
    getAttribute(name: string): string
  }
  early.offer = offer
  document.body.append(early)

  customElements.define(
    'pay-checkout-early',
    class extends (checkout.element.constructor as CustomElementConstructor) {},
  )

  await expect.poll(() => early.getAttribute('offer')).toBe(offer)
})

it('has the attributes that the page set, and no others', async () => {
  const checkout = await Checkout.open({ offer: offerOf() })

  expect(checkout.element.getAttributeNames()).toEqual(['edge', 'offer'])
})

it('takes a number or a list for a text', async () => {
  const checkout = await Checkout.open({ offer: offerOf({ quantity: { min: 1, max: 5 } }), locale: 'en-IE' })

  Object.assign(checkout.element, { quantity: 3, methods: ['hosted', 'card'], theme: undefined })
  await checkout.drawn()

  const { quantity, methods, theme } = checkout.element
  expect([quantity, methods, theme]).toEqual(['3', 'hosted,card', ''])
  expect(checkout.text).toContain('€37.50')
})

it.each(['item', 'description', 'currency', 'intent', 'amount', 'quantity', 'aud', 'limit'])(
  'an object in the place of an offer’s claim %s never becomes markup',
  async (claim) => {
    const template = {
      strings: Object.assign(['<i id="made"></i>'], { raw: ['<i id="made"></i>'] }),
      values: [],
    }

    const { root } = await Checkout.open({ offer: offerOf({ [claim]: template }) })

    expect(root.querySelector('#made')).toBe(null)
    expect(root.querySelector('form')).not.toBe(null)
  },
)
