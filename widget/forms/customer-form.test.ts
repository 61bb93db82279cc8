import { describe, expect, it } from 'vitest'
import { Checkout, FakeTab, offerOf } from '../testing/harness.ts'
import { countries } from './countries.ts'

const asking = (collect: ('email' | 'name' | 'phone' | 'billing' | 'shipping')[], locale = 'en-IE') =>
  Checkout.open({ offer: offerOf({ collect }), locale })

describe('the customer’s fields', () => {
  it('are the e-mail where the offer does not say', async () => {
    const checkout = await Checkout.open({ offer: offerOf({ collect: undefined as never }) })

    expect(checkout.control('Email').autocomplete).toBe('email')
  })

  it('say what the e-mail address is for where receipts are mailed, and not where none is', async () => {
    const tab = new FakeTab()
    tab.edge.settings = { ...tab.edge.settings, mailsReceipts: true }
    const mailed = await Checkout.open({ offer: offerOf({ collect: ['email'] }), locale: 'en-IE' }, tab)
    await mailed.reads('Your receipt will be sent to this address.')

    expect(mailed.control('Email').getAttribute('aria-describedby')).toBe('email-wrong email-use')
    const checks = offerOf({ collect: ['email'], intent: 'verify', amount: undefined as never })
    const check = await Checkout.open({ offer: checks, locale: 'en-IE' }, tab)
    expect(check.control('Email').getAttribute('aria-describedby')).toBe('email-wrong')
    const other = await asking(['email'])
    expect(other.control('Email').getAttribute('aria-describedby')).toBe('email-wrong')
    expect(other.root.querySelector('#email-use')).toBeNull()
  })

  it('tell browsers what they mean', async () => {
    const checkout = await asking(['email', 'name', 'phone', 'billing', 'shipping'])

    const meanings = [...checkout.root.querySelectorAll<HTMLInputElement>('[part=input]')].map(
      (one) => one.autocomplete,
    )
    expect(meanings).toEqual([
      ...['email', 'name'],
      ...['country', 'address-line1', 'address-level2', 'postal-code'].map((token) => `billing ${token}`),
      'tel',
    ])
  })

  it.each([
    ['Email', 'email', 'none'],
    ['Phone', 'tel', 'none'],
    ['Full name', 'text', 'words'],
    ['Postal code', 'text', 'characters'],
  ])('show the right keyboard for %s', async (label, inputMode, autocapitalize) => {
    const checkout = await asking(['email', 'name', 'phone', 'billing'])

    expect(checkout.control(label)).toMatchObject({
      ...{ inputMode, autocapitalize, spellcheck: false, enterKeyHint: 'go', required: true },
    })
  })

  it.each([50, 51, 63, 254])(
    'of %i characters of email are right up to what the gateway takes',
    async (length) => {
      const checkout = await asking(['email'])
      const email = `${'a'.repeat(length - '@example.com'.length)}@example.com`

      await checkout.type('Email', email)

      expect(checkout.control('Email').value).toBe(email)
      expect(checkout.wrong('Email')).toBe(
        length > 50 ? 'This is too long. Please use 50 characters or fewer.' : '',
      )
    },
  )

  it('cut nothing off: what is longer than the gateway takes is told of', async () => {
    const checkout = await asking(['email', 'phone'])
    const long = `${'a'.repeat(50)}@example.com`

    await checkout.type('Email', long)
    await checkout.type('Phone', '+44 20 7946 0958')
    checkout.press('Continue to payment')

    await expect.poll(() => checkout.control('Email').ariaInvalid).toBe('true')
    expect(checkout.control('Email').value).toBe(long)
    expect(checkout.control('Phone').ariaInvalid).toBe('false')
  })

  it('are sent with the pay click, without blanks around them', async () => {
    const checkout = await asking(['email'])
    await checkout.type('Email', ' ada@example.com ')

    checkout.press('Continue to payment')
    await checkout.reads('Preparing')

    expect(checkout.edge.payments[0]?.body).toMatchObject({
      method: 'hosted',
      customer: { email: 'ada@example.com' },
    })
  })

  it('are sent, and shown on the receipt, as the edge stores them', async () => {
    const checkout = await asking(['email'])
    await checkout.type('Email', 'ａｎｎ＠ｅｘａｍｐｌｅ．ｃｏｍ')

    checkout.press('Continue to payment')
    await checkout.reads('Preparing')
    await checkout.told({ status: 'approved' })
    await checkout.reads('ann@example.com')

    expect(checkout.edge.payments[0]?.body.customer).toEqual({ email: 'ann@example.com' })
  })

  it('missing on submit are told of, the first one focused, and nothing is sent', async () => {
    const checkout = await asking(['email', 'name'])

    checkout.press('Continue to payment')

    await expect.poll(() => checkout.root.activeElement).toBe(checkout.control('Email'))
    expect(checkout.wrong('Email')).toBe('Enter an email address like name@example.com.')
    expect(checkout.wrong('Full name')).toBe('Please fill in this field.')
    expect(checkout.control('Email').ariaInvalid).toBe('true')
    expect(checkout.edge.payments).toEqual([])
  })

  it('are told of on leaving only when something wrong was typed, and no longer than it is wrong', async () => {
    const checkout = await asking(['email'])
    await checkout.type('Email', '')
    expect(checkout.wrong('Email')).toBe('')

    await checkout.type('Email', 'ada@')
    expect(checkout.wrong('Email')).not.toBe('')
    await checkout.type('Email', 'ada@example.com')

    expect(checkout.wrong('Email')).toBe('')
  })

  it('ask for a state in countries that have one, only', async () => {
    const checkout = await asking(['billing'], 'de-DE')
    expect(checkout.control('Country').value).toBe('DE')
    expect(checkout.text).not.toContain('State')

    await checkout.type('Country', 'US')

    expect(checkout.control('State').required).toBe(true)
  })

  it.each([
    ['California', 'California'],
    ['washington, d.c.', 'washington, d.c.'],
    [' ny ', 'ny'],
    ['ＴＸ', 'TX'],
    ['Territoires du Nord-Ouest', 'Territoires du Nord-Ouest'],
  ])('take %j as a state, and send %j', async (typed, state) => {
    const checkout = await asking(['billing'], 'en-US')
    await checkout.type('Street', '1 Main Street')
    await checkout.type('ZIP code', '90001')
    await checkout.type('City', 'Springfield')

    await checkout.type('State', typed)
    checkout.press('Continue to payment')
    await checkout.reads('Preparing')

    expect(checkout.edge.payments[0]?.body.customer).toMatchObject({ billing: { country: 'US', state } })
  })

  it.each([
    ['is empty', ''],
    ['is a postal code', '90210'],
    ['is longer than any', 'a'.repeat(31)],
  ])('say what to type where a state %s', async (_, state) => {
    const checkout = await asking(['billing'], 'en-US')

    await checkout.type('State', state)
    checkout.press('Continue to payment')

    await expect
      .poll(() => checkout.wrong('State'))
      .toBe('Enter a state, province or territory of this country.')
  })

  it('mark a state that the edge does not know', async () => {
    const checkout = await asking(['billing'], 'en-US')
    await checkout.type('Street', '1 Main Street')
    await checkout.type('ZIP code', '90001')
    await checkout.type('City', 'Springfield')
    await checkout.type('State', 'Ontario')
    checkout.edge.failNext('checkout', { code: 'customer-invalid', fields: ['billing.state'] })

    checkout.press('Continue to payment')

    await checkout.reads('Please check the marked fields')
    expect(checkout.wrong('State')).toBe('Enter a state, province or territory of this country.')
    await expect.poll(() => checkout.root.activeElement).toBe(checkout.control('State'))
  })

  it('forget what the edge refused in another country, and keep what is still wrong', async () => {
    const checkout = await asking(['email', 'billing'], 'en-US')
    await checkout.type('Email', 'ada@example.com')
    await checkout.type('Street', '1 Main Street')
    await checkout.type('ZIP code', 'K1A 0B1')
    await checkout.type('City', 'Ottawa')
    await checkout.type('State', 'Ontario')
    checkout.edge.failNext('checkout', { code: 'customer-invalid', fields: ['email', 'billing.state'] })
    checkout.press('Continue to payment')
    await checkout.reads('Please check the marked fields')
    await checkout.type('Street', 'a'.repeat(51))

    await checkout.type('Country', 'CA')
    checkout.control('Country').dispatchEvent(new Event('change', { bubbles: true }))
    await checkout.drawn()
    checkout.control('Province or territory').dispatchEvent(new FocusEvent('focusout', { bubbles: true }))
    await checkout.drawn()

    expect(checkout.wrong('Province or territory')).toBe('')
    expect(checkout.wrong('Email')).not.toBe('')
    expect(checkout.wrong('Street')).not.toBe('')
  })

  it.each([
    ['Email', 'ａｎｎ＠ｅｘａｍｐｌｅ．ｃｏｍ'],
    ['Phone', '+٤٤ ٢٠ ٧٩٤٦ ٠٩٥٨'],
    ['Phone', '＋８１　９０ー１２３４ー５６７８'],
    ['Postal code', '１００－０００１'],
  ])('take a %s of other digits and widths, such as %s', async (label, typed) => {
    const checkout = await asking(['email', 'phone', 'billing'])

    await checkout.type(label, typed)

    expect(checkout.control(label).value).toBe(typed)
    expect(checkout.wrong(label)).toBe('')
  })

  it('say what a phone number looks like', async () => {
    const checkout = await asking(['phone'])

    await checkout.type('Phone', 'call me')

    expect(checkout.wrong('Phone')).toBe('Enter a phone number such as +44 20 7946 0958.')
  })

  it.each([
    ['US', ['State', 'ZIP code']],
    ['CA', ['Province or territory', 'Postal code']],
    ['AU', ['State or territory', 'Postal code']],
    ['DE', ['Postal code']],
    ['HK', []],
  ])('are called in %s as people there call them', async (country, names) => {
    const checkout = await asking(['billing'])

    await checkout.type('Country', country)

    const labels = [...checkout.root.querySelectorAll('[part~=postalCode] label, [part~=state] label')]
    expect(labels.map(({ textContent }) => textContent)).toEqual(names)
  })

  it('do without a postal code where a country has none', async () => {
    const checkout = await asking(['billing'])
    await checkout.type('Country', 'HK')
    expect(checkout.text).not.toContain('Postal code')
    await checkout.type('Street', '1 Queen’s Road')
    await checkout.type('City', 'Hong Kong')

    checkout.press('Continue to payment')
    await checkout.reads('Preparing')

    expect(checkout.edge.payments[0]?.body.customer).toEqual({
      billing: { country: 'HK', address: '1 Queen’s Road', city: 'Hong Kong' },
    })
  })

  it('are told of as wrong on leaving, but not by pressing a button, which would move away', async () => {
    const checkout = await asking(['email'])
    const email = checkout.control('Email')
    const button = checkout.root.querySelector('button')
    email.value = 'not-an-address'

    email.dispatchEvent(new FocusEvent('focusout', { bubbles: true, relatedTarget: button }))
    await checkout.drawn()
    const afterPress = email.ariaInvalid
    email.dispatchEvent(new FocusEvent('focusout', { bubbles: true }))
    await checkout.drawn()

    expect([afterPress, email.ariaInvalid]).toEqual(['false', 'true'])
  })

  it('leave out what the page knows, and send it along', async () => {
    const checkout = await asking(['email', 'name'])
    checkout.element.customer = { email: 'ada@example.com' }
    await checkout.drawn()
    expect(checkout.text).not.toContain('Email')

    await checkout.type('Full name', 'Ada Lovelace')
    checkout.press('Continue to payment')
    await checkout.reads('Preparing')

    expect(checkout.edge.payments[0]?.body.customer).toEqual({
      email: 'ada@example.com',
      name: 'Ada Lovelace',
    })
  })

  it('leave out what the page adds to the same object and sets again', async () => {
    const checkout = await asking(['email', 'name'])
    const customer: { email?: string; name?: string } = { email: 'ada@example.com' }
    checkout.element.customer = customer
    await checkout.drawn()

    customer.name = 'Ada Lovelace'
    checkout.element.customer = customer
    await checkout.drawn()

    expect(checkout.text).not.toContain('Full name')
  })

  it('that the edge refuses are shown and focused, also when the page had filled them in', async () => {
    const checkout = await asking(['email'])
    checkout.element.customer = { email: 'ada@example.com' }
    checkout.edge.failNext('checkout', { code: 'collect-missing', fields: ['email', 'billing.city'] })

    checkout.press('Continue to payment')

    await checkout.reads('Please check the marked fields')
    await expect.poll(() => checkout.root.activeElement).toBe(checkout.control('Email'))
    expect(checkout.control('Email').value).toBe('ada@example.com')
    expect(checkout.control('City').ariaInvalid).toBe('true')
    expect(checkout.event('pay-failed').error).toMatchObject({ code: 'collect-missing', field: 'email' })
  })

  it('that the edge refuses stay marked until the shopper types something else', async () => {
    const checkout = await asking(['email'])
    await checkout.type('Email', 'ada@example.com')
    checkout.edge.failNext('checkout', { code: 'customer-invalid', fields: ['email'] })
    checkout.press('Continue to payment')
    await checkout.reads('Please check the marked fields')

    checkout.control('Email').dispatchEvent(new FocusEvent('focusout', { bubbles: true }))
    await checkout.drawn()
    const left = checkout.wrong('Email')
    await checkout.type('Email', 'ada@example.org')

    expect([left, checkout.wrong('Email')]).toEqual(['Enter an email address like name@example.com.', ''])
  })

  it.each([
    ['the shopper leaves them', new FocusEvent('focusout', { bubbles: true })],
    ['a password manager fills them in and fires `change` alone', new Event('change', { bubbles: true })],
  ])('lose their error once %s with a right value', async (_, event) => {
    const checkout = await asking(['email'])
    await checkout.type('Email', 'ada@')
    const typed = checkout.control('Email').ariaInvalid
    checkout.control('Email').value = 'ada@example.com'

    checkout.control('Email').dispatchEvent(event)
    await checkout.drawn()

    expect([typed, checkout.control('Email').ariaInvalid]).toEqual(['true', 'false'])
  })

  it('that the page filled in and the edge refuses stay marked when they are left as they are', async () => {
    const checkout = await asking(['email'])
    checkout.element.customer = { email: 'ada@example.com' }
    checkout.edge.failNext('checkout', { code: 'customer-invalid', fields: ['email'] })
    checkout.press('Continue to payment')
    await checkout.reads('Please check the marked fields')

    checkout.control('Email').dispatchEvent(new FocusEvent('focusout', { bubbles: true }))
    await checkout.drawn()

    expect(checkout.control('Email').ariaInvalid).toBe('true')
  })

  it('keep what was typed while the tag is drawn again', async () => {
    const checkout = await asking(['email'])
    await checkout.type('Email', 'ada@example.com')

    checkout.element.labels = { pay: 'Buy' }
    await checkout.drawn()

    expect(checkout.control('Email').value).toBe('ada@example.com')
  })
})

