/** Digits of any script as those of ASCII. Pure. */

const DIGIT = /\p{Nd}/u

/** The digits of a text, such as `12` for `1-٢`; everything else is dropped. */
export const digitsOf = (text: string) => asciiDigits(text).replace(/\D/g, '')

/** The text with the digits of other scripts written as ASCII's; everything else stays. */
export const asciiDigits = (text: string) => text.replace(/\p{Nd}/gu, (digit) => `${figureOf(digit)}`)

/** Unicode has the digits of a script in one run from zero on. */
function figureOf(digit: string): number {
  const code = digit.codePointAt(0) ?? 0
  let below = 0
  while (DIGIT.test(String.fromCodePoint(code - below - 1))) below += 1
  return below % 10
}
