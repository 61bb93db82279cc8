import { expect, it } from 'vitest'
import { refusalOf } from './refused-reply.ts'
import { readFields } from './reply-fields.ts'

function messageOf(told: string): string | undefined {
  const fields = readFields({ text: JSON.stringify({ type: 'error', 'error-message': told }) })
  return fields && refusalOf({ status: 400, text: '' }, fields)?.errorMessage
}

it.each([
  ['as it came', 'Insufficient funds', 'Insufficient funds'],
  ['without line feeds and other controls', 'Declined\r\nby\u0000 bank', 'Declined by  bank'],
  ['without a turn of the writing direction', 'abc\u202Edef', 'abc def'],
  ['without a card number', 'card 4444555566661111 refused', 'card … refused'],
  ['without a card number in groups', 'card 4444 5555 6666 1111 refused', 'card … refused'],
  ['without a card number in odd groups', '4444.5555/6666: 1111', '…'],
  ['without a card number behind invisible blanks', '4444\u200B5555\u00A06666\u20111111', '…'],
  ['without the end of a card number', 'card ending 1111', 'card ending …'],
  ['without a code and an expiry', 'code 123, expiry 12/30', 'code …, expiry …'],
  ['without a number in other digits', '٤٤٤٤ ٥٥٥٥ ٦٦٦٦ ١١١١', '…'],
  ['without an account number', 'IBAN DE89370400440532013000 unknown', 'IBAN … unknown'],
  ['without an account number in groups', 'no account: GB29 NWBK 6016 1331 9268 19', 'no account: …'],
  ['without an account number with letters at its end', 'MT84MALT011000012345MTLCAST001S?', '…?'],
  ['without an account number in small letters', 'gb29nwbk60161331926819 is closed', '… is closed'],
  ['without a phone number', 'call +43 (1) 234-56', 'call +…'],
  ['with a code of two digits', 'error 05: call the bank', 'error 05: call the bank'],
  ['with a word that only begins like an account', 'AB12 insufficient funds', 'AB12 insufficient funds'],
  ['with short words behind such a word', 'AB12 call your bank', 'AB12 call your bank'],
  ['not at all if it says null', 'null', undefined],
  ['not at all if it is empty', ' ', undefined],
  ['cut to 200 characters', 'a'.repeat(300), 'a'.repeat(200)],
  ['cut before an emoji that would be halved', `${'a'.repeat(199)}🫖`, 'a'.repeat(199)],
])('tells the message of a refusal %s', (_, told, message) => {
  expect(messageOf(told)).toBe(message)
})
