/** `POST /v1/pan-eligibility`: whether a card may send money. Charges nothing. */
import * as z from 'zod'
import { accepted, refused } from '../../../../shared/result.ts'
import { cardRefusal, namedCard, normalizedCard } from '../../../domain/card.ts'
import { cardRef, reference } from '../../../domain/request-fields.ts'
import { operation } from '../../define-operation.ts'
import {
  NO_SHOPPER,
  SERVER_TO_SERVER_PROBLEMS,
  type ServerOrderReading,
  sendingOrder,
  serverToServer,
} from '../../server-to-server.ts'

const body = z
  .strictObject({ reference, cardRef: cardRef.exactOptional(), card: namedCard.exactOptional() })
  .refine(({ card, cardRef }) => (card === undefined) !== (cardRef === undefined), { path: ['card'] })
  .meta({
    id: 'PanEligibilityRequest',
    description: 'A card or a reference to one, not both.',
    minProperties: 2,
    maxProperties: 2,
  })

type PanEligibilityRequest = z.output<typeof body>

/** Asks the gateway about a card or a reference to one. */
export const checkPanEligibility = operation(
  {
    ...serverToServer,
    route: 'POST /v1/pan-eligibility',
    summary: 'Checks whether a card may send money',
    access: { merchant: 'charge' },
    body,
    problems: [...SERVER_TO_SERVER_PROBLEMS, 'card-invalid'],
  },
  sendingOrder(panEligibilityOrder),
)

function panEligibilityOrder(
  { reference, card, cardRef }: PanEligibilityRequest,
  now: number,
): ServerOrderReading {
  const wrong = card && cardRefusal(card, 'card', now)
  if (wrong) return refused(wrong)
  const details = card ? { card: normalizedCard(card) } : { ...(cardRef !== undefined && { cardRef }) }
  return accepted({
    requested: { ...NO_SHOPPER, reference, intent: 'verify', methods: ['pan-eligibility'] },
    charge: { method: 'pan-eligibility', details },
  })
}
