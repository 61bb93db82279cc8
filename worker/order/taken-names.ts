/** Names that others may use as well (`orderNames: "bare"`): whether one is free, before anything is sent under it. */
import { accepted, type Result, refused } from '../../shared/result.ts'
import { log } from '../config/log.ts'
import type { Refusal } from '../domain/refusal.ts'
import { GatewayError } from '../gateway/gateway-error.ts'
import type { StatusReport } from '../gateway/reply.ts'
import type { GatewayTarget } from '../gateway/request.ts'
import type { OrderContext } from './context.ts'
import { firmLook, type Look } from './firm-look.ts'
import type { GatewaySession } from './gateway-session.ts'
import type { OrderState } from './model/state.ts'

/** Nobody knows whose transaction an answer would name later, so nothing is sent. */
const UNNAMED: Refusal = { code: 'unavailable', why: 'the key of order names cannot be read' }
const UNASKED: Refusal = { code: 'unavailable', why: 'the gateway does not say whether the name is free' }

/**
 * The name for the order's next attempt. A marked one is free for certain. Whether a bare one is, the gateway tells: it is
 * where two answers that lie apart know no such order.
 *
 * @param to Where the attempt will be sent.
 */
export async function freeName(
  context: OrderContext,
  { terms, attempts }: OrderState,
  to: GatewayTarget,
): Promise<Result<string, Refusal>> {
  const session = context.session()
  const name = await context.names.nameOf(terms, attempts.length + 1)
  if (name === undefined) return refused(UNNAMED)
  if (session.config.GATEWAY_PROFILE.orderNames === 'marked') return accepted(name)
  const found = await firmLook(context, terms, () => lookFor(session, terms, { name, to }))
  if (found === undefined) return accepted(name)
  if (found === 'unclear') return refused(UNASKED)
  log('order-name-taken', { order: terms.id })
  return refused({ code: 'reference-taken' })
}

interface Question {
  readonly name: string
  readonly to: GatewayTarget
}

/** A definite refusal that names no transaction means that there is none. */
async function lookFor(
  { gateway, config }: GatewaySession,
  { id, exponent }: OrderState['terms'],
  { name, to }: Question,
): Promise<Look<'taken'>> {
  try {
    const reply = await gateway.status(to, { clientOrderId: name }, exponent)
    if (reply.kind === 'status') return { found: ownerIn(reply, name), isVague: false }
    const { errorCode: code, isFirm, namesTransaction } = reply
    log('status-refused', { order: id, code })
    const isUnknown = isFirm && !namesTransaction
    return {
      ...(!isUnknown && { found: 'unclear' }),
      isVague: !config.GATEWAY_PROFILE.unknownOrderCodes.includes(code),
    }
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error
    log('order-name-unasked', { order: id, code: error.code })
    return { found: 'unclear', isVague: false }
  }
}

/** An answer about another order means nothing. */
const ownerIn = ({ clientOrderId, gatewayId }: StatusReport, name: string): 'taken' | 'unclear' =>
  clientOrderId === name || (clientOrderId === undefined && gatewayId !== undefined) ? 'taken' : 'unclear'
