import { tryTo } from '../try-to.ts'

/** The language in which a tag writes amounts and countries: its own, else the page's, else the browser's. */
export function pageLocale(element: HTMLElement & { readonly locale: string }): string {
  const page = element.closest<HTMLElement>('[lang]') ?? document.documentElement
  return [element.locale, page.lang, navigator.language].find(isLocale) ?? 'en'
}

const isLocale = (tag: string) => !!tryTo(() => new Intl.Locale(tag))
