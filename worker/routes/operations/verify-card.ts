/** Verifications of a card at no charge, with its holder away. */
import * as z from 'zod'
import { accepted, refused } from '../../../shared/result.ts'
import { cardRefusal, presentCard, toldCard } from '../../domain/card.ts'
import { customer } from '../../domain/customer.ts'
import { currency, description, ip, reference } from '../../domain/request-fields.ts'
import { UNATTENDED, type UnattendedOrderReading } from '../charge.ts'

export const verificationBody = z
  .strictObject({
    reference,
    currency: currency.describe('Only chooses the endpoint: nothing is charged.').exactOptional(),
    description: description(255),
    card: presentCard,
    customer: customer.describe('The e-mail address is needed.'),
    ip: ip.exactOptional(),
  })
  .meta({ id: 'VerificationRequest' })

/** @param now Milliseconds since the epoch. */
export function verificationOrder(
  { card, ...agreed }: z.output<typeof verificationBody>,
  now: number,
): UnattendedOrderReading {
  const wrong = cardRefusal(card, 'card', now)
  if (wrong) return refused(wrong)
  return accepted({
    asked: {
      ...UNATTENDED,
      ...agreed,
      collect: ['email'],
      mayRequire: true,
      intent: 'verify',
      methods: ['card'],
    },
    charge: { method: 'card', details: { card: toldCard(card) } },
  })
}
