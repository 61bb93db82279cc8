import { expect, it } from 'vitest'
import { without } from './without.ts'

it('leaves members out of a copy, and keeps the others in their order', () => {
  const whole = { first: 1, second: undefined, third: 3 }

  const rest = without(whole, 'first')

  expect(Object.entries(rest)).toEqual([
    ['second', undefined],
    ['third', 3],
  ])
  expect(whole).toEqual({ first: 1, second: undefined, third: 3 })
})

it('changes nothing where the object does not have the member', () => {
  const whole: { readonly a: number; readonly b?: number } = { a: 1 }

  expect(without(whole, 'b')).toEqual({ a: 1 })
})
