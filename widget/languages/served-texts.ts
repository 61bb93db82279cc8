/**
 * What the edge serves of a language: the tag's texts in one file, and those of its own frames and pages in another. A text
 * that is not translated yet is served in English, so no label is ever empty.
 */
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
