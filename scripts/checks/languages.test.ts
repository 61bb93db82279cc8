import { describe, expect, it } from 'vitest'
import { served } from '../../widget/build/languages.ts'
import { FIELD_TEXTS } from '../../widget/frames/fields/field-texts.ts'
import { type LanguageFile, problemsIn, untranslated } from '../../widget/languages/language-file.ts'
import { TEXTS, textsFrom } from '../../widget/screen/english-texts.ts'
import { draftsOf, missingMoneyTexts, notCompared, readLanguage, readLanguages } from './languages.ts'
import { MONEY_TEXTS, moneyDigest, proofOf } from './money-texts.ts'

const german = await readLanguage('de.json')

const withTag = (tag: LanguageFile['tag'], file = german): LanguageFile => ({
  ...file,
  tag: { ...file.tag, ...tag },
})

const without = (key: string, file = german): LanguageFile => {
  const { [key]: _, ...tag } = file.tag
  return { ...file, tag }
}

/** The file as its shoppers get it. */
function servedOf(file: LanguageFile) {
  const [one] = served(file)
  const pages = JSON.parse(one?.pageTexts ?? '{}')
  return { tag: textsFrom(JSON.parse(one?.texts ?? '[]')), pages }
}

describe('problemsIn', () => {
  it('finds nothing in German', () => {
    expect(problemsIn(german)).toEqual([])
  })

  it.each([
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
    expect(problemsIn(file)).toEqual([`widget/languages/de.json: ${problem}`])
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

describe('a text that is not translated yet', () => {
  const { 'number.empty': _, ...fields } = german.fields
  const draft = { ...without('retry'), fields }

  it('is served in English, and the others as before', () => {
    const { tag, pages } = servedOf(draft)

    expect(tag).toEqual({ ...german.tag, retry: TEXTS.retry })
    expect(pages).toEqual({
      fields: { ...german.fields, 'number.empty': FIELD_TEXTS['number.empty'] },
      check: german.check,
      pages: german.pages,
    })
  })

  it('leaves no label empty in any language, even in a file without a text', async () => {
    const files = [...(await readLanguages()), { ...german, tag: {}, fields: {}, check: {}, pages: {} }]
    const texts = files.map(servedOf).flatMap(({ tag, pages }) => [tag, ...Object.values<object>(pages)])

    expect(texts).toHaveLength(files.length * 4)
    expect(texts.flatMap((section) => Object.values(section)).filter((text) => !text)).toEqual([])
  })

  it('makes the language a draft, which the table of languages says', () => {
    expect(untranslated(draft)).toEqual(['tag.retry', 'fields.number.empty'])
    expect(proofOf(draft)).toBe('draft, some texts in English')
  })

  it('is no mistake: the check counts it in one line', () => {
    const files = [draft, without('retry', { ...german, language: 'nl' }), german]

    expect(files.flatMap(problemsIn)).toEqual([])
    expect(missingMoneyTexts(files)).toEqual([])
    expect(draftsOf(files)).toMatch(/^drafts: 2 texts in 2 languages, /)
    expect(draftsOf([without('retry')])).toMatch(/^drafts: 1 text in 1 language, /)
    expect(draftsOf([german])).toBe('')
  })

  it.each(MONEY_TEXTS)('is a mistake where money hangs on it: %s', (key) => {
    const files = [without(key), without(key, { ...german, language: 'nl' }), german]

    expect(missingMoneyTexts(files)).toEqual([
      expect.stringMatching(`^tag.${key} is missing .*: translate it into de, nl$`),
    ])
  })
})

describe('a back-translation', () => {
  const { compared: _, ...draft } = german
  const checked = { ...draft, compared: moneyDigest(german) }

  it('counts for the texts that were compared', () => {
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
