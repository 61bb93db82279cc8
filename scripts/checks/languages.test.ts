import { describe, expect, it } from 'vitest'
import { served } from '../../widget/build/languages.ts'
import { TEXTS } from '../../widget/element/shopper-texts.ts'
import { type LanguageFile, problemsIn } from '../../widget/languages/language-file.ts'
import { notCompared, readLanguage } from './languages.ts'
import { MONEY_TEXTS, moneyDigest, proofOf } from './money-texts.ts'

const german = await readLanguage('de.json')

const withTag = (tag: LanguageFile['tag'], file = german): LanguageFile => ({
  ...file,
  tag: { ...file.tag, ...tag },
})

const without = (key: string): LanguageFile => {
  const { [key]: _, ...tag } = german.tag
  return { ...german, tag }
}

describe('problemsIn', () => {
  it('finds nothing in German', () => {
    expect(problemsIn(german)).toEqual([])
  })

  it.each([
    ['a missing text', without('retry'), 'tag.retry is missing'],
    ['a text that English lacks', withTag({ nonsense: 'x' }), 'tag.nonsense is not a text'],
    [
      'a missing placeholder',
      withTag({ support: 'Code' }),
      'tag.support has the placeholders none, but English has {id}',
    ],
    [
      'another placeholder',
      withTag({ support: '{ID}' }),
      'tag.support has the placeholders {ID}, but English has {id}',
    ],
    ['a long text', withTag({ retry: 'x'.repeat(33) }), 'tag.retry has 33 characters, more than 32'],
    ['an empty text', withTag({ retry: '' }), 'tag.retry is empty, or has blanks around it'],
    ['markup', withTag({ retry: '<b>' }), 'tag.retry has markup'],
    [
      'plural forms where nothing is counted',
      withTag({ retry: { one: 'x', other: 'x' } }),
      'tag.retry has plural forms, but counts nothing',
    ],
    [
      'a missing plural form',
      withTag({ 'wrong.long': { other: '{count}' } }),
      'tag.wrong.long has the plural forms other, but the language has one, other',
    ],
  ])('finds %s', (_, file, problem) => {
    expect(problemsIn(file)).toEqual([`de.json: ${problem}`])
  })

  it('keeps such a file out of the build', () => {
    expect(served(german)).toHaveLength(1)
    expect(served(withTag({ support: 'Code' }))).toEqual([])
  })

  it('lets the button of an order leave out the sum alone', () => {
    expect(problemsIn(withTag({ pay: 'x' }))).toEqual([])
    expect(problemsIn(withTag({ pay: '{sum}' }))).toHaveLength(1)
    expect(problemsIn(withTag({ 'pay.preauth': 'x' }))).toHaveLength(1)
  })
})

describe('a back-translation', () => {
  const { compared: _, ...draft } = german
  const checked = { ...draft, compared: moneyDigest(german) }

  it('is told of the texts that were compared', () => {
    expect([proofOf(draft), notCompared(draft)]).toEqual(['draft', []])
    expect([proofOf(checked), notCompared(checked)]).toEqual(['checked by back-translation', []])
  })

  it.each(MONEY_TEXTS)('no longer counts once %s is another text', (key) => {
    const changed = withTag({ [key]: 'x' }, checked)

    expect(proofOf(changed)).toBe('draft')
    expect(notCompared(changed)).toEqual([expect.stringContaining(moneyDigest(changed))])
  })

  it('no longer counts once the English text is another', () => {
    expect(moneyDigest(german, { ...TEXTS, surplus: 'x' })).not.toBe(moneyDigest(german))
  })

  it('still counts when a text changes that no money hangs on', () => {
    expect(notCompared(withTag({ print: 'x' }, checked))).toEqual([])
  })
})
