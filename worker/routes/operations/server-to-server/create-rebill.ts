/** `POST /v1/rebills`: a merchant charges a saved card without the cardholder. */
import * as z from 'zod'
import { accepted, refused } from '../../../../shared/result.ts'
import { cardRefusal } from '../../../domain/card.ts'
import {
  amount,
  cardRef,
  comment,
  currency,
  cvv,
  description,
  ip,
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

const body = z
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

type RebillRequest = z.output<typeof body>

/** The cardholder is away, so nothing can be asked. */
export const createRebill = operation(
  {
    ...serverToServer,
    route: 'POST /v1/rebills',
    summary: 'Charges a saved card without the cardholder',
    access: { merchant: 'charge' },
    body,
    problems: [...SERVER_TO_SERVER_PROBLEMS, 'amount-invalid', 'card-invalid'],
  },
  sendingOrder(rebillOrder),
)

function rebillOrder(body: RebillRequest, now: number): ServerOrderReading {
  const { cardRef, cvv, comment, ...agreed } = body
  const code = cvv === undefined ? {} : { cvv }
  const wrong = cardRefusal(code, '', now)
  if (wrong) return refused(wrong)
  return accepted({
    requested: { ...NO_SHOPPER, ...agreed, intent: 'sale', methods: ['rebill'] },
    charge: { method: 'rebill', details: { cardRef, ...code, ...(comment !== undefined && { comment }) } },
  })
}
