/** The words of the shop in one language. Each language has a file of its own that fills this in. */

import type { Shelf } from './catalog.ts'

/** Languages of the shop, the first without a folder of its own. */
export const LANGUAGES = ['en', 'de'] as const
export type Language = (typeof LANGUAGES)[number]

/** The words around one product. */
export interface ProductWords {
  /** As the tag and the receipt name it. */
  readonly description: string
  readonly name: string
  /** The text beside the name on the front page. */
  readonly price: string
  readonly teaser: string
  readonly paragraphs: readonly string[]
  readonly details: readonly (readonly [term: string, value: string])[]
  readonly payLabel: string
  readonly payHeading: string
  readonly pictureAlt: string
}

/** The words of the front page. */
interface FrontWords {
  readonly metaDescription: string
  readonly heading: string
  readonly lead: string
  readonly pictureAlt: string
  /** Heading of each shelf. */
  readonly shelves: Readonly<Record<Shelf, string>>
  readonly paying: string
  /** Above the list of what the pages show to people who build shops. */
  readonly shownHeading: string
  /** What a page shows, by page. */
  readonly shown: Readonly<Record<string, string>>
}

/** A page of words alone. */
export type TextPage = readonly [title: string, ...paragraphs: string[]]

/** The words of the cart: its page, its drawer, the buttons that fill it, and the link in the head. */
interface CartWords {
  readonly link: string
  readonly title: string
  readonly description: string
  readonly add: string
  /** Before the number of pieces in the cart. */
  readonly added: string
  readonly quantity: string
  readonly remove: string
  /** Before the name of the product. */
  readonly removed: string
  readonly payHeading: string
  readonly lookAround: string
  /** In the drawer, the link to the page of the cart. */
  readonly asPage: string
  readonly close: string
  readonly fallback: string
  readonly withoutScript: string
}

/** Every word of the shop but those of the products. */
export interface ShopWords {
  readonly skip: string
  /** Links of the head, by page. */
  readonly navigation: Readonly<Record<string, string>>
  readonly navigationLabel: string
  /** The link to the same page in the other language, in that language. */
  readonly otherLanguage: string
  readonly front: FrontWords
  readonly footer: readonly [strong: string, rest: string, cards: string]
  readonly thanks: { readonly title: string; readonly description: string; readonly fallback: string }
  readonly cart: CartWords
  readonly textPages: Readonly<Record<string, TextPage>>
}
