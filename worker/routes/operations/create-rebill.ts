/** Rebills: a saved card is charged while its holder is away. */
import * as z from 'zod'
import { accepted, refused } from '../../../shared/result.ts'
import { cardRefusal } from '../../domain/card.ts'
import {
  amount,
  cardRef,
  comment,
  currency,
  cvv,
  description,
  ip,
  reference,
} from '../../domain/request-fields.ts'
import { UNATTENDED, type UnattendedOrderReading } from '../charge.ts'

export const rebillBody = z
  .strictObject({
    reference,
    cardRef,
    amount,
    currency,
    description: description(255),
    cvv: cvv.exactOptional(),
    comment: comment.exactOptional(),
    ip: ip.exactOptional(),
  })
  .meta({ id: 'RebillRequest' })

/** @param now Milliseconds since the epoch. */
export function rebillOrder(body: z.output<typeof rebillBody>, now: number): UnattendedOrderReading {
  const { cardRef, cvv, comment, ...agreed } = body
  const code = cvv === undefined ? {} : { cvv }
  const wrong = cardRefusal(code, '', now)
  if (wrong) return refused(wrong)
  return accepted({
    asked: { ...UNATTENDED, ...agreed, intent: 'sale', methods: ['rebill'] },
    charge: { method: 'rebill', details: { cardRef, ...code, ...(comment !== undefined && { comment }) } },
  })
}
