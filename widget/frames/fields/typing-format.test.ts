import { describe, expect, it } from 'vitest'
import { userEvent } from 'vitest/browser'
import { TypingHarness } from '../../testing/typing-harness.ts'

type Row = readonly [fact: string, typed: (typist: TypingHarness) => unknown, seen: string]

const NUMBER: readonly Row[] = [
  ['Visa is typed in fours', (t) => t.keys('4242424242424242'), '4242 4242 4242 4242|'],
  ['no blank stands before the digit after it', (t) => t.keys('4242'), '4242|'],
  ['Visa of 19 digits ends in three', (t) => t.keys('4242424242424242424'), '4242 4242 4242 4242 424|'],
  ['American Express is typed as 4-6-5', (t) => t.keys('378282246310005'), '3782 822463 10005|'],
  ['American Express takes no 16th digit', (t) => t.keys('3782822463100059'), '3782 822463 10005|'],
  ['Diners Club is typed as 4-6-4', (t) => t.keys('30569309025904'), '3056 930902 5904|'],
  ['Diners Club of 16 digits is typed in fours', (t) => t.keys('3056930902590412'), '3056 9309 0259 0412|'],
  ['UnionPay of 19 digits ends in three', (t) => t.keys('6212345678901234567'), '6212 3456 7890 1234 567|'],
  ['Mastercard takes no 17th digit', (t) => t.keys('55555555555544449'), '5555 5555 5555 4444|'],
  ['blanks typed by hand are no matter', (t) => t.keys('4242 4242 '), '4242 4242|'],
  ['letters are dropped', (t) => t.keys('42x42-a9'), '4242 9|'],
  ['Arabic-Indic digits are digits', (t) => t.keys('٤٢٤٢٤'), '4242 4|'],
  ['Persian digits are digits', (t) => t.paste('۴۲۴۲۴'), '4242 4|'],
  ['full-width digits are digits', (t) => t.paste('４２４２４２'), '4242 42|'],
  ['Devanagari digits are digits', (t) => t.paste('४२४२'), '4242|'],
  ['a pasted number is grouped', (t) => t.paste('4242424242424242'), '4242 4242 4242 4242|'],
  [
    'dashes and blanks of a pasted number are dropped',
    (t) => t.paste(' 4242-4242 42424242\n'),
    '4242 4242 4242 4242|',
  ],
  ['words around a pasted number are dropped', (t) => t.paste('No. 3782 822463 10005'), '3782 822463 10005|'],
  [
    'too many pasted digits are cut at the end',
    (t) => t.paste('42424242424242424242'),
    '4242 4242 4242 4242 424|',
  ],
  ['a digit in the middle moves the rest', (t) => t.keys('42424242').caret(2).keys('9'), '429|4 2424 2'],
  ['a digit before a blank goes behind it', (t) => t.keys('42424242').caret(4).keys('9'), '4242 9|424 2'],
  ['a digit behind a blank stays there', (t) => t.keys('42424242').caret(5).keys('9'), '4242 9|424 2'],
  [
    'a digit in the middle of a whole number does not push the last one out',
    (t) => t.keys('5555555555554444').caret(2).keys('9'),
    '55|55 5555 5555 4444',
  ],
  ['deleting in the middle closes the gap', (t) => t.keys('424242429').caret(3).back(), '42|24 2429'],
  [
    'deleting the first digit of a group keeps the caret in it',
    (t) => t.keys('42424242').caret(6).back(),
    '4242 |242',
  ],
  ['deleting a blank takes the digit before', (t) => t.keys('42479242').caret(5).back(), '424|9 242'],
  [
    'deleting a blank forwards takes the digit behind',
    (t) => t.keys('42429242').caret(4).forward(),
    '4242| 242',
  ],
  ['deleting forwards takes the next digit', (t) => t.keys('42429242').caret(1).forward(), '4|429 242'],
  ['deleting from the end takes digit by digit', (t) => t.keys('424242').back(3), '424|'],
  ['deleting all leaves nothing', (t) => t.keys('42424').back(9), '|'],
  ['a selection is replaced', (t) => t.keys('4242424242').select(2, 7).keys('9'), '429|4 242'],
  [
    'a selection with a blank at its end is deleted',
    (t) => t.keys('42429999').select(2, 5).back(),
    '42|99 99',
  ],
  [
    'a selection is replaced by a pasted part',
    (t) => t.keys('42429999').select(5, 9).paste('1111 2222'),
    '4242 1111 2222|',
  ],
  [
    'everything is replaced',
    (t) => t.keys('4242424242424242').select(0, 19).paste('378282246310005'),
    '3782 822463 10005|',
  ],
  [
    'a new first digit regroups for its brand',
    (t) => t.keys('4782822463').select(0, 1).keys('3'),
    '3|782 822463',
  ],
]