describe('the country', () => {
  const from = async (country: string, claims = {}, locale = 'en-IE') => {
    const tab = new FakeTab()
    tab.edge.country = country
    const checkout = await Checkout.open(
      { offer: offerOf({ collect: ['shipping'], ...claims }), locale },
      tab,
    )
    return { checkout, chosen: () => checkout.control('Country').value }
  }
  const touched = async (checkout: Checkout) => {
    checkout.touch()
    await expect.poll(() => checkout.edge.called('check')).toHaveLength(1)
  }

  it('is that of the page’s language until the shopper touches the tag, and then that of the connection', async () => {
    const { checkout, chosen } = await from('AT')
    expect(chosen()).toBe('IE')

    await touched(checkout)

    await expect.poll(chosen).toBe('AT')
    await checkout.type('Street', 'Ring 1')
    await checkout.type('Postal code', '1010')
    await checkout.type('City', 'Wien')
    checkout.root.querySelector<HTMLElement>('[part~=primary]')?.click()
    await expect.poll(() => checkout.edge.payments).toHaveLength(1)
    expect(checkout.edge.payments[0]?.body.customer).toMatchObject({ shipping: { country: 'AT' } })
  })

  it.each([
    ['the edge knows none', '', {}, 'en-IE', 'IE'],
    ['nothing is sold to it', 'AT', { countries: ['DE', 'IE'] }, 'en-IE', 'IE'],
    ['nothing is sold to that either', 'AT', { countries: ['DE', 'FR'] }, 'en-IE', ''],
    ['the page’s language has none', 'AT', {}, 'en', 'AT'],
  ])('where %s is the next guess, or none', async (_, country, claims, locale, guessed) => {
    const { checkout, chosen } = await from(country, claims, locale)

    await touched(checkout)
    await checkout.drawn()

    await expect.poll(chosen).toBe(guessed)
  })

  it.each(['city', 'country'])(
    'of an address in which the focus is stays, and so does the focus, while the other’s changes: %s',
    async (name) => {
      const { checkout } = await from('DE', { collect: ['billing', 'shipping'] })
      checkout.root.querySelector<HTMLElement>('#same')?.click()
      await checkout.drawn()
      const field = (path: string) =>
        checkout.root.querySelector<HTMLInputElement>(`[name="${path}"]`) ?? expect.fail()
      const focused = field(`billing.${name}`)
      let blurs = 0
      focused.addEventListener('blur', () => {
        blurs += 1
      })

      focused.focus()
      await expect.poll(() => field('shipping.country').value).toBe('DE')

      expect([checkout.root.activeElement, field('billing.country').value, blurs]).toEqual([focused, 'IE', 0])
      focused.blur()
      await expect.poll(() => field('billing.country').value).toBe('DE')
    },
  )

  it('of an address that the shopper has begun stays', async () => {
    const { checkout, chosen } = await from('AT')
    const { promise, resolve } = Promise.withResolvers<void>()
    checkout.edge.answersAfter = promise
    await checkout.type('Street', '1 Main Street')

    await touched(checkout)
    resolve()
    await expect.poll(() => checkout.edge.called('check')).toHaveLength(1)
    await checkout.drawn()

    expect(chosen()).toBe('IE')
  })

  it('that changes moves the fields into its order, and makes none of them anew', async () => {
    const { checkout } = await from('')
    await checkout.type('Country', 'DE')
    const fields = () => [...checkout.root.querySelectorAll<HTMLInputElement>('[name^=shipping]')]
    const before = fields()
    for (const field of before) if (field.localName === 'input') field.value = field.name

    await checkout.type('Country', 'GB')

    expect(fields().map(({ name }) => name.split('.')[1])).toEqual([
      'country',
      'address',
      'city',
      'postalCode',
    ])
    expect(new Set(fields())).toEqual(new Set(before))
    expect(fields().filter(({ localName, name, value }) => localName === 'input' && name !== value)).toEqual(
      [],
    )
  })
})

