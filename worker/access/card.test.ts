import { describe, expect, it } from 'vitest'
import { cardRefusal, isCardNumber, toldCard } from './card.ts'

const card = {
  number: '4111 1111-1111 1111',
  holder: 'A B',
  expiryMonth: '12',
  expiryYear: '2030',
  cvv: '123',
}
const JANUARY_2030 = Date.UTC(2030, 0, 1)

describe('isCardNumber', () => {
  it.each([
    ['12 digits', '676770000000', false],
    ['12 digits with their check digit', '500000000009', true],
    ['13 digits', '4222222222222', true],
    ['15 digits', '378282246310005', true],
    ['16 digits', '4111111111111111', true],
    ['19 digits', '6304000000000000000', true],
    ['a wrong digit', '4111111111111112', false],
    ['two digits in the wrong order', '1411111111111111', false],
    ['11 digits', '00000000000', false],
    ['20 digits', '0'.repeat(20), false],
    ['nothing', '', false],
    ['digits of another script', '٤'.repeat(16), false],
  ])('judges %s', (_, digits, isCard) => {
    expect(isCardNumber(digits)).toBe(isCard)
  })
})

describe('cardRefusal', () => {
  it.each([
    ['a card', card],
    ['no code', { ...card, cvv: undefined }],
    ['a code of four digits', { ...card, cvv: '1234' }],
    ['a number alone', { number: card.number }],
    ['nothing', {}],
  ])('has nothing against %s', (_, given) => {
    expect(cardRefusal(JSON.parse(JSON.stringify(given)), 'card', JANUARY_2030)).toBeUndefined()
  })

  it.each([
    ['a wrong number', { number: '4111111111111112' }, ['card.number']],
    ['a month that is none', { expiryMonth: '13' }, ['card.expiryMonth']],
    ['a month of one digit', { expiryMonth: '1' }, ['card.expiryMonth']],
    ['a year of two digits', { expiryYear: '30' }, ['card.expiryYear']],
    ['a card of years ago', { expiryYear: '2028' }, ['card.expiryMonth', 'card.expiryYear']],
    ['a code of two digits', { cvv: '12' }, ['card.cvv']],
    ['a code of five digits', { cvv: '12345' }, ['card.cvv']],
    ['several things', { number: '1', cvv: 'x' }, ['card.number', 'card.cvv']],
  ])('names the fields of %s', (_, changes, fields) => {
    expect(cardRefusal({ ...card, ...changes }, 'card', JANUARY_2030)).toEqual({
      code: 'card-invalid',
      fields,
    })
  })

  it.each([
    ['in its last month', Date.UTC(2030, 11, 31, 23), undefined],
    ['while its last month lasts somewhere', Date.UTC(2031, 0, 1, 11, 59), undefined],
    ['once its last month is over everywhere', Date.UTC(2031, 0, 1, 12), 'card-invalid'],
  ])('judges a card %s', (_, now, code) => {
    expect(cardRefusal(card, 'card', now)?.code).toBe(code)
  })

  it('names fields of the request itself without a path', () => {
    expect(cardRefusal({ cvv: '1' }, '', JANUARY_2030)?.fields).toEqual(['cvv'])
  })
})

describe('toldCard', () => {
  it('drops blanks and dashes, and leaves empty what was not given', () => {
    expect(toldCard({ number: card.number })).toEqual({
      number: '4111111111111111',
      holder: '',
      expiryMonth: '',
      expiryYear: '',
    })
  })
})
