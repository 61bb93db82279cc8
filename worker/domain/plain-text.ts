/** Which texts of a stranger are plain. */

/**
 * Characters that do not reach the gateway unchanged, or that make a reader see another text than a program does: control
 * characters, separators of lines and paragraphs, code points that are no characters, and the marks that turn the
 * direction of what follows (Unicode TR36 §2.5, TR9). Single marks of direction and joiners stay: names need them.
 */
const UNPLAIN = /[\p{Cc}\p{Zl}\p{Zp}\p{Noncharacter_Code_Point}\u202A-\u202E\u2066-\u2069]/u

/** Whether a text has none of them, and no half of a surrogate pair. */
export const isPlain = (text: string): boolean => text.isWellFormed() && !UNPLAIN.test(text)
