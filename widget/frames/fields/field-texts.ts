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
  expiry: 'Expiry',
  'expiry.example': 'MM / YY',
  'expiry.empty': 'Enter month and year, such as 09/30.',
  'expiry.month': 'Enter a month from 01 to 12.',
  'expiry.past': 'This date is past. Check it, or use another card.',
  'expiry.expired': 'This card has expired. Check the date, or use another card.',
  'expiry.far': 'This year is too far away. Check it.',
  code: 'Security code',
  'code.example': 'CVC',
  'code.three': '3 digits on the back of your card',
  'code.four': '4 digits on the front of your card',
  'code.any': '3 digits on the back, or 4 on the front',
  'code.three.wrong': 'Enter the 3 digits on the back of your card.',
  'code.four.wrong': 'Enter the 4 digits on the front of your card.',
  'code.any.wrong': 'Enter the 3 digits on the back, or the 4 on the front.',
  holder: 'Name on card',
  'holder.empty': 'Enter the name as it is on your card.',
  keep: 'Keep this card for next time',
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
  'wallet.empty': 'Enter the number of your wallet, or the email address that it has.',
  phone: 'Phone number',
  'phone.wrong': 'Enter a phone number such as +44 20 7946 0958.',
} as const

/** The texts of both frames. */
export const FIELD_TEXTS = { ...CARD, ...PAYOUT } as const

/** A key of the texts. */
export type TextKey = keyof typeof FIELD_TEXTS

/** Texts of a frame, by key. */
export type FieldTexts = Readonly<Partial<Record<TextKey, string>>>

/** English texts of the card frame. */
export const CARD_TEXTS: FieldTexts = CARD

/** English texts of the payout frame. */
export const PAYOUT_TEXTS: FieldTexts = PAYOUT

/** The texts of a frame. */
export interface Texts {
  /** Looks a text up; empty where the frame has none of that key. */
  read(key: TextKey): string
}

/** No text of a frame is longer. */
const MAX_CHARACTERS = 200

/**
 * Makes the look-up: the page's own wording first, then the texts that the edge has put into the frame's document, then
 * English. Both may come from anybody: only texts count, and the frame draws them as text.
 */
export const textsOf = (english: FieldTexts, labels?: unknown, translated?: unknown): Texts => ({
  read: (key) =>
    ownText(labels, `frame.${key}` satisfies `frame.${TextKey}`) ||
    ownText(translated, key) ||
    (english[key] ?? ''),
})

function ownText(texts: unknown, key: string): string {
  const text: unknown = Object.getOwnPropertyDescriptor(texts ?? {}, key)?.value
  return typeof text === 'string' ? text.slice(0, MAX_CHARACTERS) : ''
}
