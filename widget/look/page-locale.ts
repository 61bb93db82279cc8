import { page } from '../browser/page.ts'
import { tryTo } from '../browser/try-to.ts'

/** The language in which a tag writes amounts and countries: its own, else the page's, else the browser's. */
export function pageLocale(element: HTMLElement & { readonly locale: string }): string {
  const { lang } = element.closest<HTMLElement>('[lang]') ?? document.documentElement
  return [element.locale, lang, page.navigator.language].find(isLocale) ?? 'en'
}

/** Tag → whether it is one. Each drawing asks for the locale dozens of times, and a slow phone takes 0.1 ms to judge a tag. */
const judged = new Map<string, boolean>()

function isLocale(tag: string): boolean {
  const is = judged.get(tag) ?? (!!tag && !!tryTo(() => new Intl.Locale(tag)))
  judged.set(tag, is)
  return is
}
