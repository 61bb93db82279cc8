/** What a card number is. Pure. */

/** 12 to 19 digits whose check digit is right (ISO/IEC 7812-1, annex B). */
export function isCardNumber(digits: string): boolean {
  if (!/^\d{12,19}$/.test(digits)) return false
  const weighed = Array.from(digits, Number)
    .reverse()
    .map((digit, place) => (place % 2 === 0 ? digit : digit * 2 - (digit > 4 ? 9 : 0)))
  return weighed.reduce((sum, digit) => sum + digit, 0) % 10 === 0
}