describe('an e-mail address with a mistyped domain', () => {
  const suggestion = ({ root }: Checkout) => root.querySelector<HTMLButtonElement>('[role=status] button')

  it('is asked about once it is left, and a press takes the other one', async () => {
    const checkout = await asking(['email'])
    await checkout.type('Email', 'anna@gmial.com')
    expect(suggestion(checkout)?.textContent).toBe('Did you mean anna@gmail.com?')

    suggestion(checkout)?.click()
    await checkout.drawn()

    expect(checkout.control('Email').value).toBe('anna@gmail.com')
    expect(suggestion(checkout)).toBe(null)
    expect(checkout.root.activeElement).toBe(checkout.control('Email'))
  })

  it('can be paid with as it is', async () => {
    const checkout = await asking(['email'])
    await checkout.type('Email', 'anna@gmial.com')

    checkout.root.querySelector<HTMLElement>('[part~=primary]')?.click()
    await expect.poll(() => checkout.edge.payments).toHaveLength(1)

    expect(checkout.edge.payments[0]?.body.customer).toEqual({ email: 'anna@gmial.com' })
  })

  it('is not asked about while it is typed', async () => {
    const checkout = await asking(['email'])
    checkout.control('Email').value = 'anna@gmai'
    checkout.control('Email').dispatchEvent(new Event('input', { bubbles: true }))
    await checkout.drawn()

    expect(suggestion(checkout)).toBe(null)
  })
})

