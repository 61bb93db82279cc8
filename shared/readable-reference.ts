/** The reference that a person reads out. Pure. */
import type { OrderView } from './order-view.ts'

/** What a shopper reads out to the shop's support, of an order. */
type Named = Pick<OrderView, 'id' | 'reference'>

/** The letters of an id, in the order of their values: base64url. */
const OF_IDS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'

/** Letters of one case, none of which looks like another: without I, L, O and U (Crockford's base32). */
const READABLE = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** 30 bits are five letters of an id, and six that can be read out. Twice that tells an order from all others of a shop. */
const [ID_STEP, STEP] = [5, 6] as const

/** Whether the order has no reference of the shop's: then its id, 32 random characters, is its reference. */
export const isOwnReference = ({ id, reference }: Named): boolean => reference === id

/** The reference that a shopper reads out: the shop's own; of an order without one, twelve letters for its id's beginning. */
export const readableReference = (order: Named): string =>
  isOwnReference(order)
    ? inHalves(order.id, ID_STEP, (part) =>
        numberOf(part, OF_IDS)
          .toString(READABLE.length)
          .padStart(STEP, '0')
          .replace(/./g, (digit) => READABLE.charAt(Number.parseInt(digit, READABLE.length))),
      )
    : order.reference

/**
 * The beginning of the id for which a text of twelve letters stands, as somebody heard or typed it: in any case, with blanks
 * and hyphens, and with O for 0, I or L for 1. The list of orders finds an order by it.
 *
 * @returns Ten characters; `undefined` for any other text.
 */
export function idBeginningOf(text: string): string | undefined {
  const code = text.toUpperCase().replace(/[\s-]/g, '').replaceAll('O', '0').replace(/[IL]/g, '1')
  if (code.length !== 2 * STEP || [...code].some((letter) => !READABLE.includes(letter))) return undefined
  return inHalves(code, STEP, (part) => {
    const value = numberOf(part, READABLE)
    const places = Array.from({ length: ID_STEP }, (_, at) => OF_IDS.length ** (ID_STEP - 1 - at))
    return places.map((place) => OF_IDS.charAt(Math.floor(value / place) % OF_IDS.length)).join('')
  })
}

/** Rewrites the two halves of a text's beginning, each of so many letters. */
const inHalves = (text: string, letters: number, rewrite: (half: string) => string): string =>
  rewrite(text.slice(0, letters)) + rewrite(text.slice(letters, 2 * letters))

const numberOf = (part: string, letters: string): number =>
  [...part].reduce((sum, letter) => sum * letters.length + letters.indexOf(letter), 0)
