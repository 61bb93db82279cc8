/** Destinations of payouts: schema and checks. */
import * as z from 'zod'
import { cardRefusal, normalizedCard, receivingCard } from './card.ts'
import type { Refusal } from './refusal.ts'
import { line } from './request-fields.ts'

const bankAccount = z
  .strictObject({
    accountNumber: line(24),
    bankName: line(255),
    bankBranch: line(255).exactOptional(),
    routingNumber: line(16).exactOptional(),
    bankProvince: line(255).exactOptional(),
    bankCity: line(255).exactOptional(),
    accountName: line(128).exactOptional(),
  })
  .meta({ id: 'BankAccount' })

const KINDS = {
  card: receivingCard.exactOptional(),
  bank: bankAccount.exactOptional(),
  ewallet: z.strictObject({ account: line(128) }).exactOptional(),
  phone: z
    .strictObject({
      number: z
        .string()
        .max(15)
        .regex(/^\+?\d{5,15}$/),
    })
    .exactOptional(),
}

/** Exactly one of the four. */
export const destination = z
  .strictObject(KINDS)
  .refine((given) => Object.keys(given).length === 1)
  .meta({ id: 'Destination', description: 'Exactly one of the four.', minProperties: 1, maxProperties: 1 })

export type PayoutDestination = z.output<typeof destination>

/** The payout method that reaches a destination. */
export function payoutMethod(to: PayoutDestination) {
  if (to.card) return 'payout-card'
  if (to.bank) return 'payout-bank'
  return to.ewallet ? 'payout-ewallet' : 'payout-phone'
}

/** The destination as part of the attempt's payment instrument. */
export const destinationDetails = ({ card, bank, ewallet, phone }: PayoutDestination) => ({
  ...(card && { card: normalizedCard(card) }),
  ...(bank && { bank }),
  ...(ewallet && { wallet: ewallet.account }),
  ...(phone && { receiverPhone: phone.number }),
})

/**
 * Checks a destination.
 *
 * @param path Its path in the request.
 * @param now Milliseconds since the epoch.
 */
export const destinationRefusal = (
  { card }: PayoutDestination,
  path: string,
  now: number,
): Refusal | undefined => card && cardRefusal(card, `${path}.card`, now)