describe('the delivery address', () => {
  const BILLING = { country: 'IE', address: '1 Main Street', postalCode: 'D01 X2Y3', city: 'Dublin' }

  async function filled() {
    const checkout = await asking(['billing', 'shipping'])
    await checkout.type('Street', BILLING.address)
    await checkout.type('Postal code', BILLING.postalCode)
    await checkout.type('City', BILLING.city)
    return checkout
  }

  it('is the billing address unless the shopper says otherwise', async () => {
    const checkout = await filled()
    expect(checkout.text).not.toContain('Delivery address')

    checkout.press('Continue to payment')
    await checkout.reads('Preparing')

    expect(checkout.edge.payments[0]?.body.customer).toEqual({ billing: BILLING, shipping: BILLING })
  })

  it('is asked for once the shopper unticks the box, with the browser’s own names', async () => {
    const checkout = await filled()

    checkout.control('The delivery address is the same as the billing address').click()
    await checkout.reads('Delivery address')

    const names = [...checkout.root.querySelectorAll<HTMLInputElement>('[name^=shipping]')].map(
      (one) => one.autocomplete,
    )
    expect(names).toEqual(
      ['country', 'address-line1', 'address-level2', 'postal-code'].map((token) => `shipping ${token}`),
    )
    checkout.press('Continue to payment')
    await expect.poll(() => checkout.root.activeElement?.id).toBe('shipping.address')
    expect(checkout.edge.payments).toEqual([])
  })

  it('that the edge refuses alone is asked for', async () => {
    const checkout = await filled()
    checkout.edge.failNext('checkout', { code: 'customer-invalid', fields: ['shipping.city'] })

    checkout.press('Continue to payment')

    await checkout.reads('Delivery address')
    await expect.poll(() => checkout.root.activeElement?.id).toBe('shipping.city')
  })

  it('has no box where the page knows the billing address', async () => {
    const checkout = await asking(['billing', 'shipping'])

    checkout.element.customer = { billing: BILLING }
    await checkout.drawn()

    expect(checkout.root.querySelector('[type=checkbox]')).toBe(null)
    expect(checkout.text).toContain('Delivery address')
  })
})

