import { type Call, hostOf } from '../api/call.ts'
import { apiError } from '../api/error-codes.ts'
import { minorUnits } from '../api/minor-units.ts'
import type { Outcome } from '../api/outcome.ts'
import { optional } from '../api/params.ts'
import { errorReply } from '../api/reply.ts'
import type { Backend } from '../backend.ts'
import {
  type Decision,
  decideCapture,
  decideReturn,
  decideVoid,
  type FollowUpRequest,
} from '../money/follow-up-rules.ts'
import { settle } from '../money/settlement.ts'
import { outcomeByMinorUnits } from '../payouts/test-accounts-and-amounts.ts'
import { controlSigned } from '../signing/control.ts'
import { findOrder } from '../store/order-store.ts'
import { laterStage, type Stages, type Transaction } from '../store/transaction.ts'
import type { Handler, Operations } from './handler.ts'
import { acceptedReply } from './new-order.ts'
import { control, existingOrder } from './param-groups.ts'

/** Makes a handler of a follow-up: decides by all stages of the order, and adds a stage. */
const followUp =
  (decide: (stages: Stages, wish: FollowUpRequest) => Decision): Handler =>
  (call, backend) => {
    const stages = findOrder(call, backend)
    if (!stages) return errorReply(call, apiError('UNKNOWN_ORDER', 'there is no such order'))
    const decision = decide(stages, followUpRequest(call, backend))
    if ('name' in decision) return errorReply(call, decision)
    const origin = { ...call, host: hostOf(call) }
    const stage = { ...laterStage(origin, stages[0]), ...decision, createdAt: backend.now() }
    backend.store.add(stage)
    settle(outcomeOf(stage), stage, backend)
    return acceptedReply(call, stage)
  }

/** A void is always approved, so a merchant can undo a payment of any amount. */
const outcomeOf = ({ type, amountMinor }: Transaction): Outcome =>
  type === 'void' ? { status: 'approved' } : outcomeByMinorUnits(amountMinor)

/** Captures the hold of a preauth. Refuses a second capture. */
const capture = followUp(decideCapture)

/** Returns money. Repeating a partial return returns the part again, while something is left. */
const returnMoney = followUp(decideReturn)

const voidWhole = followUp(decideVoid)

/** Voids an approval as a whole. Refuses a second void. */
const voidOrder: Handler = (call, backend) => {
  const namesPart = call.params.get('amount') || call.params.get('currency')
  if (!namesPart) return voidWhole(call, backend)
  return errorReply(call, apiError('PART_NOT_ALLOWED', 'a void takes no amount and no currency'))
}

function followUpRequest({ params }: Call, { now }: Backend): FollowUpRequest {
  const [amount, currency] = [params.get('amount'), params.get('currency')]
  if (!amount || !currency) return { now: now() }
  return { amountMinor: minorUnits(amount, currency) ?? 0, currency, now: now() }
}

const comment = optional(50)
const part = { amount: optional(13), currency: optional(3) }

/** Follow-ups on the money of an earlier order. */
export const FOLLOW_UPS: Operations = {
  capture: {
    prefix: '/api/v2/capture',
    auth: controlSigned('login', 'client_orderid', 'orderid', 'amountMinor', 'currency'),
    params: { ...existingOrder, ...part, comment, control },
    handle: capture,
  },
  return: {
    prefix: '/api/v2/return',
    auth: controlSigned('login', 'client_orderid', 'orderid', 'amountMinor', 'currency'),
    params: { ...existingOrder, ...part, comment, control },
    handle: returnMoney,
  },
  void: {
    prefix: '/api/v2/void',
    auth: controlSigned('login', 'client_orderid', 'orderid'),
    params: { ...existingOrder, comment, control },
    handle: voidOrder,
  },
}
