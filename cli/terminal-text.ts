/**
 * Text that others wrote, for a terminal. A line feed in a description would print a line of its own, an escape would move
 * the cursor over what was printed, and a bidirectional mark would reorder the line. Pure.
 */

/** What a terminal obeys, or shows as nothing; but the tab, which only moves on. */
const OBEYED =
  /[[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Noncharacter_Code_Point}\u{61c}\u{200e}\u{200f}\u{202a}-\u{202e}\u{2066}-\u{2069}]--\t]/gv

/** Makes a text one line, in which everything that a terminal would obey is seen instead. */
export const plainLine = (text: string): string => text.replace(OBEYED, seen)

/** Unicode has pictures of the oldest control characters. */
function seen(character: string): string {
  const code = character.codePointAt(0) ?? 0
  if (code < 0x20) return String.fromCodePoint(0x2400 + code)
  return code === 0x7f ? '\u2421' : `<U+${code.toString(16).toUpperCase().padStart(4, '0')}>`
}

/** Writes JSON in one line; what a terminal would obey is escaped. */
export const jsonLine = (value: unknown): string => (JSON.stringify(value) ?? 'null').replace(OBEYED, escaped)

/** JSON escapes units of UTF-16. */
const escaped = (character: string) =>
  Array.from(
    { length: character.length },
    (_, unit) => `\\u${character.charCodeAt(unit).toString(16).padStart(4, '0')}`,
  ).join('')
