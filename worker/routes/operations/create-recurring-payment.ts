/** Recurring payments: the gateway charges a card by a schedule. It has no way to stop one. */
import * as z from 'zod'
import { accepted, refused } from '../../../shared/result.ts'
import { cardRefusal, knownCard, toldCard } from '../../domain/card.ts'
import { customer } from '../../domain/customer.ts'
import { amount, cardRef, currency, description, ip, reference } from '../../domain/request-fields.ts'
import { UNATTENDED, type UnattendedOrderReading } from '../charge.ts'

const MAX_INTERVAL = 366

export const recurringPaymentBody = z
  .strictObject({
    reference,
    amount: amount.describe('What each charge takes.'),
    currency,
    description: description(255),
    period: z.enum(['day', 'week', 'month', 'year']),
    interval: z.int().min(1).max(MAX_INTERVAL).describe('How many periods lie between two charges.'),
    card: knownCard.exactOptional(),
    cardRef: cardRef.exactOptional(),
    customer: customer.describe('The e-mail address is needed.'),
    ip: ip.exactOptional(),
  })
  .refine(({ card, cardRef }) => (card === undefined) !== (cardRef === undefined), { path: ['card'] })
  .meta({ id: 'RecurringPaymentRequest', description: 'With either a card or a reference to one.' })

/** @param now Milliseconds since the epoch. */
export function recurringPaymentOrder(
  body: z.output<typeof recurringPaymentBody>,
  now: number,
): UnattendedOrderReading {
  const { card, cardRef, period, interval, ...agreed } = body
  const wrong = card && cardRefusal(card, 'card', now)
  if (wrong) return refused(wrong)
  const known = card ? { card: toldCard(card) } : { ...(cardRef !== undefined && { cardRef }) }
  return accepted({
    asked: {
      ...UNATTENDED,
      ...agreed,
      collect: ['email'],
      intent: 'verify',
      methods: ['recurring-payment'],
    },
    charge: { method: 'recurring-payment', details: { ...known, schedule: { period, interval } } },
  })
}
