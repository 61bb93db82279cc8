import { describe, expect, it } from 'vitest'
import { inOneLine, isPlain, isPlainLines, withoutDirections } from './plain-text.ts'

describe('isPlain', () => {
  it.each([
    'Ada Lovelace',
    '',
    'José Ñandú',
    '山田 太郎',
    'محمد',
    'می\u200Cخواهم',
    'a\u200Eb\u200F',
    '👩\u200D🚀',
    'e\u0301',
  ])('takes %j', (text) => {
    expect(isPlain(text)).toBe(true)
  })

  it.each([
    ['a null byte', 'a\0b'],
    ['a line feed', 'a\nb'],
    ['an escape', '\x1b[31m'],
    ['a control character of the second block', 'a\x85b'],
    ['a separator of lines', 'a\u2028b'],
    ['a separator of paragraphs', 'a\u2029b'],
    ['half a surrogate pair', 'a\uD83D'],
    ['the other half', '\uDE80b'],
    ['an override of direction', 'moc.\u202Eexample'],
    ['an embedding', '\u202Aa\u202C'],
    ['an isolate', '\u2067a\u2069'],
    ['a code point that is no character', 'a\uFFFE'],
    ['the same beyond the first plane', 'a\u{1FFFF}'],
  ])('refuses %s', (_, text) => {
    expect(isPlain(text)).toBe(false)
  })
})

describe('isPlainLines', () => {
  it.each([
    ['takes line feeds', 'a\nb\n', true],
    ['refuses a carriage return', 'a\rb', false],
    ['refuses an escape in the second line', 'a\n\x1bb', false],
  ])('%s', (_, text, isTaken) => {
    expect(isPlainLines(text)).toBe(isTaken)
  })
})

describe('a text in one line', () => {
  it.each([
    ['a\nb', 'a b'],
    [' a \r\n\r\n b\n', 'a   b'],
    ['a\tb\vc\fd', 'a b c d'],
    ['a\x85b\u2028c\u2029d', 'a b c d'],
    ['\n', ''],
    ['a\0b', 'a\0b'],
  ])('of %j is %j', (text, line) => {
    expect(inOneLine(text)).toBe(line)
  })
})

it('a text without directions keeps the single marks that names need', () => {
  expect(withoutDirections('\u202Amoc.\u202Eelpmaxe\u202C \u2067a\u2069\u200E')).toBe('moc.elpmaxe a\u200E')
})
