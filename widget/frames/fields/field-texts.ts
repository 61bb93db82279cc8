/** Every text of the card and payout frames. Each is a whole sentence, so that it can be translated. */

/** Texts of both frames. */
const NUMBER = {
  number: 'Card number',
  'number.empty': 'Enter the number on your card.',
  'number.short': 'This number is not complete.',
  'number.wrong': 'Check the number. A digit seems to be wrong.',
  'holder.number': 'Enter the name here, not a number.',
  'not-accepted': 'This was not accepted. Please check it.',
} as const

const CARD = {
  ...NUMBER,
  expiry: 'Expiry (MM/YY)',
  'expiry.empty': 'Enter month and year, such as 09/30.',
  'expiry.month': 'Enter a month from 01 to 12.',
  'expiry.past': 'This date is past. Check it, or use another card.',
  'expiry.far': 'This year is too far away. Check it.',
  code: 'Security code',
  'code.three': '3 digits on the back of your card',
  'code.four': '4 digits on the front of your card',
  'code.any': '3 digits on the back, or 4 on the front',
  'code.three.wrong': 'Enter the 3 digits on the back of your card.',
  'code.four.wrong': 'Enter the 4 digits on the front of your card.',
  'code.any.wrong': 'Enter the 3 digits on the back, or the 4 on the front.',
  holder: 'Name on card',
  'holder.empty': 'Enter the name as it is on your card.',
  keep: 'Keep this card for next time',
  'saved.expires': 'Expires {date}',
} as const

const PAYOUT = {
  ...NUMBER,
  'holder.optional': 'Name on card (optional)',
  account: 'Account number or IBAN',
  'account.empty': 'Enter the account number or IBAN.',
  'account.iban': 'Check the IBAN. A character seems to be wrong.',
  bank: 'Bank name',
  'bank.empty': 'Enter the name of your bank.',
  routing: 'Routing number (optional)',
  accountName: 'Account holder (optional)',
  wallet: 'Wallet account',
  'wallet.empty': 'Enter your wallet account, such as its number or email.',
  phone: 'Phone number',
  'phone.wrong': 'Enter a phone number such as +44 20 7946 0958.',
} as const

/** A key of the texts. */
export type TextKey = keyof typeof CARD | keyof typeof PAYOUT

/** Language → texts of a frame; English is always there. */
export type Languages = Readonly<Record<string, Readonly<Partial<Record<TextKey, string>>>>>

/** Texts of the card frame. */
export const CARD_TEXTS: Languages = { en: CARD }

/** Texts of the payout frame. */
export const PAYOUT_TEXTS: Languages = { en: PAYOUT }

/** The texts of one language. */
export interface Texts {
  /** BCP 47 tag of their language, which may differ from the requested one. */
  readonly language: string
  /** Looks a text up; empty where the frame has none of that key. */
  read(key: TextKey): string
}

/** The texts for a shopper's locale, else English. */
export function textsFor(locale: string, languages: Languages): Texts {
  const known = languages[locale.toLowerCase().split('-')[0] ?? '']
  return { language: known ? locale : 'en', read: (key) => (known ?? languages.en)?.[key] ?? '' }
}
