import { page } from '../browser/page.ts'
import { tryTo } from '../browser/try-to.ts'

/** The language in which a tag writes amounts and countries: its own, else the page's, else the browser's. */
export function pageLocale(element: HTMLElement & { readonly locale: string }): string {
  const { lang } = element.closest<HTMLElement>('[lang]') ?? document.documentElement
  return [element.locale, lang, page.navigator.language].find(isLocale) ?? 'en'
}

const isLocale = (tag: string) => !!tryTo(() => new Intl.Locale(tag))
