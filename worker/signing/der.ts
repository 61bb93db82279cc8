/** Reads and writes as much of DER (X.690) as private keys need. Pure. */

/** Tags of ASN.1 that stand in private keys. */
export const TAG = { integer: 0x02, octetString: 0x04, objectId: 0x06, sequence: 0x30 } as const

/** One element: what kind of thing it is, and its content without tag and length. */
export interface DerElement {
  readonly tag: number
  readonly content: Uint8Array
}

const LONG_FORM = 0x80
const LENGTH_BITS = 0x7f

/** Four gigabytes are more than enough for a key. */
const MAX_LENGTH_BYTES = 4

/**
 * Splits bytes into the elements that stand in them side by side.
 *
 * @returns `undefined` if they are not DER, from the first byte to the last.
 */
export function elementsOf(bytes: Uint8Array): readonly DerElement[] | undefined {
  const elements: DerElement[] = []
  for (let at = 0; at < bytes.length; ) {
    const bounds = contentBounds(bytes, at)
    if (!bounds) return undefined
    elements.push({ tag: bytes[at] ?? 0, content: bytes.subarray(bounds.start, bounds.end) })
    at = bounds.end
  }
  return elements
}

/** Writes one element around content that is DER already. */
export const element = (tag: number, ...content: readonly Uint8Array[]) => {
  const length = content.reduce((sum, part) => sum + part.length, 0)
  return Uint8Array.from([tag, ...lengthBytes(length), ...content.flatMap((part) => [...part])])
}

function contentBounds(bytes: Uint8Array, at: number) {
  const first = bytes[at + 1]
  if (first === undefined) return undefined
  const following = first < LONG_FORM ? 0 : first & LENGTH_BITS
  const start = at + 2 + following
  const length = following ? longLength(bytes.subarray(at + 2, start)) : first
  const end = start + (length ?? Number.POSITIVE_INFINITY)
  return first !== LONG_FORM && end <= bytes.length ? { start, end } : undefined
}

/** DER allows one way only to write a length: the shortest. */
function longLength(bytes: Uint8Array): number | undefined {
  if (bytes.length > MAX_LENGTH_BYTES || bytes[0] === 0) return undefined
  const length = bytes.reduce((sum, byte) => sum * 256 + byte, 0)
  return length < LONG_FORM ? undefined : length
}

function lengthBytes(length: number): readonly number[] {
  if (length < LONG_FORM) return [length]
  const bytes: number[] = []
  for (let rest = length; rest > 0; rest = Math.floor(rest / 256)) bytes.unshift(rest % 256)
  return [LONG_FORM + bytes.length, ...bytes]
}
