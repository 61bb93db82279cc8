import { describe, expect, it } from 'vitest'
import { type FrameMethodName, TypingHarness } from '../../testing/typing-harness.ts'

const VISA = { handle: '1', brand: 'VISA', masked: '4242 •••• •••• 4242', expires: '12/27' }

describe('the fields', () => {
  it.each([
    ['card', ['number', 'expiry', 'code', 'holder']],
    ['saved-card', ['code']],
    ['payout-card', ['number', 'holder']],
    ['payout-bank', ['account', 'bank', 'accountName', 'routing']],
    ['payout-ewallet', ['wallet']],
    ['payout-phone', ['phone']],
  ])('of %s are %j, each with its label', (way, names) => {
    const { form } = new TypingHarness(way as FrameMethodName)
    const inputs = [...form.element.querySelectorAll('input')]

    expect(inputs.map(({ name }) => name)).toEqual(names)
    for (const { labels } of inputs) expect(labels?.[0]?.textContent).toMatch(/\w/)
  })

  it('have autofill names and keyboards, and no patterns', () => {
    const { form } = new TypingHarness()

    const told = [...form.element.querySelectorAll('input')].map((input) => [
      input.autocomplete,
      input.inputMode,
      input.required,
      input.pattern,
    ])

    expect(told).toEqual([
      ['cc-number', 'numeric', true, ''],
      ['cc-exp', 'numeric', true, ''],
      ['cc-csc', 'numeric', true, ''],
      ['cc-name', 'text', true, ''],
    ])
  })

  it.each([
    ['card', ['none', 'none', 'none', 'words']],
    ['payout-bank', ['characters', 'words', 'words', 'characters']],
    ['payout-ewallet', ['none']],
  ] as const)('of %s have a phone’s keyboard write %j large', (method, capitals) => {
    const { form } = new TypingHarness(method)

    const told = [...form.element.querySelectorAll('input')].map(({ autocapitalize }) => autocapitalize)

    expect(told).toEqual(capitals)
  })

  it('take no focus by themselves', () => {
    const typist = new TypingHarness().at('number').keys('4242424242424242')

    expect(document.activeElement).toBe(typist.input('number'))
  })

  it('ask for the code of the card that was chosen', () => {
    const { form } = new TypingHarness('saved-card', { savedCard: VISA })

    expect(form.element.innerText).toContain('3 digits on the back of your card')
  })

  it.each(['AMEX', 'American Express'])('ask for four digits where the chosen card is of %s', (brand) => {
    const typist = new TypingHarness('saved-card', { savedCard: { ...VISA, brand } }).at('code').keys('123')

    expect(typist.form.isComplete).toBe(false)
    expect(typist.keys('4').form.isComplete).toBe(true)
  })
})

describe('the brand', () => {
  it('is shown as soon as it is known, and no longer', () => {
    const typist = new TypingHarness().at('number').keys('42')
    expect([typist.badge, typist.form.brand]).toEqual(['Visa', 'visa'])

    typist.back(2)

    expect([typist.badge, typist.form.brand]).toEqual(['', ''])
  })

  it('says how long the code is and where it stands', () => {
    const typist = new TypingHarness().at('number')
    expect(typist.form.element.innerText).toContain('3 digits on the back, or 4 on the front')

    typist.keys('37')
    expect(typist.form.element.innerText).toContain('4 digits on the front of your card')
    typist.back(2).keys('42')

    expect(typist.form.element.innerText).toContain('3 digits on the back of your card')
  })
})

