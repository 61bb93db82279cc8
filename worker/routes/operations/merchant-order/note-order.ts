import * as z from 'zod'
import { merchantOrder } from '../../../../shared/contract/order-schemas.ts'
import { isPlainLines } from '../../../../shared/plain-text.ts'
import { operation } from '../../define-operation.ts'
import { orderResponse } from '../../follow-up.ts'
import { orderOf } from '../../order-place.ts'

/** A few sentences: a note is no archive. */
const MAX_NOTE = 500

const body = z
  .strictObject({
    text: z
      .string()
      .overwrite((text) => text.replaceAll('\r\n', '\n'))
      .trim()
      .max(MAX_NOTE)
      .refine(isPlainLines)
      .describe('Takes the place of the former note; line feeds are kept. Empty: the note goes.'),
  })
  .meta({ id: 'NoteRequest' })

/** `POST /v1/orders/{id}/note`: the merchant's own words about an order, for the merchant alone. */
export const noteOrder = operation(
  {
    route: 'POST /v1/orders/{id}/note',
    tag: 'merchant',
    summary: 'Keeps a note about an order',
    about:
      'Every merchant key that reads the order reads the note; shoppers, webhooks and the list never do. It is erased with ' +
      'the shopper’s data, and an erased order takes none. Repeating is harmless.',
    pages: 'merchant',
    access: { merchant: 'charge' },
    body,
    reply: { status: 200, description: 'The order, with its note.', body: merchantOrder },
    problems: ['follow-up-impossible'],
  },
  async (c, { id, caller, body: { text } }) =>
    orderResponse(c, await orderOf(c, id).keepNote(text, caller.name)),
)
