/** Whether a card may send money. Nothing is charged. */
import * as z from 'zod'
import { accepted, refused } from '../../../shared/result.ts'
import { cardRefusal, namedCard, toldCard } from '../../domain/card.ts'
import { cardRef, reference } from '../../domain/request-fields.ts'
import { UNATTENDED, type UnattendedOrderReading } from '../charge.ts'

export const panEligibilityBody = z
  .strictObject({ reference, cardRef: cardRef.exactOptional(), card: namedCard.exactOptional() })
  .refine(({ card, cardRef }) => (card === undefined) !== (cardRef === undefined), { path: ['card'] })
  .meta({
    id: 'PanEligibilityRequest',
    description: 'Either a card or a reference to one.',
    minProperties: 2,
    maxProperties: 2,
  })

/** @param now Milliseconds since the epoch. */
export function panEligibilityOrder(
  { reference, card, cardRef }: z.output<typeof panEligibilityBody>,
  now: number,
): UnattendedOrderReading {
  const wrong = card && cardRefusal(card, 'card', now)
  if (wrong) return refused(wrong)
  const details = card ? { card: toldCard(card) } : { ...(cardRef !== undefined && { cardRef }) }
  return accepted({
    asked: { ...UNATTENDED, reference, intent: 'verify', methods: ['pan-eligibility'] },
    charge: { method: 'pan-eligibility', details },
  })
}
