import { describe, expect, it } from 'vitest'
import { cardRef, reference } from './fields.ts'

describe('reference', () => {
  it.each([
    ['a name', 'order-1', true],
    ['a name of 100 characters', 'a'.repeat(100), true],
    ['digits that are no card', '4111111111111112', true],
    ['fewer digits than a card has', '00000000000', true],
    ['more digits than a card has', '0'.repeat(20), true],
    ['a card number', '4111111111111111', false],
    ['a card number of 12 digits', '500000000009', false],
    ['a card number of 19 digits', '6304000000000000000', false],
    ['a card number in groups', '4111-1111_1111-1111', false],
    ['what the address of an order cannot hold', 'order.1', false],
  ])('judges %s', (_, text, isTaken) => {
    expect(reference.safeParse(text).success).toBe(isTaken)
  })
})

describe('cardRef', () => {
  it('may have the check digit of a card by chance, since the gateway makes it up', () => {
    expect(cardRef.safeParse('4111111111111111').success).toBe(true)
  })
})
