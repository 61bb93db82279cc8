import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { control, isControl } from './control.ts'

/** The gateway documentation's sample values; the digest was worked out with `printf … | sha1sum`. */
const sample = ['1111', '902B4FF5', '1042', 'john.smith@gmail.com']
const key = 'B17F59B4-A7DC-41B4-8FF9-37D986B43D20'
const digest = 'c6bdd88a78834ef4b863b088827a459f039e8257'

describe('control', () => {
  it('reproduces the documented vector', async () => {
    expect(await control(sample, key)).toBe(digest)
  })

  it('writes upper-case digits where the profile asks for them', async () => {
    expect(await control(sample, key, 'upper')).toBe(digest.toUpperCase())
  })

  it('depends on the order of the values', async () => {
    expect(await control([...sample].reverse(), key)).not.toBe(digest)
  })

  it('agrees with a second implementation on any text', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.string({ unit: 'grapheme' })),
        fc.string({ minLength: 1 }),
        async (values, secret) => {
          const expected = createHash('sha1')
            .update(values.join('') + secret, 'utf8')
            .digest('hex')
          expect(await control(values, secret)).toBe(expected)
        },
      ),
    )
  })

  it('refuses an empty key', async () => {
    await expect(control(sample, '')).rejects.toThrow(TypeError)
  })
})

describe('isControl', () => {
  it.each([
    ['accepts the right digits', digest, true],
    ['accepts them in upper case and with a line feed after them', `${digest.toUpperCase()}\n`, true],
    ['refuses one wrong digit', `${digest.slice(0, -1)}8`, false],
    ['refuses digits that were cut off', digest.slice(0, 39), false],
    ['refuses nothing at all', '', false],
  ])('%s', async (_, given, is) => {
    expect(await isControl(given, sample, key)).toBe(is)
  })
})
