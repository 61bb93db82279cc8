import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cartDescription } from './cart-description.ts'

const line = (description: string, quantity = 1) => ({ description, quantity })

describe('cartDescription', () => {
  it.each([
    ['a single thing', [line('Tea')], 'Tea'],
    ['several pieces', [line('Tea', 2)], '2 × Tea'],
    ['several things', [line('Tea', 2), line('Mug')], '2 × Tea, Mug'],
    [
      'what fits, and how many more',
      [line('Tea', 2), line('A mug'), line('A kettle')],
      '2 × Tea, A mug, … +1',
    ],
    [
      'how many more, where only the first fits',
      [line('A tea pot', 2), line('A mug'), line('A kettle')],
      '2 × A tea pot, … +2',
    ],
    ['the beginning of one long thing', [line('A very long description')], 'A very long descrip…'],
    [
      'the beginning of a first thing that is long',
      [line('A very long description'), line('Mug')],
      'A very long desc… +1',
    ],
    ['no half of a letter', [line('A very long descri🫖 pot')], 'A very long descri…'],
  ])('names %s', (_, lines, text) => {
    expect(cartDescription(lines, 20)).toBe(text)
  })

  it('never is empty, nor longer than its room', () => {
    const lines = fc.array(
      fc.record({
        description: fc.string({ minLength: 1, maxLength: 40, unit: 'grapheme' }),
        quantity: fc.integer({ min: 1, max: 999_999 }),
      }),
      { minLength: 1, maxLength: 20 },
    )

    fc.assert(
      fc.property(lines, fc.integer({ min: 20, max: 255 }), (given, room) => {
        const text = cartDescription(given, room)
        expect(text.length).toBeLessThanOrEqual(room)
        expect(text.length).toBeGreaterThan(0)
        expect(text.isWellFormed()).toBe(true)
      }),
    )
  })
})
