import { describe, expect, it } from 'vitest'
import { terms } from '../testing/examples.ts'
import type { OrderState } from './state.ts'
import { opened, transition } from './transition.ts'

const NOW = terms.openedAt + 1

const followed = (state: OrderState, reference: string) =>
  transition(state, { type: 'followed', order: { id: `id-of-${reference}`, reference }, by: 'till' }, NOW)

const references = ({ followedBy = [] }: OrderState) => followedBy.map(({ reference }) => reference)

const twice = followed(followed(opened(terms), 'bill-2'), 'bill-3')

describe('an order whose payment is asked for again', () => {
  it.each([
    ['knows the order that follows', followed(opened(terms), 'bill-2'), ['bill-2']],
    ['knows several, the latest last', twice, ['bill-2', 'bill-3']],
    ['stays as it is where an older one is told again', followed(twice, 'bill-2'), ['bill-2', 'bill-3']],
    [
      'knows those that follow after its shopper was erased',
      followed(transition(opened(terms), { type: 'erased' }, NOW), 'bill-2'),
      ['bill-2'],
    ],
    [
      'learns nothing once it is erased itself',
      followed(transition(opened(terms), { type: 'core-erased' }, NOW), 'bill-2'),
      [],
    ],
  ])('%s', (_, state, expected) => {
    expect(references(state)).toEqual(expected)
  })

  it('is the very same where one is told again', () => {
    expect(followed(twice, 'bill-2')).toBe(twice)
  })

  it('lists the last twenty', () => {
    const many = Array.from({ length: 25 }, (_, index) => `bill-${index + 2}`)

    expect(references(many.reduce(followed, opened(terms)))).toEqual(many.slice(-20))
  })
})