describe('what is wrong', () => {
  it('is told on leaving a field, once aloud, and no longer than it is wrong', async () => {
    const typist = new TypingHarness().at('number').keys('4242')
    expect(typist.wrong('number')).toBe('')

    typist.at('holder')
    await expect.poll(() => typist.wrong('number')).toBe('This number is not complete.')
    expect(typist.input('number').ariaInvalid).toBe('true')
    expect(typist.aloud).toBe('This number is not complete.')
    typist.at('number').keys('424242424242')

    expect([typist.wrong('number'), typist.aloud]).toEqual(['', ''])
    expect(typist.input('number').ariaInvalid).toBe('false')
  })

  it('is not told of a field that was passed by empty', async () => {
    const typist = new TypingHarness().at('number').at('expiry').keys('9')

    typist.at('holder')

    await expect.poll(() => typist.wrong('expiry')).not.toBe('')
    expect(typist.wrong('number')).toBe('')
  })

  it('is told of a field that was emptied', async () => {
    const typist = new TypingHarness().at('number').keys('4').back()

    typist.at('holder')

    await expect.poll(() => typist.wrong('number')).toBe('Enter the number on your card.')
  })

  it('is not told of a field that the window was left from', async () => {
    const typist = new TypingHarness().at('number').keys('4242')

    // The field keeps its place when another window gets the focus.
    typist.input('number').dispatchEvent(new FocusEvent('blur'))
    typist.at('expiry').keys('9').at('holder')

    await expect.poll(() => typist.wrong('expiry')).not.toBe('')
  })

  it('is shown all at once when it is asked for, and the first such field focused, not said twice', () => {
    const typist = new TypingHarness().card({ expiry: '1020', holder: '' })

    expect(typist.form.check()).toBe(false)

    expect(typist.form.wrong).toEqual(['expiry', 'holder'])
    expect(typist.wrong('expiry')).toBe('This date is past. Check it, or use another card.')
    expect(document.activeElement).toBe(typist.input('expiry'))
    expect(typist.aloud).toBe('')
  })

  it('is pointed at again where the window learns late that it has the focus', () => {
    const typist = new TypingHarness().at('number').keys('4242424242424241')
    typist.form.check()

    typist.input('number').blur()
    window.dispatchEvent(new FocusEvent('focus'))

    expect(document.activeElement).toBe(typist.input('number'))
  })

  it('leaves the focus in the field that the shopper chose since', () => {
    const typist = new TypingHarness()
    typist.form.check()

    typist.at('holder')
    window.dispatchEvent(new FocusEvent('focus'))

    expect(document.activeElement).toBe(typist.input('holder'))
  })

  it('describes its field, as where to find the code does', () => {
    const typist = new TypingHarness()

    expect(typist.input('code').getAttribute('aria-describedby')).toBe('code-wrong code-hint')
  })

  it.each([
    ['card.number', 'number', '5555555555554444'],
    ['card.expiryYear', 'expiry', '12/31'],
    ['card.expiryMonth', 'expiry', '12/31'],
    ['card.cvv', 'code', '321'],
    ['card.holder', 'holder', 'Ann Other'],
  ])('by the edge at %s marks the field %s until it is changed', (path, name, other) => {
    const typist = new TypingHarness().card()

    typist.form.refuse([path, 'customer.email'])

    expect(typist.form.wrong).toEqual([name])
    expect(typist.wrong(name)).toBe('This was not accepted. Please check it.')
    expect(document.activeElement).toBe(typist.input(name))
    expect(typist.form.isComplete).toBe(false)
    typist.fill(name, other)
    expect(typist.form.wrong).toEqual([])
  })

  it.each([
    ['saved-card', 'cvv', 'code'],
    ['payout-card', 'destination.card.number', 'number'],
    ['payout-bank', 'destination.bank.accountNumber', 'account'],
    ['payout-bank', 'destination.bank.routingNumber', 'routing'],
    ['payout-ewallet', 'destination.ewallet.account', 'wallet'],
    ['payout-phone', 'destination.phone.number', 'phone'],
  ])('in %s by the edge at %s marks the field %s', (way, path, name) => {
    const typist = new TypingHarness(way as FrameMethodName, way === 'saved-card' ? { savedCard: VISA } : {})

    typist.form.refuse([path])

    expect(typist.form.wrong).toEqual([name])
  })
})

