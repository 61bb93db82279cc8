import { expect, it } from 'vitest'
import { refusalOf } from './refusal.ts'
import { readFields } from './reply-fields.ts'

function messageOf(told: string): string | undefined {
  const fields = readFields(JSON.stringify({ type: 'error', 'error-message': told }))
  return fields && refusalOf({ status: 400, text: '' }, fields)?.errorMessage
}

it.each([
  ['as it came', 'Insufficient funds', 'Insufficient funds'],
  ['without line feeds and other controls', 'Declined\r\nby\u0000 bank', 'Declined by  bank'],
  ['without a turn of the writing direction', 'abc\u202Edef', 'abc def'],
  ['without a card number', 'card 4444555566661111 refused', 'card … refused'],
  ['without a card number in groups', 'card 4444 5555 6666 1111 refused', 'card … refused'],
  ['not at all if it says null', 'null', undefined],
  ['not at all if it is empty', ' ', undefined],
  ['cut to 200 characters', 'a'.repeat(300), 'a'.repeat(200)],
  ['cut before an emoji that would be halved', `${'a'.repeat(199)}🫖`, 'a'.repeat(199)],
])('tells the message of a refusal %s', (_, told, message) => {
  expect(messageOf(told)).toBe(message)
})
