import { afterEach, expect, it } from 'vitest'
import { toJson } from './to-json.ts'

afterEach(() => {
  for (const { prototype } of [Array, Object]) Reflect.deleteProperty(prototype, 'toJSON')
})

it.each([
  ['arrays', Array],
  ['objects', Object],
])('a library that has %s write themselves as text changes nothing', (_, { prototype }) => {
  Object.defineProperty(prototype, 'toJSON', { value: () => 'text', configurable: true })

  expect(toJson({ lines: [{ offer: 'a', quantity: 2 }] })).toBe('{"lines":[{"offer":"a","quantity":2}]}')
})
