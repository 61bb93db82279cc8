/** A merchant has the edge mail a shopper. */

import { isUnderWay } from '../../shared/order-status.ts'
import type { MailKind } from '../../shared/order-values.ts'
import type { MerchantOrderView } from '../../shared/order-view.ts'
import { type Result, refused } from '../../shared/result.ts'
import { linkKeys } from '../credentials/order-tokens.ts'
import type { Refusal } from '../domain/refusal.ts'
import { wordsFor } from '../mail/letter-words.ts'
import { isNotedFirst } from '../mail/mail-queue.ts'
import { isMailed } from '../mail/mail-setting.ts'
import type { OrderContext } from './context.ts'
import { merchantResponse } from './queries.ts'

/** What a merchant's server or desk asks for. */
export interface MailRequest {
  readonly kind: MailKind
  /** The `Idempotency-Key`. */
  readonly key: string
  /** Name of the merchant key. */
  readonly by: string
}

/** Puts a mail into the queue, once per key. Answers before it is sent. */
export async function requestMail(
  context: OrderContext,
  request: MailRequest,
): Promise<Result<MerchantOrderView, Refusal>> {
  const { record } = context
  if (!record.state) return refused({ code: 'not-found' })
  const known = record.storage.mails.find(({ key }) => key === request.key)
  if (known) return known.kind === request.kind ? merchantResponse(context) : refused({ code: 'key-reused' })
  const refusal = refusalOf(context, request) ?? (await overdraft(context, request))
  if (refusal) return refused(refusal)
  const [linkKey] = await linkKeys(context.config())
  // The same request may have come twice, or the order may be another while this waited.
  if (record.storage.mails.some(({ key }) => key === request.key)) return merchantResponse(context)
  const late = refusalOf(context, request)
  if (late) return refused(late)
  // The mail has the link under the present key, so it is given out again by it.
  if (isNotedFirst(request)) record.apply({ type: 'link-renewed', key: linkKey, by: request.by })
  record.mailer.add(request)
  return merchantResponse(context)
}

/** Why such a mail must not be sent now, as the order stands. */
function refusalOf({ record, config }: OrderContext, { kind }: MailRequest): Refusal | undefined {
  const { state, views, mailer } = record
  if (!state) return { code: 'not-found' }
  if (!isMailed(config(), kind)) return { code: 'mail-off' }
  const order = views.shopper(state)
  if (isNotedFirst({ kind }) && !mailer.isAsking())
    return {
      code: isUnderWay(order.status) ? 'attempt-in-flight' : 'order-final',
      order: views.merchant(state),
    }
  if (!wordsFor(kind, order)) return { code: 'order-not-settled', order: views.merchant(state) }
  return mailer.addressFor(kind) === undefined ? { code: 'mail-address-missing' } : undefined
}

/** A stolen key must not ask everybody for money. */
async function overdraft(
  { record, config, mailing }: OrderContext,
  { kind, key, by }: MailRequest,
): Promise<Refusal | undefined> {
  const limit = config().SHOPPER_MAIL?.requestsPerKey
  if (!isNotedFirst({ kind }) || limit === undefined || !record.state) return undefined
  const { id } = record.state.terms
  const waitMs = await mailing.take({ budget: 'mail-key', whose: by, order: id, mark: key, limit })
  return waitMs > 0
    ? { code: 'too-many-requests', retryAfterSeconds: Math.ceil(waitMs / 1000), why: 'requests of the key' }
    : undefined
}

/** The reminder that comes by itself. */
export function remind({ record }: Pick<OrderContext, 'record'>): void {
  record.mailer.add({ kind: 'reminder' })
}
