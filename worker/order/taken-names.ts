/** Names that others may use as well (`orderNames: "bare"`): whether one is free, before anything is sent under it. */
import { accepted, type Result, refused } from '../../shared/result.ts'
import { log } from '../config/log.ts'
import type { Refusal } from '../domain/refusal.ts'
import { GatewayError } from '../gateway/gateway-error.ts'
import type { StatusReply } from '../gateway/reply.ts'
import type { GatewayTarget } from '../gateway/request.ts'
import type { OrderContext } from './context.ts'
import type { GatewaySession } from './gateway-session.ts'
import type { OrderState } from './model/state.ts'

/** Nobody knows whose transaction an answer would name later, so nothing is sent. */
const UNNAMED: Refusal = { code: 'unavailable', why: 'the key of order names cannot be read' }
const UNASKED: Refusal = { code: 'unavailable', why: 'the gateway does not say whether the name is free' }

/**
 * The name for the order's next attempt. A marked one is free for certain. Whether a bare one is, the gateway tells: it is
 * where the gateway knows no such order.
 *
 * @param to Where the attempt will be sent.
 */
export async function freeName(
  { names, session }: OrderContext,
  { terms, attempts }: OrderState,
  to: GatewayTarget,
): Promise<Result<string, Refusal>> {
  const name = await names.nameOf(terms, attempts.length + 1)
  if (name === undefined) return refused(UNNAMED)
  if (session().config.GATEWAY_PROFILE.orderNames === 'marked') return accepted(name)
  const refusal = await refusalOf(session(), terms, { name, to })
  return refusal ? refused(refusal) : accepted(name)
}

interface Question {
  readonly name: string
  readonly to: GatewayTarget
}

async function refusalOf(
  { gateway }: GatewaySession,
  { id, exponent }: OrderState['terms'],
  { name, to }: Question,
): Promise<Refusal | undefined> {
  try {
    const verdict = verdictOf(await gateway.status(to, { clientOrderId: name }, exponent), name)
    if (verdict === 'taken') log('order-name-taken', { order: id })
    return VERDICTS[verdict]
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error
    log('order-name-unasked', { order: id, code: error.code })
    return UNASKED
  }
}

type Verdict = 'free' | 'taken' | 'untold'

const VERDICTS: Readonly<Record<Verdict, Refusal | undefined>> = {
  free: undefined,
  taken: { code: 'reference-taken' },
  untold: UNASKED,
}

/** A definite refusal that names no transaction means that there is none. An answer about another order means nothing. */
function verdictOf(reply: StatusReply, name: string): Verdict {
  if (reply.kind === 'error') return reply.isFirm && !reply.namesTransaction ? 'free' : 'untold'
  const { clientOrderId, gatewayId } = reply
  const isAbout = clientOrderId === name || (clientOrderId === undefined && gatewayId !== undefined)
  return isAbout ? 'taken' : 'untold'
}
