/** What a merchant's server says when something is to be done with a payment afterwards. */
import * as z from 'zod'
import { amount, comment, currency } from '../../domain/request-fields.ts'

/** The whole of it, or a part: then with its currency, so that nobody means another. */
export const partBody = z
  .strictObject({
    amount: amount.describe('A part. Left out: the whole.').exactOptional(),
    currency: currency.exactOptional(),
    comment: comment.exactOptional(),
  })
  .superRefine((given, context) => {
    const [sum, unit] = [given.amount === undefined, given.currency === undefined]
    if (sum !== unit) context.addIssue({ code: 'custom', path: [sum ? 'amount' : 'currency'] })
  })
  .meta({
    id: 'PartRequest',
    description: 'Amount and currency come together or not at all.',
    dependentRequired: { amount: ['currency'], currency: ['amount'] },
  })

/** A void is always of the whole. */
export const voidBody = z.strictObject({ comment: comment.exactOptional() }).meta({ id: 'VoidRequest' })

export const cardRefBody = z
  .strictObject({ version: z.enum(['v2', 'v4']).default('v2') })
  .meta({ id: 'CardReferenceRequest' })
