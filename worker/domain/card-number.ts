/** Checks card numbers. Pure. */

/** UnionPay's numbers. Some of them have no check digit. */
const UNION_PAY = /^(62|81)\d{12,17}$/

/** Whether a text is 12 to 19 digits with a correct check digit (ISO/IEC 7812-1, annex B), if the brand has one. */
export const isCardNumber = (digits: string): boolean =>
  UNION_PAY.test(digits) || (/^\d{12,19}$/.test(digits) && hasCheckDigit(digits))

function hasCheckDigit(digits: string): boolean {
  const weighed = Array.from(digits, Number)
    .reverse()
    .map((digit, place) => (place % 2 === 0 ? digit : digit * 2 - (digit > 4 ? 9 : 0)))
  return weighed.reduce((sum, digit) => sum + digit, 0) % 10 === 0
}
