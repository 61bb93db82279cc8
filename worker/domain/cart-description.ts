/** The one line that describes a cart to the gateway, the shopper's bank and the merchant's list. Pure. */
import type { OfferLine } from './terms.ts'

type Described = Pick<OfferLine, 'description' | 'quantity'>

/**
 * Describes a cart, such as `2 × Tea, Mug`. Lines that do not fit are counted: `2 × Tea, … +3`.
 *
 * @param room The most UTF-16 units, at least 20.
 */
export function cartDescription(lines: readonly Described[], room: number): string {
  const texts = lines.map(({ description, quantity }) =>
    quantity === 1 ? description : `${quantity} × ${description}`,
  )
  const whole = texts.map((_, left) => shortened(texts, left)).find((text) => text.length <= room)
  const [first = ''] = texts
  const { length } = texts
  return whole ?? `${cut(first, room - counted(length - 1).length)}${counted(length - 1)}`
}

/** The text without as many lines at its end. */
const shortened = (texts: readonly string[], left: number): string =>
  left === 0 ? texts.join(', ') : `${texts.slice(0, -left).join(', ')}, ${counted(left)}`

const counted = (left: number) => (left === 0 ? '…' : `… +${left}`)

/** No half of a surrogate pair is left at the end. */
const cut = (text: string, length: number) => text.slice(0, length).replace(/[\uD800-\uDBFF]$/, '')
