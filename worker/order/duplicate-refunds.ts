/** Gives duplicate charges back: asks whether that is still necessary, stores the intent, and sends. */
import { log } from '../config/log.ts'
import { GatewayError } from '../gateway/gateway-error.ts'
import type { OrderContext } from './context.ts'
import type { GatewaySession } from './gateway-session.ts'
import type { ReversalAnswered } from './model/events.ts'
import type { Attempt, OrderState, Reversal } from './model/state.ts'
import { pollDuplicateRefund } from './status-polling.ts'

/** Takes the next step of a refund. The gateway is asked first, since the money may be back already. */
export const advanceDuplicateRefund = (context: OrderContext, number: number): Promise<void> =>
  context.mutexes.duplicateRefunds.runExclusive(() => advance(context, number))

async function advance(context: OrderContext, number: number): Promise<void> {
  const { record, session, reached } = context
  const isAnswered = await pollDuplicateRefund(context, number)
  const { state } = record
  const reversal = state?.reversals[number - 1]
  const attempt = reversal && state?.attempts[reversal.attempt - 1]
  if (!isAnswered || !attempt || reversal.status !== 'due') return
  record.apply({ type: 'reversal-sent', reversal: number })
  await reached('intent-stored')
  const event = await send(session(), state, { attempt, reversal })
  await reached('reply-received')
  record.apply(event)
}

async function send(
  { gateway, config }: GatewaySession,
  { terms }: OrderState,
  { attempt, reversal }: { readonly attempt: Attempt; readonly reversal: Reversal },
): Promise<ReversalAnswered> {
  const { number, kind, gatewayId } = reversal
  const { clientOrderId, destination } = attempt
  const logged = { order: terms.id, reversal: number, kind }
  try {
    const comment = config.GATEWAY_PROFILE.comments[kind]
    const reply = await gateway.call(kind, destination, { clientOrderId, gatewayId, comment })
    if (reply.kind === 'accepted')
      return { type: 'reversal-accepted', reversal: number, serialNumber: reply.serialNumber }
    log('reversal-refused', { ...logged, code: reply.errorCode })
    return { type: 'reversal-refused', reversal: number }
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error
    log('reversal-unheard', { ...logged, code: error.code })
    return { type: 'reversal-lost', reversal: number }
  }
}