describe('the request', () => {
  it('keeps the card only where the box is ticked', () => {
    const typist = new TypingHarness('card', { mayKeepCard: true }).card()
    expect(typist.form.request).not.toHaveProperty('keepCard')

    typist.input('keep').click()

    expect(typist.form.request).toMatchObject({ keepCard: true, card: { number: '4242424242424242' } })
  })

  it.each([
    ['a card, unless that may be', 'card', {}],
    ['a saved card', 'saved-card', { mayKeepCard: true, savedCard: VISA }],
    ['a card that money goes to', 'payout-card', { mayKeepCard: true }],
  ] as const)('asks nothing about keeping %s', (_, way, order) => {
    expect(new TypingHarness(way, order).form.element.querySelector('#keep')).toBe(null)
  })

  it('of a saved card has its code alone', () => {
    const typist = new TypingHarness('saved-card', { savedCard: VISA }).at('code').keys('123')

    expect(typist.form.request).toEqual({ cvv: '123' })
  })

  it('of a bank leaves out what is left empty', () => {
    const typist = new TypingHarness('payout-bank')
      .at('account')
      .keys('de89370400440532013000')
      .at('bank')
      .keys(' Commerz ')

    expect(typist.input('account').value).toBe('DE89 3704 0044 0532 0130 00')
    expect(typist.form.isComplete).toBe(true)
    expect(typist.form.request).toEqual({
      destination: { bank: { accountNumber: 'DE89370400440532013000', bankName: 'Commerz' } },
    })
  })

  it.each([
    ['payout-card', 'number', '4242424242424242', { card: { number: '4242424242424242' } }],
    ['payout-ewallet', 'wallet', ' ann@example.com ', { ewallet: { account: 'ann@example.com' } }],
    ['payout-phone', 'phone', '+44 20 7946 0958', { phone: { number: '+442079460958' } }],
  ])('of %s has its destination', (way, name, keys, destination) => {
    const typist = new TypingHarness(way as FrameMethodName).at(name).keys(keys)

    expect(typist.form.request).toEqual({ destination })
  })
})

describe('Enter', () => {
  const enter = (typist: TypingHarness, name: string, init: KeyboardEventInit = {}) =>
    typist.input(name).dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, ...init }))

  it.each(['number', 'expiry', 'code', 'holder', 'keep'])('in the field %s pays', (name) => {
    const typist = new TypingHarness('card', { mayKeepCard: true }).card()

    enter(typist, name)

    expect(typist.submits).toBe(1)
  })

  it('in a field that is wrong says so aloud, since nothing is read where the focus stays', () => {
    const typist = new TypingHarness().at('number').keys('4242424242424241')

    enter(typist, 'number')
    enter(typist, 'number')

    expect(typist.wrong('number')).toMatch(/digit/)
    expect(typist.aloud).toBe(typist.wrong('number'))
  })

  it('before the form is complete shows what lacks instead', () => {
    const typist = new TypingHarness()

    enter(typist, 'holder')

    expect(typist.submits).toBe(0)
    expect(typist.form.wrong).toEqual(['number', 'expiry', 'code', 'holder'])
  })

  it('that ends a composition does not pay', () => {
    const typist = new TypingHarness().card()

    enter(typist, 'holder', { isComposing: true })

    expect(typist.submits).toBe(0)
  })
})

describe('what was sent', () => {
  const sent = () => {
    const typist = new TypingHarness('card', { mayKeepCard: true }).card()
    typist.input('keep').click()
    typist.form.clear()
    return typist
  }
  const texts = (typist: TypingHarness) =>
    ['number', 'expiry', 'code', 'holder'].map((name) => typist.input(name).value)

  it('is gone from the fields but for the name, and not told as wrong', () => {
    const typist = sent()

    expect(texts(typist)).toEqual(['', '', '', 'Ann Example'])
    expect([typist.input('keep').checked, typist.badge]).toEqual([false, ''])
    expect(typist.form.wrong).toEqual([])
  })

  it.each([
    ['a wrong code', 'declined-security-code', 'code', ['4242 4242 4242 4242', '12/30', '', 'Ann Example']],
    ['an expired card', 'declined-expired-card', 'expiry', ['4242 4242 4242 4242', '', '', 'Ann Example']],
  ])('is back after %s, but for that field and the code', (_, declined, name, left) => {
    const typist = sent()

    typist.form.end(declined)

    expect(texts(typist)).toEqual(left)
    expect([typist.input('keep').checked, typist.badge]).toEqual([true, 'Visa'])
    expect(typist.form.wrong).toEqual([name])
  })

  it('is forgotten after any other failure, whatever comes later', () => {
    const typist = sent()

    typist.form.end('declined-funds')
    typist.form.end('declined-security-code')

    expect(texts(typist)).toEqual(['', '', '', 'Ann Example'])
    expect(typist.input('keep').checked).toBe(false)
  })

  it('does not replace what the shopper has typed since', () => {
    const typist = sent().at('number').keys('5555555555554444')

    typist.form.end('declined-security-code')

    expect(typist.input('number').value).toBe('5555 5555 5555 4444')
  })
})

