import type { LabelKey } from './english-texts.ts'

/** One text of a screen, with its values. The templates write them in the shopper's language. */
export interface Text {
  readonly key: LabelKey
  /** Decimal text, in the order's currency. */
  readonly amount?: string | undefined
  /** What a shopper reads out to the shop's support. */
  readonly id?: string
  /** A moment, as people say it. */
  readonly date?: string
  /** The item of the cart that the text is about, in the shop's words. */
  readonly item?: string | undefined
}
