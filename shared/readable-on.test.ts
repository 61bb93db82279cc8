import { describe, expect, it } from 'vitest'
import { readableOn } from './readable-on.ts'

describe('words on a ground', () => {
  it.each([
    ['#000000', '#ffffff'],
    ['#ffffff', '#000000'],
    ['#2447c9', '#ffffff'],
    ['#5D4B7A', '#ffffff'],
    ['#ffcc00', '#000000'],
    ['#e4007c', '#000000'],
    ['#ff5a5f', '#000000'],
    ['#757575', '#ffffff'],
    ['#767676', '#000000'],
  ])('on %s are %s', (ground, words) => {
    expect(readableOn(ground)).toBe(words)
  })
})
