/** `POST /v1/recurring-payments`: the gateway charges a card on a schedule, which it cannot stop. */
import * as z from 'zod'
import { accepted, refused } from '../../../../shared/result.ts'
import { cardRefusal, knownCard, normalizedCard } from '../../../domain/card.ts'
import { customer } from '../../../domain/customer.ts'
import { amount, cardRef, currency, description, ip, reference } from '../../../domain/request-fields.ts'
import { operation } from '../../define-operation.ts'
import {
  NO_SHOPPER,
  SERVER_TO_SERVER_PROBLEMS,
  type ServerOrderReading,
  sendingOrder,
  serverToServer,
} from '../../server-to-server.ts'

const MAX_INTERVAL = 366

const body = z
  .strictObject({
    reference,
    amount: amount.describe('The amount of each charge.'),
    currency,
    description: description(255),
    period: z.enum(['day', 'week', 'month', 'year']),
    interval: z.int().min(1).max(MAX_INTERVAL).describe('The number of periods between two charges.'),
    card: knownCard.exactOptional(),
    cardRef: cardRef.exactOptional(),
    customer: customer.describe('The e-mail address is needed.'),
    ip: ip.exactOptional(),
  })
  .refine(({ card, cardRef }) => (card === undefined) !== (cardRef === undefined), { path: ['card'] })
  .meta({ id: 'RecurringPaymentRequest', description: 'With a card or a reference to one, not both.' })

type RecurringPaymentRequest = z.output<typeof body>

/** Starts a schedule. The gateway has no operation that ends one. */
export const createRecurringPayment = operation(
  {
    ...serverToServer,
    route: 'POST /v1/recurring-payments',
    summary: 'Creates a recurring payment',
    about: `${serverToServer.about} The gateway has no operation that stops a schedule.`,
    access: { merchant: 'charge' },
    body,
    problems: [
      ...SERVER_TO_SERVER_PROBLEMS,
      'amount-invalid',
      'card-invalid',
      'customer-invalid',
      'collect-missing',
      'private-key-missing',
    ],
  },
  sendingOrder(recurringPaymentOrder),
)

function recurringPaymentOrder(body: RecurringPaymentRequest, now: number): ServerOrderReading {
  const { card, cardRef, period, interval, ...agreed } = body
  const wrong = card && cardRefusal(card, 'card', now)
  if (wrong) return refused(wrong)
  const known = card ? { card: normalizedCard(card) } : { ...(cardRef !== undefined && { cardRef }) }
  return accepted({
    requested: {
      ...NO_SHOPPER,
      ...agreed,
      collect: ['email'],
      intent: 'verify',
      methods: ['recurring-payment'],
    },
    charge: { method: 'recurring-payment', details: { ...known, schedule: { period, interval } } },
  })
}
