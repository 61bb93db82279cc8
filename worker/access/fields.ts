/** Shapes of what a merchant's server says, shared by all of its requests. Lengths: what the gateway takes. */
import { z } from 'zod'
import { isCardNumber } from './card-number.ts'

/** What does not survive the way to the gateway unchanged: control characters and halves of surrogates. */
const isPlain = (text: string) => text.isWellFormed() && !/\p{Cc}/u.test(text)

/** One line of text without blanks around it. */
export const line = (maxCharacters: number) => z.string().trim().min(1).max(maxCharacters).refine(isPlain)

/** References are stored, listed and logged, where no card number may ever be. */
const isCard = (text: string) => isCardNumber(text.replace(/[_-]/g, ''))

export const reference = z
  .string()
  .regex(/^[A-Za-z0-9_-]{1,100}$/)
  .refine((text) => !isCard(text))
  .describe(
    'Your own name for this order. The same name with the same body is the same order, however often it is sent. ' +
      'Never what could be a card number: 12 to 19 digits alone are refused where their check digit (Luhn) is right.',
  )

export const amount = z
  .string()
  .regex(/^\d{1,12}(\.\d{1,4})?$/)
  .describe('Decimal text in major units, such as "12.50"; never more decimals than the currency has.')

export const currency = z
  .string()
  .regex(/^[A-Z]{3}$/)
  .describe('ISO 4217 code.')

/** Payouts and transfers have less room for it. */
export const description = (maxCharacters: 255 | 64) =>
  line(maxCharacters).describe('What it is for, as people read it.')

export const comment = line(50).describe('Kept with the transaction at the gateway.')

/**
 * What could be a card number is taken all the same: the gateway makes these up, of digits, and one in ten has the check
 * digit of a card by chance. Such a reference must not be refused after the gateway gave it.
 */
export const cardRef = z
  .string()
  .regex(/^[\w.-]{1,20}$/)
  .describe('A reference to a card, as createCardReference answers it.')

export const recurringPaymentId = z
  .string()
  .regex(/^[\w.-]{1,20}$/)
  .describe('A recurring payment, as the gateway names it.')

export const ip = z
  .union([z.ipv4(), z.ipv6()])
  .describe('Address of the person this is done for. Default: the address that the request comes from.')

/** Read as text so that a wrong one is a problem of the card and its digits are never repeated. */
export const cvv = z.string().max(10).describe('The 3 or 4 digits printed on the card. Never stored.')

export const empty = z.strictObject({}).describe('Nothing is needed; the body may also be left out.')
