/** Sends requests whose intent is stored. */
import type { OrderContext } from './context.ts'
import { pauseBetween } from './firm-look.ts'
import type { OrderEvent } from './model/events.ts'
import { requestOf } from './model/request-purposes.ts'
import type { RequestRef } from './model/request-ref.ts'
import { pollRequest } from './status-polling.ts'

/**
 * Sends a request, once, and applies the reply. The gateway is asked about a refused one before another may start; if
 * that fails the alarm asks. It takes two answers that lie apart, and the payer of a refused attempt waits for both.
 *
 * @param send Sends it, and returns what happened.
 */
export async function sendStored(
  context: OrderContext,
  ref: RequestRef,
  send: () => Promise<OrderEvent>,
): Promise<void> {
  const { record, reached } = context
  await reached('intent-stored')
  const event = await send()
  await reached('reply-received')
  const after = record.apply(event)
  if (!requestOf(after, ref)?.refusal) return
  await pollRequest(context, ref)
  if (ref.purpose !== 'attempt' || !record.state || !requestOf(record.state, ref)?.refusal) return
  await pauseBetween(context)
  await pollRequest(context, ref)
}
