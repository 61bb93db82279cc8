import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { LANGUAGES } from '../../shared/languages.ts'
import {
  ENGLISH,
  type LanguageFile,
  MAX_SERVED_BYTES,
  pathOf,
  problemsIn,
  untranslated,
} from '../../widget/languages/language-file.ts'
import { servedTexts } from '../../widget/languages/served-texts.ts'
import { withLanguageTable } from '../reference/language-table.ts'
import { ROOT } from '../root.ts'
import { MONEY_TEXTS, moneyDigest } from './money-texts.ts'
import type { Check } from './run-checks.ts'

/** Where the files of languages are. */
const LANGUAGES_DIR = join(ROOT, 'widget/languages')

let drafts = ''

/**
 * Every language has the texts that money hangs on, and each text has the placeholders of the English one and fits. Any
 * other text may be missing: shoppers read it in English until it is translated, and the check counts such drafts.
 */
export const languages: Check = {
  name: 'every language says of money what English says',
  problems: async () => {
    const files = await readLanguages()
    drafts = draftsOf(files)
    return [
      ...unlisted(await languageNames()),
      ...englishProblems(),
      ...files.flatMap(problemsIn),
      ...missingMoneyTexts(files),
      ...files.flatMap(oversize),
      ...files.flatMap(notCompared),
      ...(await staleTable(files)),
    ]
  },
  measured: () => drafts,
}

/** @returns How many texts are to be translated, in one line; empty if none is. */
export function draftsOf(files: readonly LanguageFile[]): string {
  const lacking = files.map(untranslated).filter((texts) => texts.length > 0)
  const texts = new Set(lacking.flat()).size
  if (texts === 0) return ''
  const [what, where] = [counted(texts, 'text'), counted(lacking.length, 'language')]
  return `drafts: ${what} in ${where}, which shoppers read in English until somebody translates them`
}

const counted = (count: number, noun: string) => `${count} ${noun}${count === 1 ? '' : 's'}`

/** @returns One line for each text that money hangs on and that some language lacks. */
export const missingMoneyTexts = (files: readonly LanguageFile[]): string[] =>
  MONEY_TEXTS.flatMap((key) => {
    const lacking = files.filter((file) => untranslated(file).includes(`tag.${key}`))
    const names = lacking.map(({ language }) => language).join(', ')
    return names
      ? [`tag.${key} is missing in widget/languages, and money hangs on it: translate it into ${names}`]
      : []
  })

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
    .map((name) => `${name} is in widget/languages or in the list of shared/languages.ts, but not in both`)
}

/** English keeps the lengths of the notes too. */
const englishProblems = () => problemsIn({ language: 'en', name: 'English', english: 'English', ...ENGLISH })

/** A file claims that its texts were translated back, but one of them has changed since. A draft claims nothing. */
export function notCompared(file: LanguageFile): string[] {
  const { compared } = file
  const now = moneyDigest(file)
  return compared === undefined || compared === now
    ? []
    : [
        `${pathOf(file)}: a text that money hangs on has changed. Take “compared” out, or translate those texts back and set it to ${now}`,
      ]
}

function oversize(file: LanguageFile): string[] {
  const bytes = gzipSync(servedTexts(file)).length
  return bytes > MAX_SERVED_BYTES
    ? [`${pathOf(file)}: ${bytes} bytes gzip as served, more than ${MAX_SERVED_BYTES}`]
    : []
}
