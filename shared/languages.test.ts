import { describe, expect, it } from 'vitest'
import { directionOf, LANGUAGES, languageFor } from './languages.ts'

const KNOWN = ['ar', 'de', 'nb', 'pt', 'sr', 'he', 'id', 'zh-Hans', 'zh-Hant']

describe('languageFor', () => {
  it.each([
    ['a language', 'de', 'de'],
    ['a country of it', 'de-AT', 'de'],
    ['Brazil', 'pt-BR', 'pt'],
    ['Chinese alone', 'zh', 'zh-Hans'],
    ['Chinese in Singapore', 'zh-SG', 'zh-Hans'],
    ['Chinese in Taiwan', 'zh-TW', 'zh-Hant'],
    ['Chinese in Hong Kong', 'zh-HK', 'zh-Hant'],
    ['Chinese with its script', 'zh-Hant', 'zh-Hant'],
    ['Chinese with script and country', 'zh-Hans-HK', 'zh-Hans'],
    ['Bokmål', 'nb-NO', 'nb'],
    ['Norwegian', 'no', 'nb'],
    ['Nynorsk', 'nn-NO', 'nb'],
    ['the former code of Hebrew', 'iw', 'he'],
    ['the former code of Indonesian', 'in-ID', 'id'],
    ['other capitals', 'DE-de', 'de'],
    ['a wish about numbers', 'ar-EG-u-nu-latn', 'ar'],
    ['English', 'en-GB', 'en'],
    ['a language without a file', 'sw', 'en'],
    ['no language', 'und', 'en'],
  ])('reads %s', (_, locale, language) => {
    expect(languageFor(locale, KNOWN)).toBe(language)
  })

  it.each([
    ['pt-BR', 'pt-BR'],
    ['pt-br', 'pt-BR'],
    ['pt-PT', 'pt'],
    ['pt-AO', 'pt'],
    ['pt', 'pt'],
  ])('reads %s in the words of its own country where it has a file: %s', (locale, language) => {
    expect(languageFor(locale, LANGUAGES)).toBe(language)
  })
})

it.each([
  ['ar', 'rtl'],
  ['de', 'ltr'],
  ['zh-Hant', 'ltr'],
])('%s runs %s', (language, direction) => {
  expect(directionOf(language)).toBe(direction)
})
