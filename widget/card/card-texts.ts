/** Every text of the card form. */
import type { CardField } from './card-fields.ts'

export const LABELS: Readonly<Record<CardField, string>> = {
  number: 'Card number',
  holder: 'Name on card',
  expiry: 'Expiry (MM/YY)',
  code: 'Security code',
}

export const WRONG: Readonly<Record<CardField, string>> = {
  number: 'Enter the number on your card.',
  holder: 'Enter the name as it is on your card.',
  expiry: 'Enter a date that is not past, such as 09/30.',
  code: 'Enter the 3 or 4 digits of the code.',
}
