import { describe, expect, it } from 'vitest'
import { isMarkedName, referenceIn } from './order-names.ts'

const MARK = 'k3vqab2cdefghij7'

describe('a name at the gateway', () => {
  it.each([
    ['a reference', 'order-4711', false],
    ['a later attempt without a mark', 'order-4711.2', false],
    ['the highest attempt without a mark', 'order-4711.9999', false],
    ['a reference that looks like a mark', MARK, false],
    ['a mark', `order-4711.${MARK}`, true],
    ['a mark of a later attempt', `order-4711.12.${MARK}`, true],
    ['a mark in capitals', `order-4711.${MARK.toUpperCase()}`, false],
    ['a mark that is cut', `order-4711.${MARK.slice(1)}`, false],
    ['a mark with more behind it', `order-4711.${MARK}.2`, false],
  ])('with %s is marked or not', (_, name, isMarked) => {
    expect(isMarkedName(name)).toBe(isMarked)
  })

  it.each(['order-4711', 'order-4711.2', `order-4711.${MARK}`, `order-4711.2.${MARK}`])(
    'begins with the reference: %s',
    (name) => {
      expect(referenceIn(name)).toBe('order-4711')
    },
  )
})
