/** Chooses the desk's language. */

import { GERMAN } from './de.ts'
import { ENGLISH, type Words } from './en.ts'

/** A language of the desk, with its BCP 47 tag. */
export interface DeskLanguage {
  readonly tag: string
  readonly words: Words
}

const LANGUAGES: readonly DeskLanguage[] = [
  { tag: 'en', words: ENGLISH },
  { tag: 'de', words: GERMAN },
]

const [english] = LANGUAGES

/** The first of a person's languages that the desk speaks, else English. */
export const languageOf = (preferred: readonly string[]): DeskLanguage =>
  preferred
    .map((tag) => LANGUAGES.find((one) => tag.toLowerCase().split('-', 1)[0] === one.tag))
    .find((one) => one !== undefined) ?? (english as DeskLanguage)
