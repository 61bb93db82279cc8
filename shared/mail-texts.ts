/** Every text of the mails that the edge sends to shoppers, in English. The other languages are files of the edge. */

/** Words of money and of rows that the tag says too: those of a language come from the tag's part of its file. */
export const TAG_TEXTS = {
  test: 'Test mode',
  contact: 'Contact the shop',
  receipt: 'Receipt',
  reference: 'Reference',
  date: 'Date',
  card: 'Card',
  approved: 'Payment approved',
  'approved.text': 'You paid {amount}.',
  preauth: 'Amount reserved',
  'preauth.text': '{amount} is reserved on your card and not yet charged.',
  verify: 'Card verified',
  'verify.text': 'Nothing was charged.',
  payout: 'Money sent',
  'payout.text': '{amount} is on its way to you.',
  voided: 'Payment cancelled by the shop',
  'voided.text': 'Your card will not be charged.',
  returned: 'Payment refunded',
  'partially-returned': 'Payment partly refunded',
  'returned.you': '{amount} goes back to you.',
} as const

/** Texts of mails alone: text key → English text; `{name}` stands for a value. */
export const MAIL_TEXTS = {
  request: 'A request from {seller}',
  reminder: 'A reminder from {seller}',
  'request.sale': '{seller} asks you to pay {amount}.',
  'request.preauth': '{seller} asks you to reserve {amount} on your card.',
  'request.verify': '{seller} asks you to verify your card. Nothing will be charged.',
  until: 'You can do this until {date}.',
  'open-page': 'Continue on this page',
  private: 'This link is for you alone. Please do not pass it on.',
  look: 'See how it stands',
  sent: 'Your order is on its way',
  'sent.text': '{seller} has sent your order.',
  parcel: 'Parcel number',
  withdrawal: 'Withdraw from the contract',
  why: 'You receive this message because your address was given for an order at {seller}.',
} as const

/** All of them. */
export const LETTER_TEXTS = { ...TAG_TEXTS, ...MAIL_TEXTS } as const

/** A key of the texts above. */
export type LetterTextKey = keyof typeof LETTER_TEXTS
