import { describe, expect, it } from 'vitest'
import { problemOf } from './problem.ts'
import type { Situation } from './situation.ts'
import { BEFORE_ORDER } from './testing/examples.ts'

const refusedWith = (code: string, field?: string) => {
  const situation: Situation = {
    ...BEFORE_ORDER,
    error: { code, recoverable: true, supportId: 'S-1', ...(field && { field }) },
  }
  return problemOf(situation, { takesPayment: true })?.text.key
}

describe('a refusal of the edge', () => {
  it.each([
    ['email', 'collect-missing'],
    ['billing.city', 'customer-invalid'],
    ['card.number', 'card-invalid'],
    ['amount', 'amount-invalid'],
  ])('has the shopper look at a field that they filled in: %s', (field, code) => {
    expect(refusedWith(code, field)).toBe('error.fields')
  })

  it.each([
    ['return-url-invalid', 'returnUrl'],
    ['body-malformed', 'returnUrl'],
    ['body-malformed', 'pageUrl'],
    ['body-malformed', 'locale'],
  ])('sends the shopper to the shop where the page has set it wrong: %s %s', (code, field) => {
    expect(refusedWith(code, field)).toBe('broken.origin-not-allowed')
  })

  it('leads to another way to pay where a saved card is gone', () => {
    expect(refusedWith('card-invalid', 'savedCard')).toBe('error.method-off')
  })
})
