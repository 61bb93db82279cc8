/** Schemas of fields that several requests share. Lengths are the gateway's limits. */
import * as z from 'zod'
import { ACTS } from '../../shared/order-values.ts'
import { isPlain, isPlainLines } from '../../shared/plain-text.ts'

/** One line of trimmed text. */
export const line = (maxCharacters: number) => z.string().trim().min(1).max(maxCharacters).refine(isPlain)

export const reference = z
  .string()
  .regex(/^[A-Za-z0-9_-]{1,100}$/)
  .describe('Your own id for this order. The same reference with the same body always means the same order.')

/** A language tag of BCP 47, in the forms that browsers send. */
export const locale = z.string().regex(/^[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8}){0,5}$/)

export const amount = z
  .string()
  .regex(/^\d{1,12}(\.\d{1,4})?$/)
  .describe('Decimal text in major units, such as "12.50", with at most the currency’s decimals.')

export const act = z
  .enum(ACTS)
  .describe(
    'What the shopper does by paying, for the words of the button: some laws prescribe those of an order. Only of a sale ' +
      'or a preauth. Default: `order`.',
  )

export const currency = z
  .string()
  .regex(/^[A-Z]{3}$/)
  .describe('ISO 4217 code.')

/** Text with line breaks of any system. Payouts and transfers take fewer characters. */
export const description = (maxCharacters: 255 | 64) =>
  z
    .string()
    .overwrite((text) => text.replaceAll('\r\n', '\n'))
    .trim()
    .min(1)
    .max(maxCharacters)
    .refine(isPlainLines)
    .describe('The purpose, for people to read; line feeds are kept.')

export const comment = line(50).describe('The gateway stores it with the transaction.')

/** A name that the gateway gave. The edge reads no longer one from a reply. */
const named = z.string().regex(/^[\w.-]{1,128}$/)

export const cardRef = named.describe('A reference to a card, from createCardReference.')

export const recurringPaymentId = named.describe('The gateway’s id of a recurring payment.')

export const ip = z
  .union([z.ipv4(), z.ipv6()])
  .describe('IP address of the person this is for. Default: the address of the request.')

/** Any short text, so that a wrong code is reported as the card's problem and is never echoed. */
export const cvv = z.string().max(10).describe('The 3 or 4 digits printed on the card. Never stored.')

export const empty = z.strictObject({}).describe('No member is needed; the body may be left out.')
