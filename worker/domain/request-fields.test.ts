import { describe, expect, it } from 'vitest'
import { description, reference } from './request-fields.ts'

describe('reference', () => {
  it.each([
    ['a name', 'order-1', true],
    ['a name of 100 characters', 'a'.repeat(100), true],
    ['a number, whatever its check digit', '4111111111111111', true],
    ['a name of 101 characters', 'a'.repeat(101), false],
    ['what the address of an order cannot hold', 'order.1', false],
  ])('judges %s', (_, text, isTaken) => {
    expect(reference.safeParse(text).success).toBe(isTaken)
  })
})

describe('description', () => {
  it.each([
    ['a line', 'A tin of tea', 'A tin of tea'],
    ['blanks around it', ' \n tea \n', 'tea'],
    ['lines', 'tea\ncake\n\nmilk', 'tea\ncake\n\nmilk'],
    ['lines as Windows ends them', 'tea\r\ncake', 'tea\ncake'],
    [
      'as much as there is room for',
      `${'a'.repeat(32)}\r\n${'b'.repeat(31)}`,
      `${'a'.repeat(32)}\n${'b'.repeat(31)}`,
    ],
  ])('takes %s', (_, text, kept) => {
    expect(description(64).parse(text)).toBe(kept)
  })

  it.each([
    ['nothing but blanks', ' \n '],
    ['more than there is room for', 'a'.repeat(65)],
    ['a carriage return alone', 'tea\rcake'],
    ['a tab', 'tea\tcake'],
    ['a NUL', 'tea\u0000'],
    ['half an emoji', 'tea \uD83E'],
  ])('refuses %s', (_, text) => {
    expect(description(64).safeParse(text).success).toBe(false)
  })
})
