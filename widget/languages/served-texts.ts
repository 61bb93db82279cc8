/** What the edge serves of a language: the tag's texts in one file, and those of its own frames and pages in another. */
import { TEXTS } from '../element/shopper-texts.ts'
import type { LanguageFile } from './language-file.ts'

/** The tag's texts in the order of English, without keys: the tag of the same version has these. */
export const servedTexts = ({ tag }: LanguageFile): string =>
  JSON.stringify(Object.keys(TEXTS).map((key) => tag[key]))

/** The texts of the edge's frames and pages. */
export const servedPageTexts = ({ fields, check, pages }: LanguageFile): string =>
  JSON.stringify({ fields, check, pages })
