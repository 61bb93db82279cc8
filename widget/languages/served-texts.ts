/**
 * What the edge serves of a language: the tag's texts in one file, those of its own frames and pages in another, and those of
 * its mails in a third. A text that is not translated yet is served in English, so no label is ever empty.
 */
import { TAG_TEXTS } from '../../shared/mail-texts.ts'
import type { TEXTS } from '../screen/english-texts.ts'
import { completed, type LanguageFile } from './language-file.ts'

/** The tag's texts in the order of English, without keys: the tag of the same version has these. */
export const servedTexts = (file: LanguageFile): string =>
  JSON.stringify(Object.values(completed(file, 'tag')))

/** The texts of the edge's frames and pages. */
export const servedPageTexts = (file: LanguageFile): string =>
  JSON.stringify({
    fields: completed(file, 'fields'),
    check: completed(file, 'check'),
    pages: completed(file, 'pages'),
  })

/** The words that mails have from the tag. The compiler refuses one that the tag says otherwise in English. */
const BORROWED: Pick<typeof TEXTS, keyof typeof TAG_TEXTS> = TAG_TEXTS

/** The texts of mails, by key. */
export const servedMailTexts = (file: LanguageFile): string => {
  const tag = Object.entries(completed(file, 'tag')).filter(([key]) => key in BORROWED)
  return JSON.stringify({ ...Object.fromEntries(tag), ...completed(file, 'mail') })
}
