/** `POST /v1/verifications`: verifies a card without a charge, with its holder away. */
import * as z from 'zod'
import { accepted, refused } from '../../../../shared/result.ts'
import { cardRefusal, normalizedCard, presentCard } from '../../../domain/card.ts'
import { customer } from '../../../domain/customer.ts'
import { currency, description, ip, reference } from '../../../domain/request-fields.ts'
import { operation } from '../../define-operation.ts'
import {
  NO_SHOPPER,
  SERVER_TO_SERVER_PROBLEMS,
  type ServerOrderReading,
  sendingOrder,
  serverToServer,
} from '../../server-to-server.ts'

const body = z
  .strictObject({
    reference,
    currency: currency.describe('Only selects the endpoint. Nothing is charged.').exactOptional(),
    description: description(255),
    card: presentCard,
    customer: customer.describe('The e-mail address is needed.'),
    ip: ip.exactOptional(),
  })
  .meta({ id: 'VerificationRequest' })

type VerificationRequest = z.output<typeof body>

/** The shopper may still have to answer a challenge, at `action.url`. */
export const verifyCard = operation(
  {
    ...serverToServer,
    route: 'POST /v1/verifications',
    summary: 'Verifies a card without charging it',
    about:
      `${serverToServer.about} The cardholder is away. If the bank requires a challenge, the order stays in ` +
      '`challenge` until the shopper follows `action.url`.',
    access: { merchant: 'charge' },
    body,
    problems: [...SERVER_TO_SERVER_PROBLEMS, 'card-invalid', 'customer-invalid', 'collect-missing'],
  },
  sendingOrder(verificationOrder),
)

function verificationOrder({ card, ...agreed }: VerificationRequest, now: number): ServerOrderReading {
  const wrong = cardRefusal(card, 'card', now)
  if (wrong) return refused(wrong)
  return accepted({
    requested: {
      ...NO_SHOPPER,
      ...agreed,
      collect: ['email'],
      mayRequire: true,
      intent: 'verify',
      methods: ['card'],
    },
    charge: { method: 'card', details: { card: normalizedCard(card) } },
  })
}
