/** Sends a capture, a void, a refund or the second step of a payout, once, after its intent is stored. */
import { log } from '../config/log.ts'
import type { OrderTerms } from '../domain/terms.ts'
import type { OrderContext } from './context.ts'
import { errorCode, failureOf, type GatewaySession, unanswered } from './gateway-session.ts'
import type { FollowUpWanted, Replied } from './model/events.ts'
import { refTo } from './model/request-ref.ts'
import type { Attempt, FollowUp, OrderState } from './model/state.ts'
import { sendStored } from './request-sending.ts'

/**
 * Stores the intent, sends the request, and waits for the gateway's answer to it. The caller holds the mutex of follow-ups,
 * and has judged the state of this moment: nothing is awaited in between.
 */
export async function startFollowUp(
  context: OrderContext,
  wanted: Omit<FollowUpWanted, 'type' | 'attempt'>,
): Promise<void> {
  const { record } = context
  const attempt = record.state?.payment ?? 0
  const started = record.apply({ type: 'follow-up-wanted', attempt, ...wanted })
  const followUp = started.followUps.at(-1)
  if (!followUp) return
  const sent = send(context, started, followUp)
  context.waitUntil(sent)
  await sent
}

async function send(
  context: OrderContext,
  { terms, attempts }: OrderState,
  followUp: FollowUp,
): Promise<void> {
  const attempt = attempts[followUp.attempt - 1]
  if (!attempt) return
  const ref = refTo('follow-up', followUp.number)
  await sendStored(context, ref, () => sendFollowUp(context.session(), { terms, attempt, followUp }))
}

/** A follow-up with the payment that it acts on. */
interface Subject {
  readonly terms: OrderTerms
  readonly attempt: Attempt
  readonly followUp: FollowUp
}

/** Sends a follow-up, once: where no answer comes, the gateway may have acted. */
async function sendFollowUp(session: GatewaySession, subject: Subject): Promise<Replied> {
  const { terms, followUp } = subject
  const { number, kind } = followUp
  const ref = refTo('follow-up', number)
  try {
    const reply = await callGateway(session, subject)
    return reply.kind === 'refused'
      ? { type: 'refused', ...ref, failure: failureOf(reply) }
      : { type: 'accepted', ...ref, serialNumber: reply.serialNumber }
  } catch (error) {
    log('follow-up-unheard', { order: terms.id, followUp: number, kind, code: errorCode(error) })
    return unanswered(error, ref)
  }
}

/** A part carries its sum, and the whole carries none (gateway manual, states and transitions). */
function callGateway({ gateway, config }: GatewaySession, { terms, attempt, followUp }: Subject) {
  const { clientOrderId, gatewayId = '', destination } = attempt
  const { kind, amountMinor, isWhole } = followUp
  const ids = { clientOrderId, gatewayId }
  if (kind === 'payout-pay') return gateway.call(kind, destination, ids)
  const comment = followUp.comment ?? config.GATEWAY_PROFILE.comments[kind]
  if (kind === 'void' || isWhole) return gateway.call(kind, destination, { ...ids, comment })
  const amount = { minor: amountMinor, exponent: terms.exponent }
  return gateway.call(kind, destination, { ...ids, comment, amount, currency: terms.currency })
}
