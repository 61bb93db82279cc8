/** The language of the edge's own pages and frames. Its files lie beside the tag's, so that the Worker's script has English alone. */
import { html } from 'hono/html'
import { directionOf, LANGUAGES, languageFor } from '../../../shared/languages.ts'
import { PAGE_TEXTS, type PageTextKey } from '../../../shared/page-texts.ts'
import type { EdgeContext } from '../context.ts'

/** Markup from this file, or already escaped. */
type Markup = ReturnType<typeof html>

/** Texts of one language, as the build writes them. */
interface PageTextFile {
  readonly pages: Readonly<Record<string, string>>
  /** Those of the frames' scripts, which the page hands to them. */
  readonly fields: object
  readonly check: object
}

/** The language of one page. */
export interface PageLanguage {
  /** BCP 47 tag. */
  readonly tag: string
  readonly direction: string
  /** Texts for the script of a frame, as JSON; empty for English, which the script has. */
  readonly fields: string
  readonly check: string
  say(key: PageTextKey): string
}

/** A header of more languages is nobody's. */
const MAX_LANGUAGES = 10

/**
 * The shopper's language: the one that the tag names in `?lang=`, else the first of the browser's that the edge has. A file
 * that cannot be read leaves English.
 */
export async function pageLanguage(c: EdgeContext): Promise<PageLanguage> {
  const accepted = c.req.header('Accept-Language')?.split(',', MAX_LANGUAGES) ?? []
  const language = chosen([c.req.query('lang') ?? '', ...accepted])
  c.header('Vary', 'Accept-Language', { append: true })
  const file = language === 'en' ? undefined : await readTexts(c, language)
  const json = (texts: object | undefined) => (texts ? JSON.stringify(texts) : '')
  const tag = file ? language : 'en'
  return {
    tag,
    direction: directionOf(tag),
    fields: json(file?.fields),
    check: json(file?.check),
    say: (key) => file?.pages[key] ?? PAGE_TEXTS[key],
  }
}

/** The first wish that can be met; English if there is none. */
function chosen(wishes: readonly string[]): string {
  for (const wish of wishes) {
    const locale = localeOf(wish.split(';')[0]?.trim() ?? '')
    const language = locale && languageFor(locale, LANGUAGES)
    if (language && (language !== 'en' || locale.startsWith('en'))) return language
  }
  return 'en'
}

/** @returns Empty for what is no BCP 47 tag: anybody may have written it. */
function localeOf(text: string): string {
  try {
    return Intl.getCanonicalLocales(text)[0] ?? ''
  } catch {
    return ''
  }
}

async function readTexts(c: EdgeContext, language: string): Promise<PageTextFile | undefined> {
  try {
    const reply = await c.env.ASSETS.fetch(`${c.get('config').PUBLIC_URL}/page-texts/${language}.json`)
    return reply.ok ? await reply.json() : undefined
  } catch {
    return undefined
  }
}

/** Puts values into a text, which may be markup. Everything else is escaped. */
export const filled = (text: string, values: Readonly<Record<string, Markup>>): (Markup | string)[] =>
  text.split(/\{(\w+)\}/).map((part, index) => (index % 2 ? (values[part] ?? '') : html`${part}`))
