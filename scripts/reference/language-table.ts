/** Writes the table of languages in `docs/languages.md`. Pure: the same files give the same text. */
import type { LanguageFile } from '../../widget/languages/language-file.ts'
import { proofOf } from '../checks/money-texts.ts'
import { table } from './markdown-table.ts'

/** The lines around the table in the document. */
const START = '<!-- languages: npm run reference -->'
const END = '<!-- /languages -->'

/**
 * Puts the table into the document.
 *
 * @throws {TypeError} If the document has no place for it.
 */
export function withLanguageTable(document: string, files: readonly LanguageFile[]): string {
  const [before, rest = ''] = document.split(START)
  const [, after] = rest.split(END)
  if (before === undefined || after === undefined)
    throw new TypeError('docs/languages.md has no place for its table')
  return `${before}${START}\n\n${languageTable(files)}\n${END}${after}`
}

function languageTable(files: readonly LanguageFile[]): string {
  const english = ['`en`', 'English', 'English', 'the source']
  const rows = files
    .toSorted((a, b) => (a.english < b.english ? -1 : 1))
    .map((file) => [`\`${file.language}\``, file.name, file.english, proofOf(file)])
  return table(['Tag', 'Language', 'In English', 'Status'], [english, ...rows])
}
