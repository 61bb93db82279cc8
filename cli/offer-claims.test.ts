import { describe, expect, it } from 'vitest'
import { type Draft, parseClaims } from './offer-claims.ts'

const NOW = 1_800_000_000

const mug: Draft = {
  aud: 'https://pay.example.com',
  exp: NOW + 86_400,
  item: 'mug',
  description: 'A mug',
  currency: 'EUR',
  intent: 'sale',
  amount: '12.50',
}

const { amount: _, ...unpriced } = mug

const problemsOf = (draft: Draft) => {
  const claims = parseClaims(draft, NOW)
  return claims.ok ? [] : claims.reason
}

const claimsOf = (draft: Draft) => {
  const claims = parseClaims(draft, NOW)
  if (!claims.ok) throw new Error(claims.reason.join())
  return claims.value
}

describe('parseClaims', () => {
  it('keeps a complete offer and dates it', () => {
    const claims = claimsOf(mug)

    expect(claims).toEqual({ ...mug, iat: NOW })
  })

  it.each([
    ['pads a price to two decimals', { amount: '12.5' }, { amount: '12.50' }],
    ['drops leading zeros', { amount: '012.50' }, { amount: '12.50' }],
    ['gives a dinar three decimals', { currency: 'KWD', amount: '1' }, { amount: '1.000' }],
    ['gives a yen none', { currency: 'JPY', amount: '500' }, { amount: '500' }],
    ['puts a description in one line', { description: ' A\r\n\tmug ' }, { description: 'A mug' }],
    ['keeps what the shopper does by paying', { act: 'invoice' }, { act: 'invoice' }],
    ['keeps an iat that was given', { iat: NOW - 60 }, { iat: NOW - 60 }],
  ])('%s', (_title, change, expected) => {
    const claims = claimsOf({ ...mug, ...change })

    expect(claims).toMatchObject(expected)
  })

  it('writes bounds and suggestions with the decimals of the currency', () => {
    const claims = claimsOf({ ...unpriced, min: '5', max: '500', suggested: ['10', '25.5'] })

    expect(claims).toMatchObject({ min: '5.00', max: '500.00', suggested: ['10.00', '25.50'] })
  })

  it('takes a verification without any amount', () => {
    const claims = claimsOf({ ...unpriced, intent: 'verify' })

    expect(claims.amount).toBeUndefined()
  })

  it.each([
    ['an address with a path as edge', { aud: 'https://pay.example.com/x' }, 'aud'],
    ['a closing slash after the edge', { aud: 'https://pay.example.com/' }, 'aud'],
    ['another scheme than http', { aud: 'ftp://pay.example.com' }, 'aud'],
    ['an offer that never ends', { exp: undefined }, 'exp'],
    ['an end in milliseconds as text', { exp: '2027-01-01' }, 'exp'],
    ['an end in the past', { exp: NOW, iat: NOW - 1 }, 'exp'],
    ['an end before the beginning', { iat: NOW + 90_000 }, 'exp'],
    ['a currency in small letters', { currency: 'eur' }, 'currency'],
    ['gold', { currency: 'XAU' }, 'currency'],
    ['a payout', { intent: 'payout' }, 'intent'],
    ['an act that does not exist', { act: 'gift' }, 'act'],
    ['an empty act', { act: '' }, 'act'],
    ['an empty item', { item: ' ' }, 'item'],
    ['an escape in the item', { item: '\x1b[31mmug' }, 'item'],
    ['a line feed in the item', { item: 'mug\n' }, 'item'],
    ['a null byte in the description', { description: 'A\0mug' }, 'description'],
    ['a mark that turns the direction', { description: 'A \u202Egum' }, 'description'],
    ['half a character', { description: 'A \ud83d' }, 'description'],
    ['no description', { description: undefined }, 'description'],
    ['three decimals in euro', { amount: '12.500' }, 'amount'],
    ['a decimal comma', { amount: '12,50' }, 'amount'],
    ['a negative price', { amount: '-1' }, 'amount'],
    ['a price of nothing', { amount: '0.00' }, 'amount'],
    ['a price as a number', { amount: 12.5 }, 'amount'],
    ['thirteen digits', { amount: '12345678901.23' }, 'amount'],
    ['a price and a range', { min: '1', max: '2' }, 'amount'],
    ['suggestions for a fixed price', { suggested: ['1'] }, 'suggested'],
    ['a quantity from nothing', { quantity: { min: 0, max: 2 } }, 'quantity'],
    ['a quantity upside down', { quantity: { min: 3, max: 2 } }, 'quantity'],
    ['a quantity with a stray member', { quantity: { min: 1, max: 2, step: 1 } }, 'quantity'],
    ['a total that is too long', { amount: '9999999999.99', quantity: { min: 1, max: 2 } }, 'quantity'],
    ['an origin with a path', { origins: ['https://shop.example.com/mugs'] }, 'origins'],
    ['an empty list of origins', { origins: [] }, 'origins'],
    ['an unknown method', { methods: ['cash'] }, 'methods'],
    ['an unknown group', { collect: ['shoe-size'] }, 'collect'],
    ['a country that is no code', { collect: ['billing'], countries: ['Germany'] }, 'countries'],
    ['no country', { collect: ['billing'], countries: [] }, 'countries'],
    ['countries without an address', { collect: ['email'], countries: ['DE'] }, 'countries'],
    ['a limit of none', { limit: 0 }, 'limit'],
    ['half a limit', { limit: 1.5 }, 'limit'],
    ['a claim that is misspelt', { quantitiy: { min: 1, max: 5 } }, 'quantitiy'],
  ])('refuses %s and names the claim', (_title, change, claim) => {
    const problems = problemsOf({ ...mug, ...change })

    expect(problems.map((problem) => problem.split(':')[0])).toEqual([claim])
  })

  it.each([
    ['a range without an end', { min: '1' }, 'max'],
    ['a range upside down', { min: '5', max: '1' }, 'min'],
    ['a suggestion outside the range', { min: '1', max: '5', suggested: ['6'] }, 'suggested'],
    ['a quantity of an open sum', { min: '1', max: '5', quantity: { min: 1, max: 2 } }, 'quantity'],
    ['no price at all', {}, 'amount'],
  ])('refuses %s', (_title, change, claim) => {
    const problems = problemsOf({ ...unpriced, ...change })

    expect(problems.map((problem) => problem.split(':')[0])).toEqual([claim])
  })

  it('refuses a verification that costs something', () => {
    const problems = problemsOf({ ...mug, intent: 'verify' })

    expect(problems).toEqual(['amount: a verification has none'])
  })

  it('refuses the act of a verification, and says which acts there are', () => {
    const problems = problemsOf({ ...unpriced, intent: 'verify', act: 'donation' })

    expect(problems).toEqual(['act: must be one of order, invoice, donation; a verification has none'])
  })

  it('tells every problem at once', () => {
    const problems = problemsOf({ aud: 'x', currency: 'EUR', amount: '1.234', intent: 'sale' })

    expect(problems).toHaveLength(5)
  })
})