const EXPIRY: readonly Row[] = [
  ['four digits get their slash', (t) => t.keys('0127'), '01/27|'],
  ['the slash is there once the month is certain', (t) => t.keys('12'), '12/|'],
  ['a month from 2 on is certain', (t) => t.keys('4'), '04/|'],
  ['1 may become 12', (t) => t.keys('1'), '1|'],
  ['13 is January', (t) => t.keys('13'), '01/3|'],
  ['1/27 is January', (t) => t.keys('1/27'), '01/27|'],
  ['01 / 2027 is taken', (t) => t.keys('01 / 2027'), '01/27|'],
  ['1-27 is taken', (t) => t.keys('1-27'), '01/27|'],
  ['1.27 is taken', (t) => t.keys('1.27'), '01/27|'],
  ['who types the slash too has one', (t) => t.keys('01/27'), '01/27|'],
  ['a year of four digits is on its way', (t) => t.keys('01202'), '01/202|'],
  ['a third digit of the year is dropped', (t) => t.keys('01275'), '01/27|'],
  ['letters are dropped', (t) => t.keys('0a1b2c7'), '01/27|'],
  ['Arabic-Indic digits are digits', (t) => t.keys('٠١٢٧'), '01/27|'],
  ['full-width digits and slash are taken', (t) => t.paste('０１／２７'), '01/27|'],
  ['a pasted 2027-01 is taken', (t) => t.paste('2027-01'), '01/27|'],
  ['a pasted 012027 is taken', (t) => t.paste('012027'), '01/27|'],
  ['one deletes across the slash', (t) => t.keys('0127').back(4), '0|'],
  ['the slash may go alone at the end', (t) => t.keys('12').back(), '12|'],
  ['and comes back with the year', (t) => t.keys('12').back().keys('3'), '12/3|'],
  [
    'deleting the slash before a year takes the month’s digit',
    (t) => t.keys('0127').caret(3).back(),
    '0|/27',
  ],
  ['deleting it forwards takes the year’s digit', (t) => t.keys('0127').caret(2).forward(), '01/|7'],
  ['a month is typed again before its year', (t) => t.keys('0127').caret(2).back(2).keys('12'), '12/|27'],
  ['a 1 before a year waits for its second digit', (t) => t.keys('0127').caret(2).back(2).keys('1'), '1|/27'],
  ['a digit in a whole year is dropped', (t) => t.keys('0127').caret(4).keys('9'), '01/2|7'],
  ['a selected year is replaced', (t) => t.keys('0127').select(3, 5).keys('31'), '01/31|'],
  ['a selection over the slash is replaced', (t) => t.keys('0127').select(1, 4).keys('2'), '02/7|'],
  ['everything is replaced', (t) => t.keys('0127').select(0, 5).keys('1130'), '11/30|'],
]

const CODE: readonly Row[] = [
  ['takes digits alone', (t) => t.keys('1a2 3'), '123|'],
  ['takes no fifth digit', (t) => t.keys('12345'), '1234|'],
  ['takes digits of other scripts', (t) => t.keys('１٢3'), '123|'],
]

describe('a card number as it is typed', () => {
  it.each(NUMBER)('%s', (_, typed, seen) => {
    const typist = new TypingHarness().at('number')

    typed(typist)

    expect(typist.seen).toBe(seen)
  })
})

describe('an expiry as it is typed', () => {
  it.each(EXPIRY)('%s', (_, typed, seen) => {
    const typist = new TypingHarness().at('expiry')

    typed(typist)

    expect(typist.seen).toBe(seen)
  })
})

