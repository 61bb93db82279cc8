/** The files of languages, as the build serves them, and what it puts into the tag about them. */
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { type LanguageFile, problemsIn } from '../languages/language-file.ts'
import { servedMailTexts, servedPageTexts, servedTexts } from '../languages/served-texts.ts'

/** A language's files: the tag reads the first, and the edge itself the others. */
export interface ServedLanguage {
  readonly language: string
  readonly texts: string
  readonly pageTexts: string
  readonly mailTexts: string
}

const DIR = new URL('../languages/', import.meta.url)

const PACKAGE = fileURLToPath(new URL('../../package.json', import.meta.url))

/** The version of the tag, which is the package's. */
export const version = (): string => JSON.parse(readFileSync(PACKAGE, 'utf8')).version

/**
 * Reads all languages but English. A file with a mistake, such as a missing placeholder, is left out whole, and its shoppers
 * read English: a tag takes no file without the digest of a good one.
 */
export const servedLanguages = (): ServedLanguage[] =>
  readdirSync(DIR)
    .filter((name) => name.endsWith('.json'))
    .map((name) => JSON.parse(readFileSync(new URL(name, DIR), 'utf8')))
    .flatMap(served)

/** @returns None for a file with a mistake. */
export const served = (file: LanguageFile): ServedLanguage[] =>
  problemsIn(file).length > 0
    ? []
    : [
        {
          language: file.language,
          texts: servedTexts(file),
          pageTexts: servedPageTexts(file),
          mailTexts: servedMailTexts(file),
        },
      ]

/** The SHA-256 digest of a file, in base64, as Subresource Integrity writes it. */
export const sha256 = (file: string | Uint8Array): string =>
  createHash('sha256').update(file).digest('base64')

/** Language → digest of its file, as the edge serves the list. */
export const servedDigests = (): string =>
  JSON.stringify(
    Object.fromEntries(servedLanguages().map(({ language, texts }) => [language, `sha256-${sha256(texts)}`])),
  )

/**
 * Constants of the tag: its version, the languages, and the digest of the list of digests. The digests themselves would be
 * 1.5 kB gzip, since nothing compresses them.
 */
export const languageConstants = (): Record<string, string> => ({
  PAY_VERSION: JSON.stringify(version()),
  PAY_LANGUAGES: JSON.stringify(servedLanguages().map(({ language }) => language)),
  PAY_DIGESTS: JSON.stringify(`sha256-${sha256(servedDigests())}`),
})
