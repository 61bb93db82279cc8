import { describe, expect, it } from 'vitest'
import { objectMembers } from './json-members.ts'

describe('objectMembers', () => {
  it.each<[string, string, [string, string][]]>([
    [
      'texts',
      '{"type":"a \\"b\\": {c}","status":"\\u0078"}',
      [
        ['type', 'a "b": {c}'],
        ['status', 'x'],
      ],
    ],
    [
      'numbers as they are written',
      '{"a":12.50,"b":9007199254740993123,"c":-1e3}',
      [
        ['a', '12.50'],
        ['b', '9007199254740993123'],
        ['c', '-1e3'],
      ],
    ],
    [
      'truth values',
      '{"a":true,"b":false}',
      [
        ['a', 'true'],
        ['b', 'false'],
      ],
    ],
    ['no null', '{"a":null,"b":"null"}', [['b', 'null']]],
    ['no list and no object', '{"a":["x",{"b":1}],"c":{"d":":","e":[]},"f":1}', [['f', '1']]],
    [
      'a name as often as it comes',
      '{"a":1,"a":2}',
      [
        ['a', '1'],
        ['a', '2'],
      ],
    ],
    ['an object behind a byte order mark', '\uFEFF {"a":1}\n', [['a', '1']]],
    ['an empty object', '{}', []],
  ])('reads %s', (_, text, members) => {
    expect(objectMembers(text)).toEqual(members)
  })

  it.each(['[{"a":1}]', '"a"', '1', 'null', '{"a":1', '{"a":1}{', ''])('reads nothing from %j', (text) => {
    expect(objectMembers(text)).toBeUndefined()
  })
})
