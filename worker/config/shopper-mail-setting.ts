/** `SHOPPER_MAIL`: what the edge mails to shoppers, and from where. Nothing is sent without it. */
import * as z from 'zod'
import { isPlain, withoutDirections } from '../../shared/plain-text.ts'

/** The longest e-mail address (RFC 5321 §4.5.3.1.3, without the brackets). */
const MAX_EMAIL = 254

/** As long as a seller's. */
const MAX_NAME = 64

const email = z.email().max(MAX_EMAIL)

const sender = z.strictObject({
  email,
  name: z.string().overwrite(withoutDirections).trim().min(1).max(MAX_NAME).refine(isPlain).exactOptional(),
})

const isLocale = (text: string) => {
  try {
    return new Intl.Locale(text).language !== 'und'
  } catch {
    return false
  }
}

const isOff = z.boolean().default(false)

const KINDS = ['receipts', 'requests', 'refunds', 'payouts', 'sent'] as const

export const shopperMail = z
  .strictObject({
    /** An address of a domain that the account has onboarded to the platform's mail. */
    from: z.union([email.transform((address): z.output<typeof sender> => ({ email: address })), sender]),
    /** Where answers go. Default: the sender. */
    replyTo: email.exactOptional(),
    /** After a payment, a hold or a card's check. */
    receipts: isOff,
    /** A request to pay, and a reminder, where the merchant asks for one. */
    requests: isOff,
    /** One reminder by itself, three days before a request ends. */
    reminders: isOff,
    /** After a refund, and where a payment was cancelled. */
    refunds: isOff,
    /** After a payout. */
    payouts: isOff,
    /** Where the merchant says that the goods were sent. */
    sent: isOff,
    /** The language of orders that have none. */
    locale: z.string().max(35).refine(isLocale).default('en'),
    /** Mails that one address gets on one day of UTC. */
    mailsPerAddress: z.int().min(1).max(100).default(3),
    /** Requests and reminders that one merchant key sends on one day of UTC. */
    requestsPerKey: z.int().min(1).max(100_000).default(200),
  })
  .refine((setting) => KINDS.some((kind) => setting[kind]))
  .refine(({ reminders, requests }) => requests || !reminders)

/** What the edge mails to shoppers. */
export type ShopperMail = z.output<typeof shopperMail>
