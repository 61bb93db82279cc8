/** Gives duplicate charges back: asks whether that is still necessary, stores the intent, and sends. */
import { log } from '../config/log.ts'
import { GatewayError } from '../gateway/gateway-error.ts'
import type { OrderContext } from './context.ts'
import { failureOf, type GatewaySession } from './gateway-session.ts'
import { mayBeSent } from './model/duplicate-refunds.ts'
import type { Replied } from './model/events.ts'
import { refTo } from './model/request-ref.ts'
import type { Attempt, DuplicateRefund, OrderState } from './model/state.ts'
import { sendStored } from './request-sending.ts'
import { pollRequest } from './status-polling.ts'

/** Takes the next step of a refund. The gateway is asked first, since the money may be back already. */
export const advanceDuplicateRefund = (context: OrderContext, number: number): Promise<void> =>
  context.mutexes.duplicateRefunds.runExclusive(() => advance(context, number))

async function advance(context: OrderContext, number: number): Promise<void> {
  const { record, session } = context
  const ref = refTo('duplicate-refund', number)
  const isAnswered = await pollRequest(context, ref)
  const { state } = record
  const refund = state?.duplicateRefunds[number - 1]
  const attempt = refund && state?.attempts[refund.attempt - 1]
  if (!isAnswered || !attempt || !mayBeSent(refund)) return
  record.apply({ type: 'duplicate-refund-sent', number })
  await sendStored(context, ref, () => send(session(), state, { attempt, refund }))
}

async function send(
  { gateway, config }: GatewaySession,
  { terms }: OrderState,
  { attempt, refund }: { readonly attempt: Attempt; readonly refund: DuplicateRefund },
): Promise<Replied> {
  const { number, kind, gatewayId } = refund
  const { clientOrderId, destination } = attempt
  const ref = refTo('duplicate-refund', number)
  const logged = { order: terms.id, reversal: number, kind }
  try {
    const comment = config.GATEWAY_PROFILE.comments[kind]
    const reply = await gateway.call(kind, destination, { clientOrderId, gatewayId, comment })
    if (reply.kind === 'accepted') return { type: 'accepted', ...ref, serialNumber: reply.serialNumber }
    log('reversal-refused', { ...logged, code: reply.errorCode })
    return { type: 'refused', ...ref, failure: failureOf(reply) }
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error
    log('reversal-unheard', { ...logged, code: error.code })
    return { type: 'lost', ...ref }
  }
}
