/** `POST /v1/transfers`: money goes from a card, or from the merchant's deposit, to a card. */
import * as z from 'zod'
import { accepted, refused } from '../../../../shared/result.ts'
import type { Details } from '../../../domain/attempt-details.ts'
import { cardRefusal, knownCard, normalizedCard } from '../../../domain/card.ts'
import {
  amount,
  currency,
  description,
  ip,
  recurringPaymentId,
  reference,
} from '../../../domain/request-fields.ts'
import { operation } from '../../define-operation.ts'
import {
  NO_SHOPPER,
  SERVER_TO_SERVER_PROBLEMS,
  type ServerOrderReading,
  sendingOrder,
  serverToServer,
} from '../../server-to-server.ts'

const source = z.union([
  z.literal('deposit'),
  z.strictObject({ card: knownCard }),
  z.strictObject({ recurringPaymentId }),
])

const target = z
  .strictObject({
    cardNumber: z.string().max(40).exactOptional(),
    recurringPaymentId: recurringPaymentId.exactOptional(),
  })
  .refine((given) => Object.keys(given).length === 1)
  .meta({ minProperties: 1, maxProperties: 1 })

const body = z
  .strictObject({
    reference,
    amount,
    currency,
    description: description(64).exactOptional(),
    from: source.describe('The merchant’s deposit, a card, or the card of a recurring payment.'),
    to: target.describe('A card, or the card of a recurring payment.'),
    ip: ip.exactOptional(),
  })
  .meta({ id: 'TransferRequest' })

type TransferRequest = z.output<typeof body>

/** Sends money to a card. */
export const createTransfer = operation(
  {
    ...serverToServer,
    route: 'POST /v1/transfers',
    summary: 'Transfers money to a card, from a card or the merchant’s deposit',
    access: { merchant: 'payout' },
    body,
    problems: [...SERVER_TO_SERVER_PROBLEMS, 'amount-invalid', 'card-invalid', 'private-key-missing'],
  },
  sendingOrder(transferOrder),
)

function transferOrder(body: TransferRequest, now: number): ServerOrderReading {
  const { from, to, ...agreed } = body
  const wrong = wrongSource(from, now) ?? wrongTarget(to, now)
  if (wrong) return refused(wrong)
  return accepted({
    requested: { ...NO_SHOPPER, ...agreed, intent: 'payout', methods: ['transfer'] },
    charge: { method: 'transfer', details: { ...sourceDetails(from), ...targetDetails(to) } },
  })
}

const wrongSource = (from: TransferRequest['from'], now: number) =>
  typeof from === 'object' && 'card' in from ? cardRefusal(from.card, 'from.card', now) : undefined

/** The number is a field of its own here, under its own name. */
function wrongTarget({ cardNumber }: TransferRequest['to'], now: number) {
  const wrong = cardNumber !== undefined && cardRefusal({ number: cardNumber }, '', now)
  return wrong ? { ...wrong, fields: ['to.cardNumber'] } : undefined
}

function sourceDetails(from: TransferRequest['from']): Details {
  if (from === 'deposit') return { fromDeposit: true }
  return 'card' in from
    ? { card: normalizedCard(from.card) }
    : { recurringPaymentId: from.recurringPaymentId }
}

const targetDetails = ({ cardNumber, recurringPaymentId }: TransferRequest['to']): Details => ({
  ...(cardNumber !== undefined && { toCard: normalizedCard({ number: cardNumber }).number }),
  ...(recurringPaymentId !== undefined && { toRecurringPayment: recurringPaymentId }),
})
