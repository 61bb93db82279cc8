import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { LANGUAGES } from '../../shared/languages.ts'
import {
  ENGLISH,
  type LanguageFile,
  MAX_SERVED_BYTES,
  problemsIn,
} from '../../widget/languages/language-file.ts'
import { servedTexts } from '../../widget/languages/served-texts.ts'
import { withLanguageTable } from '../reference/language-table.ts'
import { ROOT } from '../root.ts'
import { moneyDigest } from './money-texts.ts'
import type { Check } from './run-checks.ts'

/** Where the files of languages are. */
const LANGUAGES_DIR = join(ROOT, 'widget/languages')

/** Every language has every text of English, with its placeholders and within its length. */
export const languages: Check = {
  name: 'every language has every text that English has',
  problems: async () => {
    const files = await readLanguages()
    return [
      ...unlisted(await languageNames()),
      ...englishProblems(),
      ...files.flatMap(problemsIn),
      ...files.flatMap(oversize),
      ...files.flatMap(notCompared),
      ...(await staleTable(files)),
    ]
  },
}

/** The document with the table of languages. */
export const LANGUAGES_DOCUMENT = join(ROOT, 'docs/languages.md')

async function staleTable(files: readonly LanguageFile[]): Promise<string[]> {
  const document = await readFile(LANGUAGES_DOCUMENT, 'utf8')
  return document === withLanguageTable(document, files)
    ? []
    : ['docs/languages.md is out of date: npm run reference']
}

const languageNames = async () => (await readdir(LANGUAGES_DIR)).filter((name) => name.endsWith('.json'))

/** Reads the files of all languages. */
export const readLanguages = async (): Promise<LanguageFile[]> =>
  Promise.all((await languageNames()).map(readLanguage))

/** Reads the file of a language. */
export const readLanguage = async (name: string): Promise<LanguageFile> =>
  JSON.parse(await readFile(join(LANGUAGES_DIR, name), 'utf8'))

/** Files that the list of languages lacks, and the reverse. */
function unlisted(names: readonly string[]): string[] {
  const listed = LANGUAGES.map((language) => `${language}.json`)
  const all = new Set([...names, ...listed])
  return [...all]
    .filter((name) => !names.includes(name) || !listed.some((one) => one === name))
    .map((name) => `${name}: the files in widget/languages and the list in shared/languages.ts differ`)
}

/** English keeps the lengths of the notes too. */
const englishProblems = () => problemsIn({ language: 'en', name: 'English', english: 'English', ...ENGLISH })

/** A file claims that its texts were translated back, but one of them has changed since. A draft claims nothing. */
export function notCompared(file: LanguageFile): string[] {
  const { compared, language } = file
  const now = moneyDigest(file)
  return compared === undefined || compared === now
    ? []
    : [
        `${language}.json: a text that money hangs on has changed. Take “compared” out, or translate those texts back and set it to ${now}`,
      ]
}

function oversize(file: LanguageFile): string[] {
  const bytes = gzipSync(servedTexts(file)).length
  return bytes > MAX_SERVED_BYTES
    ? [`${file.language}.json: ${bytes} bytes gzip as served, more than ${MAX_SERVED_BYTES}`]
    : []
}
