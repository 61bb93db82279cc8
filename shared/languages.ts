/** The languages of texts that shoppers read. English is in the scripts themselves; each other one is a file in `widget/languages/`. */

/** BCP 47 tags, with a script where a language has two. To add a language, add its tag here and its file there. */
export const LANGUAGES = [
  'ar',
  'az',
  'cs',
  'da',
  'de',
  'el',
  'es',
  'fa',
  'fi',
  'fr',
  'he',
  'hi',
  'hu',
  'hy',
  'id',
  'it',
  'ja',
  'ka',
  'kk',
  'ko',
  'nb',
  'nl',
  'pl',
  'pt',
  'pt-BR',
  'ro',
  'ru',
  'sv',
  'th',
  'tr',
  'uk',
  'ur',
  'uz',
  'vi',
  'zh-Hans',
  'zh-Hant',
] as const

/**
 * Chooses the language for a locale: the locale itself, its language with its script, then its language alone, so that
 * `de-AT` reads `de`, and `zh-TW` reads `zh-Hant`.
 *
 * @param locale A well-formed BCP 47 tag.
 * @returns `en` where none fits.
 */
export function languageFor(locale: string, known: readonly string[]): string {
  const { baseName } = new Intl.Locale(locale)
  const [language = ''] = baseName.split('-')
  // The table of scripts takes a slow phone 30 ms to load, before the tag is drawn.
  const isInScripts = known.some((tag) => tag.startsWith(`${language}-`))
  const script = isInScripts ? new Intl.Locale(locale).maximize().script : ''
  // Norwegian without a form, and Nynorsk, are read as Bokmål.
  const wanted = [baseName, `${language}-${script}`, language.replace(/^n[no]$/, 'nb')]
  return wanted.find((tag) => known.includes(tag)) ?? 'en'
}

/** The direction of texts in a language, or in that of a locale. */
export const directionOf = (tag: string) => (/^(ar|fa|he|ur)\b/.test(tag) ? 'rtl' : 'ltr')
