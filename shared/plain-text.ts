/** Which texts of offers, sessions and shoppers are plain. */

/** The marks that turn the direction of what follows (Unicode TR9 §2). */
const DIRECTIONS = '\\u202A-\\u202E\\u2066-\\u2069'

/**
 * Characters that do not reach the gateway unchanged, or that make a reader see another text than a program does: control
 * characters, separators of lines and paragraphs, code points that are no characters, and the marks that turn the
 * direction of what follows (Unicode TR36 §2.5, TR9). Single marks of direction and joiners stay: names need them.
 */
const UNPLAIN = new RegExp(`[\\p{Cc}\\p{Zl}\\p{Zp}\\p{Noncharacter_Code_Point}${DIRECTIONS}]`, 'u')

/** Whether a text is one line of plain characters, without half a surrogate pair. */
export const isPlain = (text: string): boolean => text.isWellFormed() && !UNPLAIN.test(text)

/** Whether each line of a text is plain. Line feeds reach the gateway unchanged, encoded and signed like any character. */
export const isPlainLines = (text: string): boolean => isPlain(text.replaceAll('\n', ''))

/** The text on one line: tabs and breaks of any system become blanks, and none stand around it. */
export const inOneLine = (text: string): string => text.replace(/[\t-\r\x85\u2028\u2029]+/g, ' ').trim()

/** The text as every program reads it: without the marks that let people read it in another order. */
export const withoutDirections = (text: string): string =>
  text.replace(new RegExp(`[${DIRECTIONS}]`, 'gu'), '')
