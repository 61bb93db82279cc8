/** `MERCHANT`: the seller, as shoppers read it on the payment page, in the bank's dialog and on receipts. */
import * as z from 'zod'
import { isPlain, withoutDirections } from '../../shared/plain-text.ts'
import { isLocal } from './setting-shapes.ts'

/** Fits one line of a phone in large letters, and a window's title. */
const MAX_NAME = 64

const MAX_ADDRESS = 512

/** Whether others may be sent there. Plain http is for an edge on this machine alone, which `config.ts` checks. */
function isWeb(text: string): boolean {
  const { protocol, username, password } = URL.parse(text) ?? {}
  return (protocol === 'https:' || protocol === 'http:') && !username && !password
}

/** An address to write to, or a telephone number (RFC 6068, RFC 3966), without further fields. */
const isContact = (text: string) => /^(?:mailto:[^\s?@]+@[^\s?@]+|tel:\+?\d[\d().-]{2,30})$/.test(text)

/** Name of a card brand in the setting → the brand as people write it. */
const CARD_BRANDS = {
  ...{ visa: 'Visa', mastercard: 'Mastercard', amex: 'Amex', maestro: 'Maestro' },
  ...{ jcb: 'JCB', unionpay: 'UnionPay', diners: 'Diners', discover: 'Discover' },
} as const

/** Without repetition. */
const cards = z
  .array(
    z.enum(Object.keys(CARD_BRANDS) as (keyof typeof CARD_BRANDS)[]).transform((name) => CARD_BRANDS[name]),
  )
  .refine((brands) => new Set(brands).size === brands.length)

const page = z.string().max(MAX_ADDRESS).refine(isWeb)

export const merchant = z
  .strictObject({
    name: z.string().overwrite(withoutDirections).trim().min(1).max(MAX_NAME).refine(isPlain),
    /** A picture of any size, drawn 48 pixels high. */
    logo: page.exactOptional(),
    terms: page.exactOptional(),
    /** The tag has shoppers agree to `terms` before they pay. */
    termsRequired: z.boolean().exactOptional(),
    privacy: page.exactOptional(),
    /** Where consumers withdraw from the contract. */
    withdrawal: page.exactOptional(),
    /** The tag draws their marks beside “Pay by card”. */
    cards: cards.exactOptional(),
    /** Where shoppers find help. */
    support: z
      .string()
      .max(MAX_ADDRESS)
      .refine((text) => isWeb(text) || isContact(text))
      .exactOptional(),
  })
  .refine(({ terms, termsRequired }) => !termsRequired || terms !== undefined)

/** The seller. */
export type Merchant = z.output<typeof merchant>

/** Whether every address is safe for shoppers of an edge at this address. */
export const isSafeFor = (
  { logo, terms, privacy, withdrawal, support }: Merchant,
  publicUrl: string,
): boolean =>
  isLocal(publicUrl) ||
  [logo, terms, privacy, withdrawal, support].every((address) => !address?.startsWith('http:'))
