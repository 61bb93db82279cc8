/** The file of one language, and what may be wrong with one. Pure. */
import { MAIL_TEXTS } from '../../shared/mail-texts.ts'
import { PAGE_TEXTS } from '../../shared/page-texts.ts'
import { CHECK_TEXTS } from '../frames/check/check-texts.ts'
import { FIELD_TEXTS } from '../frames/fields/field-texts.ts'
import { TEXTS } from '../screen/english-texts.ts'
import type { Note } from './note.ts'
import { NOTES } from './notes.ts'

/** One text; or, where a text counts, one for each plural form of the language, by the names of `Intl.PluralRules`. */
type Translation = string | Readonly<Record<string, string>>

/** Section of a file → English texts. */
export const ENGLISH = {
  tag: TEXTS,
  fields: FIELD_TEXTS,
  check: CHECK_TEXTS,
  pages: PAGE_TEXTS,
  mail: MAIL_TEXTS,
} as const

/** A section of a file. */
type Section = keyof typeof ENGLISH

/** The file of one language. */
export type LanguageFile = {
  /** BCP 47 tag, which is the file's name too. */
  readonly language: string
  /** Its own name. */
  readonly name: string
  /** Its English name. */
  readonly english: string
  /** Digest of the texts that money hangs on, as they were when somebody compared them with a back-translation. */
  readonly compared?: string
} & { readonly [Name in Section]: Readonly<Record<string, Translation>> }

const SECTIONS = Object.keys(ENGLISH) as Section[]

/** The only text that may lack `{amount}`: laws prescribe the words of this button, and the sum stands above it. */
const MAY_LACK_AMOUNT = 'pay'

/** The most bytes of a file as the edge serves it. */
export const MAX_SERVED_BYTES = 4096

/** Where the file of a language is, for a message. */
export const pathOf = ({ language }: LanguageFile): string => `widget/languages/${language}.json`

/** @returns One text for each thing that is wrong; none for a good file. A missing text is not wrong: see `untranslated`. */
export const problemsIn = (file: LanguageFile): string[] =>
  SECTIONS.flatMap((section) => sectionProblems(file.language, section, file[section] ?? {})).map(
    (problem) => `${pathOf(file)}: ${problem}`,
  )

/** @returns The texts that the file lacks, such as `tag.retry`. Shoppers of the language read them in English. */
export const untranslated = (file: LanguageFile): string[] =>
  SECTIONS.flatMap((section) =>
    Object.keys(ENGLISH[section])
      .filter((key) => file[section]?.[key] === undefined)
      .map((key) => `${section}.${key}`),
  )

/** @returns All texts of a section in the order of English; where the file lacks one, the English text. */
export const completed = (file: LanguageFile, section: Section): Readonly<Record<string, Translation>> =>
  Object.fromEntries(
    Object.entries<string>(ENGLISH[section]).map(([key, source]) => [key, file[section]?.[key] ?? source]),
  )

function sectionProblems(language: string, section: Section, texts: LanguageFile[Section]): string[] {
  const english: Readonly<Record<string, string>> = ENGLISH[section]
  const notes: Readonly<Record<string, Note>> = NOTES[section]
  const unknown = Object.keys(texts).filter((key) => !(key in english))
  return [
    ...unknown.map((key) => `${section}.${key} is not a text`),
    ...Object.entries(english).flatMap(([key, source]) => {
      const text = texts[key]
      if (text === undefined) return []
      const forms = typeof text === 'string' ? { '': text } : text
      return [
        ...(typeof text === 'string' ? [] : pluralProblems(language, source, forms)),
        ...Object.values(forms).flatMap((form) => textProblems(key, form, source, notes[key])),
      ].map((problem) => `${section}.${key} ${problem}`)
    }),
  ]
}

function pluralProblems(language: string, source: string, forms: Readonly<Record<string, string>>): string[] {
  if (!source.includes('{count}')) return ['has plural forms, but counts nothing']
  const needed = new Intl.PluralRules(language).resolvedOptions().pluralCategories
  const [has, needs] = [Object.keys(forms), needed].map((names) => names.toSorted().join(', '))
  return has === needs ? [] : [`has the plural forms ${has}, but the language has ${needs}`]
}

/** @returns What is wrong with a text beside the English one, and with its length. */
export function textProblems(key: string, text: string, source: string, note: Note | undefined): string[] {
  const [has, needs] = [placeholders(text), placeholders(source)]
  const isAllowed = has === needs || (key === MAY_LACK_AMOUNT && !has)
  return [
    ...(isAllowed ? [] : [`has the placeholders ${has || 'none'}, but English has ${needs || 'none'}`]),
    ...(text.length <= (note?.max ?? 0) ? [] : [`has ${text.length} characters, more than ${note?.max}`]),
    ...(text.trim() === text && text ? [] : ['is empty, or has blanks around it']),
    ...(/[<>&]/.test(text) ? ['has markup'] : []),
  ]
}

const placeholders = (text: string) => (text.match(/\{\w*\}/g) ?? []).toSorted().join(' ')
