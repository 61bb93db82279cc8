/** What a merchant decides about an order without money: a note, that its goods were sent, and another end. */
import type { MerchantOrderView } from '../../shared/order-view.ts'
import { accepted, type Result, refused } from '../../shared/result.ts'
import type { Refusal } from '../domain/refusal.ts'
import type { OrderContext } from './context.ts'
import type { ExpiryChanged } from './model/events.ts'
import { judgeExpiry } from './model/expiry.ts'
import { isShippable } from './model/shipping.ts'
import type { OrderState, Shipment } from './model/state.ts'
import { merchantResponse } from './queries.ts'

type MerchantResult = Result<MerchantOrderView, Refusal>

/**
 * Keeps the merchant's note with the shopper's data, in the place of the former one. Repeating it is harmless.
 *
 * @param text Empty to take the note away.
 * @param by Name of the merchant key.
 */
export function keepNote(context: OrderContext, text: string, by: string): MerchantResult {
  const { record } = context
  const { state, storage } = record
  if (!state) return refused({ code: 'not-found' })
  // What was erased does not come back, and a later note would stay for as long as the order itself.
  if (state.erased || state.tombstone)
    return refused({ code: 'follow-up-impossible', order: record.views.merchant(state) })
  if (text !== storage.note) {
    storage.keepNote(text)
    record.apply({ type: 'noted', by })
  }
  return merchantResponse(context)
}

/** A merchant's word that the goods were sent. */
export interface SentRequest {
  /** The `Idempotency-Key`. */
  readonly key: string
  readonly shipment?: Shipment
  /** Name of the merchant key. */
  readonly by: string
}

/** Notes that the goods were sent, once per key. */
export function noteSent(context: OrderContext, request: SentRequest): MerchantResult {
  const { record } = context
  const { state } = record
  if (!state) return refused({ code: 'not-found' })
  const verdict = judge(state, request)
  if (!verdict.ok) return refused({ code: verdict.reason, order: record.views.merchant(state) })
  if (verdict.value === 'new') record.apply({ type: 'sent', ...request })
  return merchantResponse(context)
}

function judge(
  state: OrderState,
  { key, shipment }: SentRequest,
): Result<'new' | 'repeat', 'key-reused' | 'follow-up-impossible'> {
  const { keys = [], shipment: known } = state.sent ?? {}
  const isLatest = keys.at(-1) === key
  if (isLatest && !state.erased && JSON.stringify(known) !== JSON.stringify(shipment))
    return refused('key-reused')
  if (keys.includes(key)) return accepted('repeat')
  return isShippable(state) ? accepted('new') : refused('follow-up-impossible')
}

/** A merchant's wish that a request ends at another time. */
export type ExpiryRequest = Omit<ExpiryChanged, 'type'>

/** Moves the end of a payment request, once per key. Its link stays the same. */
export function changeExpiry(context: OrderContext, request: ExpiryRequest): MerchantResult {
  const { record } = context
  const { state } = record
  if (!state) return refused({ code: 'not-found' })
  const verdict = judgeExpiry(state, request, Date.now())
  if (!verdict.ok)
    return refused(
      verdict.reason === 'expiry-invalid'
        ? { code: 'body-malformed', fields: ['expiresAt'] }
        : { code: verdict.reason, order: record.views.merchant(state) },
    )
  if (verdict.value === 'new') record.apply({ type: 'expiry-changed', ...request })
  return merchantResponse(context)
}
