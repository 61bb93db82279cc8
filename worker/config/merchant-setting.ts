/** `MERCHANT`: the seller, as shoppers read it on the payment page, in the bank's dialog and on receipts. */
import * as z from 'zod'
import { isPlain, withoutDirections } from '../../shared/plain-text.ts'
import { isLocal } from './setting-shapes.ts'

/** Fits one line of a phone in large letters, and a window's title. */
const MAX_NAME = 64

const MAX_ADDRESS = 512

/** Two lines of a receipt. */
const MAX_LINE = 200

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

/** What stands on receipts, in one line. */
const line = z.string().overwrite(withoutDirections).trim().min(1).max(MAX_LINE).refine(isPlain)

const page = z.string().max(MAX_ADDRESS).refine(isWeb)

/** A policy names each of them in a header of every page. */
const MAX_ORIGINS = 10

/** As browsers write it. A host has no character that could end a source or a directive of a policy. */
const POLICY_SOURCE = /^https?:\/\/[a-z\d_.-]+(?::\d+)?$/

const imageOrigin = z
  .string()
  .max(MAX_ADDRESS)
  .regex(POLICY_SOURCE)
  .startsWith('https:')
  .refine((text) => URL.parse(text)?.origin === text)

export const merchant = z
  .strictObject({
    name: z.string().overwrite(withoutDirections).trim().min(1).max(MAX_NAME).refine(isPlain),
    /** A picture of any size, drawn 40 pixels high. */
    logo: page.refine((address) => POLICY_SOURCE.test(URL.parse(address)?.origin ?? '')).exactOptional(),
    /** Where pictures of products may be, besides the logo's origin. */
    imageOrigins: z.array(imageOrigin).max(MAX_ORIGINS).exactOptional(),
    /** The brand's colour, `#rrggbb`: of buttons on the edge's own page and in mails. */
    accent: z
      .string()
      .regex(/^#[\da-f]{6}$/i)
      .exactOptional(),
    /** Where the seller is, on receipts: the postal address. */
    address: line.exactOptional(),
    /** What a receipt says about taxes, such as `Includes 20 % VAT. VAT no. GB123456789`. */
    taxNote: line.exactOptional(),
    terms: page.exactOptional(),
    /** The tag has shoppers agree to `terms` before they pay. */
    termsRequired: z.boolean().exactOptional(),
    privacy: page.exactOptional(),
    /** Where consumers withdraw from the contract. */
    withdrawal: page.exactOptional(),
    /** The tag draws their marks beside “Card”. */
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

/** The origin of the logo, if there is one. */
export const logoOrigin = ({ logo }: Partial<Merchant> = {}): readonly string[] =>
  logo === undefined ? [] : [new URL(logo).origin]

/** The origins that pictures of products may be on. */
export const imageOrigins = (merchant: Partial<Merchant> = {}): readonly string[] => [
  ...new Set([...logoOrigin(merchant), ...(merchant.imageOrigins ?? [])]),
]

/** Whether every address is safe for shoppers of an edge at this address. */
export const isSafeFor = (
  { logo, terms, privacy, withdrawal, support }: Merchant,
  publicUrl: string,
): boolean =>
  isLocal(publicUrl) ||
  [logo, terms, privacy, withdrawal, support].every((address) => !address?.startsWith('http:'))
