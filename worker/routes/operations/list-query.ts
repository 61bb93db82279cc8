/** What a merchant's server says when it wants a list. */
import * as z from 'zod'
import { DEFAULT_LIMIT, MAX_LIMIT } from '../../outbox/order-list.ts'
import { intent, status } from '../openapi/order-schemas.ts'

/** Longer than any cursor. */
const cursor = z.string().min(1).max(200)

const moment = z.iso.datetime({ offset: true }).transform((text) => Date.parse(text))

export const listQuery = z.strictObject({
  status: status.exactOptional(),
  intent: intent.exactOptional(),
  currency: z
    .string()
    .regex(/^[A-Z]{3}$/)
    .exactOptional(),
  reference: z
    .string()
    .regex(/^[A-Za-z0-9_-]{1,100}$/)
    .exactOptional(),
  needsAttention: z
    .enum(['true', 'false'])
    .transform((text) => text === 'true')
    .exactOptional(),
  from: moment.describe('Orders whose first attempt began then or later, ISO 8601.').exactOptional(),
  to: moment.describe('Orders whose first attempt began before, ISO 8601.').exactOptional(),
  limit: z.coerce
    .number()
    .int()
    .min(1)
    .max(MAX_LIMIT)
    .describe(`How many at most; default ${DEFAULT_LIMIT}.`)
    .exactOptional(),
  cursor: cursor
    .describe('Where the page before ended. The other filters have to be the same.')
    .exactOptional(),
})

export const reindexBody = z
  .strictObject({ cursor: cursor.describe('Of the answer before; left out at first.').exactOptional() })
  .meta({ id: 'ReindexRequest' })
