/** The texts of mails in a shopper's language. The Worker's script has English alone; the others are files of the edge. */
import { directionOf, LANGUAGES, languageFor } from '../../shared/languages.ts'
import { LETTER_TEXTS, type LetterTextKey } from '../../shared/mail-texts.ts'
import type { MailLanguage } from './letter-parts.ts'

/** Where the files are, and the edge's own address, under which they are asked for. */
export interface MailTextSource {
  readonly assets: Pick<Fetcher, 'fetch'>
  readonly publicUrl: string
}

const ENGLISH: MailLanguage = { tag: 'en', direction: 'ltr', texts: LETTER_TEXTS }

/** Language → its texts, as this isolate read them. A deployment brings new isolates. */
const read = new Map<string, MailLanguage>()

/**
 * The language of a mail: the order's, else that of the settings. A file that cannot be read, or that has a mistake, leaves
 * English.
 *
 * @param locale A BCP 47 tag, or what a page sent as one.
 */
export async function mailLanguage(locale: string, source: MailTextSource): Promise<MailLanguage> {
  const tag = tagFor(locale)
  if (tag === 'en') return ENGLISH
  const known = read.get(tag)
  if (known) return known
  const texts = await textsOf(tag, source)
  if (!texts) return ENGLISH
  const language = { tag, direction: directionOf(tag), texts }
  read.set(tag, language)
  return language
}

function tagFor(locale: string): string {
  try {
    return languageFor(locale, LANGUAGES)
  } catch {
    return 'en'
  }
}

async function textsOf(tag: string, { assets, publicUrl }: MailTextSource) {
  try {
    const reply = await assets.fetch(`${publicUrl}/mail-texts/${tag}.json`)
    return reply.ok ? checked(await reply.json()) : undefined
  } catch {
    return undefined
  }
}

const KEYS = Object.keys(LETTER_TEXTS) as LetterTextKey[]

/** @returns The texts, if each is there, has the placeholders of the English one, and no markup. */
function checked(file: unknown): MailLanguage['texts'] | undefined {
  const texts = file as Readonly<Record<LetterTextKey, unknown>>
  return KEYS.every((key) => isLike(texts[key], LETTER_TEXTS[key]))
    ? (texts as MailLanguage['texts'])
    : undefined
}

const isLike = (text: unknown, english: string) =>
  typeof text === 'string' && !/[<>&]/.test(text) && placeholders(text) === placeholders(english)

const placeholders = (text: string) => (text.match(/\{\w*\}/g) ?? []).toSorted().join(' ')