describe('a decline', () => {
  const declined = (code: string | undefined, takesFocus?: boolean) => {
    const typist = new TypingHarness().card().at('holder')
    typist.form.clear()
    typist.form.end(code, takesFocus)
    return typist
  }

  it.each([
    ['declined-security-code', 'code', 'This was not accepted. Please check it.'],
    ['declined-expired-card', 'expiry', 'This card has expired. Check the date, or use another card.'],
  ])('%s is told at the field %s alone, which takes the focus', (code, name, words) => {
    const typist = declined(code, true)

    expect([typist.form.wrong, typist.wrong(name)]).toEqual([[name], words])
    expect(document.activeElement).toBe(typist.input(name))
    expect(typist.input(name).ariaInvalid).toBe('true')
    // The screen reader reads the field.
    expect(typist.aloud).toBe('')
  })

  it('is read out with the name of its field, where the focus stays elsewhere', () => {
    const typist = declined('declined-security-code', false)

    expect(typist.aloud).toBe('Security code: This was not accepted. Please check it.')
    expect(document.activeElement).toBe(typist.input('holder'))
  })

  it('is not read out in the frame of an older tag, which reads the reason out itself', () => {
    const typist = declined('declined-security-code')

    expect([typist.wrong('code'), typist.aloud]).toEqual(['This was not accepted. Please check it.', ''])
    expect(document.activeElement).toBe(typist.input('holder'))
  })

  it.each(['declined-funds', 'declined', 'toString', '', undefined])(
    '%s is about no field: nothing is told or put back, and the focus stays',
    (code) => {
      const typist = declined(code, true)

      expect([typist.form.wrong, typist.aloud]).toEqual([[], ''])
      expect([typist.input('number').value, typist.input('expiry').value]).toEqual(['', ''])
      expect(document.activeElement).toBe(typist.input('holder'))
    },
  )

  it('is no longer told once the field is right', () => {
    const typist = declined('declined-security-code', true).keys('12')
    expect(typist.form.wrong).toEqual(['code'])

    typist.keys('3')

    expect([typist.form.wrong, typist.wrong('code')]).toEqual([[], ''])
    expect(typist.form.isComplete).toBe(true)
  })

  it('of a saved card is told at its code', () => {
    const typist = new TypingHarness('saved-card', { savedCard: VISA }).at('code').keys('123')
    typist.form.clear()

    typist.form.end('declined-security-code', true)

    expect([typist.form.says, typist.form.wrong]).toEqual([['declined-security-code'], ['code']])
  })
})

describe('a name from the page around', () => {
  it('stands in the field for the name on the card, and follows what the shopper types there', () => {
    const typist = new TypingHarness()
    for (const name of ['A', 'Ann', 'Ann Example']) typist.form.name(name)

    expect(typist.input('holder').value).toBe('Ann Example')
    expect(typist.form.request).toEqual({ card: { holder: 'Ann Example' } })
  })

  it.each([
    ['another name that was typed', 'Bob Example'],
    ['a field that was emptied', ''],
  ])('does not replace %s', (_, typed) => {
    const typist = new TypingHarness()
    typist.form.name('Ann')
    typist.at('holder').back(3).keys(typed)
    typist.form.name('Ann Example')

    expect(typist.input('holder').value).toBe(typed)
  })

  it('is cut to what the field takes, and still follows', () => {
    const typist = new TypingHarness()
    typist.form.name('a'.repeat(129))
    expect(typist.input('holder').value).toBe('a'.repeat(128))

    typist.form.name('Ann Example')

    expect(typist.input('holder').value).toBe('Ann Example')
  })

  it('is no error of a form that was checked before it came', () => {
    const typist = new TypingHarness()
    typist.form.check()
    typist.form.name('Ann Example')

    expect(typist.form.wrong).not.toContain('holder')
  })

  it('is left out where the form has no field for it', () => {
    const typist = new TypingHarness('saved-card')
    typist.form.name('Ann Example')

    expect(typist.input('code').value).toBe('')
  })
})
