/** Sends a follow-up to the gateway, and gives back what happened as an event. */
import { errorText } from '../config/error-text.ts'
import { log } from '../config/log.ts'
import type { Gateway } from '../gateway/client.ts'
import { GatewayError } from '../gateway/gateway-error.ts'
import { failureOf } from './gateway-refusal.ts'
import type { Exchange } from './gateway-session.ts'
import type { FollowUpAnswered } from './model/events.ts'
import type { Attempt, FollowUp, OrderTerms } from './model/state.ts'

/** What a follow-up acts on. */
interface Subject {
  readonly terms: OrderTerms
  readonly attempt: Attempt
  readonly followUp: FollowUp
}

/** Sends a follow-up, once: where no answer comes, it may have acted. */
export async function sendFollowUp(
  { gateway, comments }: Pick<Exchange, 'gateway' | 'comments'>,
  subject: Subject,
): Promise<FollowUpAnswered> {
  const { number } = subject.followUp
  try {
    const reply = await call(gateway, comments, subject)
    return reply.kind === 'refused'
      ? { type: 'follow-up-refused', followUp: number, failure: failureOf(reply) }
      : { type: 'follow-up-accepted', followUp: number, serialNumber: reply.serialNumber }
  } catch (error) {
    return unsent(error, subject)
  }
}

/** A part carries its sum, and the whole carries none (gateway manual, states and transitions). */
function call(gateway: Gateway, comments: Exchange['comments'], { terms, attempt, followUp }: Subject) {
  const { clientOrderId, gatewayId = '', destination } = attempt
  const { kind, amountMinor, isWhole } = followUp
  const names = { clientOrderId, gatewayId }
  if (kind === 'payout-pay') return gateway.call(kind, destination, names)
  const comment = followUp.comment ?? comments[kind]
  if (kind === 'void' || isWhole) return gateway.call(kind, destination, { ...names, comment })
  const amount = { minor: amountMinor, exponent: terms.exponent }
  return gateway.call(kind, destination, { ...names, comment, amount, currency: terms.currency })
}

/** A request that could not even be laid out never left; any other may have acted. */
function unsent(error: unknown, { terms, followUp }: Subject): FollowUpAnswered {
  const { number, kind } = followUp
  const code = error instanceof GatewayError ? error.code : errorText(error)
  log('follow-up-unheard', { order: terms.id, followUp: number, kind, code })
  return error instanceof TypeError
    ? { type: 'follow-up-refused', followUp: number, failure: { code: 'refused' }, isUnsent: true }
    : { type: 'follow-up-lost', followUp: number }
}
