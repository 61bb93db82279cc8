import type { Call } from '../api/call.ts'
import { refusal } from '../api/error-codes.ts'
import { optional } from '../api/params.ts'
import { refused } from '../api/reply.ts'
import type { Backend } from '../backend.ts'
import {
  type Decision,
  decideCapture,
  decideReturn,
  decideVoid,
  type Wish,
} from '../money/follow-up-rules.ts'
import { minorUnits } from '../money/minor-units.ts'
import type { Outcome } from '../money/outcome.ts'
import { outcomeOfMoving } from '../money/payout-destinations.ts'
import { settleWith } from '../money/settlement.ts'
import type { Stages, Transaction } from '../money/transaction.ts'
import { laterStage } from '../money/transaction.ts'
import { signed } from '../signing/control.ts'
import { findOrder } from '../store/order-store.ts'
import type { Handler, Operations } from './handler.ts'
import { accepted } from './new-order.ts'
import { control, earlier } from './param-groups.ts'

/** Acts on an earlier order by the decision made over all its stages. Each act is a stage of its own. */
const followUp =
  (decide: (stages: Stages, wish: Wish) => Decision): Handler =>
  (call, backend) => {
    const stages = findOrder(call, backend)
    if (!stages) return refused(call, refusal('UNKNOWN_ORDER', 'there is no such order'))
    const decision = decide(stages, wishOf(call, backend))
    if ('name' in decision) return refused(call, decision)
    const stage = { ...laterStage(call, stages[0]), ...decision, createdAt: backend.now() }
    backend.store.add(stage)
    settleWith(outcomeOf(stage), stage, backend)
    return accepted(call, stage)
  }

/** A void is always approved, so that a merchant can undo any payment whatever its amount. */
const outcomeOf = ({ type, amountMinor }: Transaction): Outcome =>
  type === 'void' ? { status: 'approved' } : outcomeOfMoving(amountMinor)

/** Takes money that a preauth holds. A second capture is refused. */
export const capture = followUp(decideCapture)

/** Gives money back. Repeating a part of an amount gives it back again, while something is left. */
export const giveBack = followUp(decideReturn)

const voidWhole = followUp(decideVoid)

/** Undoes an approval as a whole. A second void is refused. */
export const voidOrder: Handler = (call, backend) => {
  const namesPart = call.fields.get('amount') || call.fields.get('currency')
  if (!namesPart) return voidWhole(call, backend)
  return refused(call, refusal('PART_NOT_ALLOWED', 'a void takes no amount and no currency'))
}

function wishOf({ fields }: Call, { now }: Backend): Wish {
  const [amount, currency] = [fields.get('amount'), fields.get('currency')]
  if (!amount || !currency) return { now: now() }
  return { amountMinor: minorUnits(amount, currency) ?? 0, currency, now: now() }
}

const comment = optional(50)
const part = { amount: optional(13), currency: optional(3) }

/** Operations on the money of an earlier order. */
export const FOLLOW_UPS: Operations = {
  capture: {
    prefix: '/api/v2/capture',
    auth: signed('login', 'client_orderid', 'orderid', 'amountMinor', 'currency'),
    fields: { ...earlier, ...part, comment, control },
    handle: capture,
  },
  return: {
    prefix: '/api/v2/return',
    auth: signed('login', 'client_orderid', 'orderid', 'amountMinor', 'currency'),
    fields: { ...earlier, ...part, comment, control },
    handle: giveBack,
  },
  void: {
    prefix: '/api/v2/void',
    auth: signed('login', 'client_orderid', 'orderid'),
    fields: { ...earlier, comment, control },
    handle: voidOrder,
  },
}
