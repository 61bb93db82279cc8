import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { hasRepeatedName } from './repeated-names.ts'

describe('hasRepeatedName', () => {
  it.each([
    '{"a":1,"a":2}',
    '{"a":1,"\\u0061":2}',
    '{"a":{"b":1,"c":[],"b":2}}',
    '[{"a":1},{"b":1,"b":1}]',
    '{"a":{"b":1},"a":{"c":1}}',
    '{"":1,"":2}',
    '{"__proto__":1,"__proto__":2}',
    '{"a\\"b":1,"a\\"b":2}',
  ])('finds the one of %s', (json) => {
    expect(() => JSON.parse(json)).not.toThrow()
    expect(hasRepeatedName(json)).toBe(true)
  })

  it.each([
    '{"a":{"a":{"a":1}},"b":"a"}',
    '[{"a":1},{"a":1}]',
    '["a","a"]',
    '{"a":"b","b":"a"}',
    '{"a":"\\"a\\":1"}',
    '{"a":"{\\"a\\":1,","b":"\\\\"}',
    '{"a":["a",{"a":[{"a":1}]}]}',
    '"a"',
    '1e400',
    '{}',
  ])('finds none in %s', (json) => {
    expect(() => JSON.parse(json)).not.toThrow()
    expect(hasRepeatedName(json)).toBe(false)
  })

  it('finds none in whatever JSON.stringify writes', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(hasRepeatedName(JSON.stringify(value))).toBe(false)
      }),
    )
  })

  it('finds a name that is added once more to whatever object', () => {
    const object = fc.dictionary(fc.string(), fc.jsonValue(), { minKeys: 1 })
    fc.assert(
      fc.property(object, (value) => {
        const [name = ''] = Object.keys(value)
        const json = `{${JSON.stringify(name)}:0,${JSON.stringify(value).slice(1)}`
        expect(hasRepeatedName(json)).toBe(true)
      }),
    )
  })
})
