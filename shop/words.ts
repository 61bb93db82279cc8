/** The words of the shop in one language. Each language has a file of its own that fills this in. */

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

/** A page of words alone. */
export type TextPage = readonly [title: string, ...paragraphs: string[]]

/** The words of the cart: its page, the buttons that fill it, and the link in the head. */
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
  readonly heading: string
  readonly lead: string
  readonly metaDescription: string
  readonly footer: readonly [strong: string, rest: string, cards: string]
  readonly thanks: { readonly title: string; readonly description: string; readonly fallback: string }
  readonly cart: CartWords
  readonly textPages: Readonly<Record<string, TextPage>>
}