describe('a code', () => {
  it.each(CODE)('%s', (_, typed, seen) => {
    const typist = new TypingHarness().at('code')

    typed(typist)

    expect(typist.seen).toBe(seen)
  })
})

describe('an expiry that is filled in', () => {
  it.each([
    '01/27',
    '01/2027',
    '1/2027',
    '01 / 27',
    '1/27',
    '0127',
    '012027',
    '2027-01',
    '01-2027',
    '01.27',
    ' 01/27 ',
  ])('as %s is taken', (value) => {
    const typist = new TypingHarness().fill('expiry', value)

    expect(typist.input('expiry').value).toBe('01/27')
    expect(typist.form.request).toMatchObject({ card: { expiryMonth: '01', expiryYear: '2027' } })
  })

  it.each([
    [['input']],
    [['change']],
    [['input', 'change']],
    [['keydown', 'input', 'keyup', 'change', 'blur']],
  ])('and told of by %j is taken', (events) => {
    const typist = new TypingHarness().fill('expiry', '2027-01', events)

    expect(typist.input('expiry').value).toBe('01/27')
  })
})

describe('a card that is filled in', () => {
  it.each([
    ['Chromium', ['keydown', 'input', 'keyup', 'change', 'blur'], '12/30'],
    ['Safari', ['keydown', 'keypress', 'input', 'keyup', 'change', 'blur'], '12/2030'],
    ['Firefox', ['input', 'change'], '12/30'],
    ['a password manager', ['change'], '2030-12'],
  ])('at once by %s is complete, whichever field the browser begins with', (_, events, expiry) => {
    const card = { number: '4242424242424242', expiry, code: '123', holder: 'Ann Example' }
    for (const names of [Object.keys(card), Object.keys(card).reverse()] as (keyof typeof card)[][]) {
      const typist = new TypingHarness()

      for (const name of names) typist.fill(name, card[name], events)

      expect(typist.form.isComplete).toBe(true)
      expect(typist.form.request).toEqual({
        card: {
          ...{ number: '4242424242424242', cvv: '123', holder: 'Ann Example' },
          ...{ expiryMonth: '12', expiryYear: '2030' },
        },
      })
    }
  })

  it('is one form, so that the browser fills in all fields together', () => {
    const { form } = new TypingHarness()
    const inputs = [...form.element.querySelectorAll('input')]

    expect(new Set(inputs.map((input) => input.form))).toEqual(new Set([form.element]))
    expect(form.element).toMatchObject({ autocomplete: 'on' })
  })

  it('twice is the same card', () => {
    const typist = new TypingHarness().fill('number', '4242424242424242').fill('number', '4242424242424242')

    expect(typist.input('number').value).toBe('4242 4242 4242 4242')
  })

  it('does not take the focus', () => {
    const typist = new TypingHarness().at('holder').fill('number', '4242424242424242')

    expect(document.activeElement).toBe(typist.input('holder'))
  })
})

it('keys of a real keyboard type a card from field to field', async () => {
  const typist = new TypingHarness().at('number')

  await userEvent.keyboard('4242424242424242{Tab}1230{Tab}123{Tab}Ann Example')

  expect(typist.form.request).toEqual({
    card: {
      number: '4242424242424242',
      expiryMonth: '12',
      expiryYear: '2030',
      cvv: '123',
      holder: 'Ann Example',
    },
  })
  await userEvent.keyboard('{Enter}')
  expect(typist.submits).toBe(1)
})

it('the real keyboard’s arrows and Backspace edit in the middle', async () => {
  const typist = new TypingHarness().at('number')

  await userEvent.keyboard('42427{ArrowLeft}{ArrowLeft}{Backspace}9')

  expect(typist.seen).toBe('4249| 7')
})

it('text that is being composed is left to the keyboard until it is done', () => {
  const typist = new TypingHarness().at('number')
  const input = typist.input('number')

  input.value = '４２４２４'
  input.dispatchEvent(new InputEvent('input', { isComposing: true }))
  expect(input.value).toBe('４２４２４')
  input.dispatchEvent(new CompositionEvent('compositionend'))

  expect(input.value).toBe('4242 4')
})
