/** Whether a text is a card number: 12 to 19 digits with a right check digit. */
export const isCardNumber = (text: string) => /^\d{12,19}$/.test(text) && passesLuhn(text)

/** Card networks by their first digits, the most specific first. Source: ISO/IEC 7812 issuer ranges. */
const BRANDS: readonly (readonly [RegExp, string])[] = [
  [/^4/, 'VISA'],
  [/^(5[1-5]|222[1-9]|22[3-9]|2[3-6]|27[01]|2720)/, 'MASTERCARD'],
  [/^3[47]/, 'AMEX'],
  [/^(6011|65|64[4-9])/, 'DISCOVER'],
  [/^35(2[89]|[3-8])/, 'JCB'],
  [/^3(0[0-5]|[689])/, 'DINERS'],
  [/^220[0-4]/, 'MIR'],
  [/^62/, 'UNIONPAY'],
  [/^(50|5[6-9]|6)/, 'MAESTRO'],
]

/** Returns the network of a card number. */
export const brandOf = (number: string) => BRANDS.find(([start]) => start.test(number))?.[1] ?? 'UNKNOWN'

/** Checks the check digit of ISO/IEC 7812-1, annex B. */
export function passesLuhn(digits: string): boolean {
  const sum = [...digits].reverse().reduce((total, digit, index) => {
    const doubled = Number(digit) * (index % 2 ? 2 : 1)
    return total + (doubled > 9 ? doubled - 9 : doubled)
  }, 0)
  return sum % 10 === 0
}

/** Masks a card number as replies show it: `444455******1111`. */
export const maskedCard = (number: string) =>
  `${number.slice(0, 6)}${'*'.repeat(number.length - 10)}${number.slice(-4)}`
