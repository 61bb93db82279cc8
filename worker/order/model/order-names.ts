/** How an attempt is named at the gateway. Pure: `order/order-names.ts` has the key that marks names are made with. */

/** The attempt that is named. */
export interface NamedAttempt {
  readonly reference: string
  readonly number: number
}

/** A name without a mark. A reference contains no full stop, so no two attempts of an edge share one. */
export const bareName = ({ reference, number }: NamedAttempt): string =>
  number === 1 ? reference : `${reference}.${number}`

/**
 * A name with a mark at its end. Where it would be too long, the middle of what stands before the mark is left out, and
 * never a part of the mark.
 *
 * @param maxLength How many characters the gateway takes, at least 20.
 */
export function markedName(attempt: NamedAttempt, mark: string, maxLength: number): string {
  return `${cutInTheMiddle(bareName(attempt), maxLength - mark.length - 1)}.${mark}`
}

function cutInTheMiddle(text: string, length: number): string {
  if (text.length <= length) return text
  const tail = Math.floor(length / 2)
  return text.slice(0, length - tail) + text.slice(text.length - tail)
}