describe('the countries of an offer', () => {
  const sold = (countries: string[], locale: string) =>
    Checkout.open({ offer: offerOf({ collect: ['billing', 'shipping'], countries }), locale })

  const listed = (checkout: Checkout, path: string) =>
    [...checkout.root.querySelectorAll<HTMLOptionElement>(`select[name="${path}"] option`)].map(
      ({ value }) => value,
    )

  it('are all that a shopper can choose, for both addresses', async () => {
    const checkout = await sold(['AT', 'DE'], 'en-DE')
    checkout.control('The delivery address is the same as the billing address').click()
    await checkout.reads('Delivery address')

    expect(listed(checkout, 'billing.country')).toEqual(['', 'AT', 'DE'])
    expect(listed(checkout, 'shipping.country')).toEqual(['', 'AT', 'DE'])
    expect(checkout.control('Country').value).toBe('DE')
  })

  it('leave the country of a shopper from elsewhere to choose', async () => {
    const checkout = await sold(['AT', 'DE'], 'en-IE')

    expect(checkout.control('Country').value).toBe('')
  })
})

describe('countries', () => {
  it('are the 249 of ISO 3166-1, named and sorted in the shopper’s language', () => {
    const codes = countries('de').map(([code]) => code)

    expect(new Set(codes).size).toBe(249)
    expect(codes).toEqual(expect.arrayContaining(['DE', 'US', 'TW', 'PS', 'SS', 'CW', 'BQ']))
    expect(codes).not.toEqual(expect.arrayContaining(['EU']))
    expect(countries('de').find(([code]) => code === 'AT')?.[1]).toBe('Österreich')
    expect(codes.indexOf('AT')).toBeLessThan(codes.indexOf('PL'))
  })
})
