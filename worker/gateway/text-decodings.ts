/** Decodes a text in every way in which a sent value may hide in it. Pure: no clock, no storage, no network. */

/** Encodings may be nested: each decoding is applied to the results of the others. */
const MAX_DEPTH = 3

/** Base64, standard or URL-safe, does not show where its groups of four begin. */
const BASE64_OFFSETS = [0, 1, 2, 3] as const

/** Only letters and digits, in lower case, without any separators. */
export const compact = (text: string) =>
  text
    .normalize('NFKC')
    .replaceAll(/[^\p{L}\p{N}]/gu, '')
    .toLowerCase()

/**
 * Yields every reading of a text: as it is, without markup, and decoded from percent-encoding, escapes, base64 and
 * hexadecimal digits, nested up to three deep.
 *
 * @param minLength The least length of the sought value. Shorter pieces are not decoded.
 */
export function* readings(text: string, minLength: number, depth = MAX_DEPTH): Generator<string> {
  yield text
  if (depth === 0) return
  for (const decoded of decodings(text, minLength))
    if (decoded !== text) yield* readings(decoded, minLength, depth - 1)
}

const decodings = (text: string, minLength: number): string[] => [
  withoutMarkup(text),
  unescaped(text),
  ...fromBase64(text, minLength),
  ...fromHex(text, minLength),
]

/** Also removes line ends, which break long base64. */
const withoutMarkup = (text: string) => text.replaceAll(/<[^<>]*>|\s+/g, '')

/** `%34`, `&#52;`, `&#x34;`, `\u0034` and `\x34`. */
const ESCAPED = /%([\da-f]{2})|&#(\d{1,7});?|&#x([\da-f]{1,6});?|\\u([\da-f]{4})|\\x([\da-f]{2})/gi

const unescaped = (text: string) =>
  text.replaceAll(ESCAPED, (whole, percent, decimal, ...hexadecimal) => {
    const hex = [percent, ...hexadecimal.slice(0, 3)].find((digits) => digits !== undefined)
    return character(decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal)) ?? whole
  })

const character = (code: number) => (code <= 0x10_ff_ff ? String.fromCodePoint(code) : undefined)

/** Decodes each long enough piece of base64 from every place where a group of four may begin. */
function fromBase64(text: string, minLength: number): string[] {
  const pieces = text.match(/[\w+/-]{4,}/g) ?? []
  const long = pieces.filter((piece) => piece.length * 3 >= minLength * 4)
  return BASE64_OFFSETS.flatMap((offset) => long.map((piece) => decodedBase64(piece.slice(offset))))
}

function decodedBase64(piece: string): string {
  const standard = piece.replaceAll('-', '+').replaceAll('_', '/')
  // A single remaining character has no whole byte.
  return atob(standard.length % 4 === 1 ? standard.slice(0, -1) : standard)
}

function fromHex(text: string, minLength: number): string[] {
  const pieces = text.match(/[\da-f]{6,}/gi) ?? []
  const long = pieces.filter((piece) => piece.length >= minLength * 2)
  return [0, 1].flatMap((offset) => long.map((piece) => decodedHex(piece.slice(offset))))
}

const decodedHex = (piece: string) =>
  piece.replaceAll(/([\da-f]{2})|./gi, (_, byte) =>
    byte ? String.fromCharCode(Number.parseInt(byte, 16)) : '',
  )
