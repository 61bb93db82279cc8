import { describe, expect, it } from 'vitest'
import { textHash } from './text-hash.ts'

describe('the mark of a text', () => {
  // Vectors of the authors of FNV, http://www.isthe.com/chongo/tech/comp/fnv/ (32 bits, FNV-1a).
  it.each([
    ['', 0x811c9dc5],
    ['a', 0xe40c292c],
    ['foobar', 0xbf9cf968],
  ])('of “%s” is FNV-1a', (text, mark) => {
    expect(textHash(text)).toBe(mark)
  })
})
