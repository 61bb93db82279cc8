import { describe, expect, it } from 'vitest'
import { cardRefusal, normalizedCard } from './card.ts'

const card = {
  number: '4111 1111-1111 1111',
  holder: 'A B',
  expiryMonth: '12',
  expiryYear: '2030',
  cvv: '123',
}
const JANUARY_2030 = Date.UTC(2030, 0, 1)

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

describe('normalizedCard', () => {
  it('drops blanks and dashes, and leaves empty what was not given', () => {
    expect(normalizedCard({ number: card.number })).toEqual({
      number: '4111111111111111',
      holder: '',
      expiryMonth: '',
      expiryYear: '',
    })
  })
})
