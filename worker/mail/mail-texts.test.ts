import { describe, expect, it } from 'vitest'
import { LETTER_TEXTS } from '../../shared/mail-texts.ts'
import { mailLanguage } from './mail-texts.ts'

/** Files of the edge that note what was asked for. */
function edge(file: unknown, status = 200) {
  const asked: string[] = []
  const fetch = async (address: string) => {
    asked.push(address)
    return Response.json(file, { status })
  }
  return { asked, source: { assets: { fetch } as unknown as Fetcher, publicUrl: 'https://pay.example.com' } }
}

const GERMAN = { ...LETTER_TEXTS, reference: 'Referenznummer' }

describe('the language of a mail', () => {
  it('is read from the edge’s own files, once', async () => {
    const { asked, source } = edge(GERMAN)

    const [first, second] = [await mailLanguage('de-AT', source), await mailLanguage('de', source)]

    expect(first).toMatchObject({ tag: 'de', direction: 'ltr', texts: { reference: 'Referenznummer' } })
    expect(second).toBe(first)
    expect(asked).toEqual(['https://pay.example.com/mail-texts/de.json'])
  })

  it('runs from right to left in Hebrew', async () => {
    expect(await mailLanguage('he-IL', edge(LETTER_TEXTS).source)).toMatchObject({
      tag: 'he',
      direction: 'rtl',
    })
  })

  it.each([
    ['what is no language', 'no language at all', GERMAN, 200],
    ['one without a file', 'en-GB', GERMAN, 200],
    ['a file that is not there', 'fr', {}, 404],
    ['a file that lacks a text', 'fr', { ...GERMAN, why: undefined }, 200],
    ['a file with another placeholder', 'fr', { ...GERMAN, 'approved.text': 'Payé {sum}.' }, 200],
    ['a file with markup', 'fr', { ...GERMAN, test: '<b>Test</b>' }, 200],
  ])('is English for %s', async (_, locale, file, status) => {
    expect(await mailLanguage(locale, edge(file, status).source)).toMatchObject({
      tag: 'en',
      texts: LETTER_TEXTS,
    })
  })
})
