import { describe, expect, it } from 'vitest'
import { NOTES } from '../../widget/languages/notes.ts'
import { lengthened, longestTexts } from './longest-texts.ts'

describe('a text of the pseudo-locale', () => {
  it.each([
    ['Pay {amount}', 24, '[Påý {amount} wörd žahl]'],
    ['Pay {amount}', 14, 'Påý {amount}'],
    ['Back', 4, 'Båçk'],
  ])('of %s with %i characters is %s', (text, max, expected) => {
    expect(lengthened(text, max)).toBe(expected)
  })

  it('is there for each text, no longer than a translation may be', () => {
    const texts = longestTexts()
    const notes = [
      ...Object.entries(NOTES.tag),
      ...Object.entries(NOTES.fields).map(([key, note]) => [`frame.${key}`, note] as const),
    ]

    expect(Object.keys(texts).toSorted()).toEqual(notes.map(([key]) => key).toSorted())
    expect(notes.filter(([key, { max }]) => (texts[key] ?? '').length > max)).toEqual([])
  })
})
