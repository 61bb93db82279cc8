/** Which words the shop has in which language. */

import type { Language, ProductWords, ShopWords } from './words.ts'
import { ENGLISH, ENGLISH_PRODUCTS } from './words-english.ts'
import { GERMAN, GERMAN_PRODUCTS } from './words-german.ts'

/** Words of the shop by language. */
export const SHOP_WORDS: Readonly<Record<Language, ShopWords>> = { en: ENGLISH, de: GERMAN }

const PRODUCTS = { en: ENGLISH_PRODUCTS, de: GERMAN_PRODUCTS }

/**
 * The words of a product.
 *
 * @throws {TypeError} If the language has none.
 */
export function productWords(language: Language, page: string): ProductWords {
  const words = PRODUCTS[language][page]
  if (!words) throw new TypeError(`no words for ${page} in ${language}`)
  return words
}

/** The folder of a language's pages, as an address. */
export const folderOf = (language: Language) => (language === 'en' ? '/' : `/${language}/`)
