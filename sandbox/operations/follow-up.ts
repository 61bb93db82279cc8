import type { Backend } from '../backend.ts'
import type { Call } from '../call.ts'
import { minorUnits } from '../minor-units.ts'
import {
  type Decision,
  decideCapture,
  decideReturn,
  decideVoid,
  type Stages,
  type Wish,
} from '../order-account.ts'
import { refusal } from '../refusals.ts'
import { refused } from '../reply.ts'
import { releaseRest, settleWith } from '../settlement.ts'
import type { Transaction } from '../transactions.ts'
import { findOrder } from './find-order.ts'
import type { Handler } from './handler.ts'
import { accepted } from './new-order.ts'

/** Acts on an earlier order by the decision made over all its stages. Each act is a stage of its own. */
const followUp =
  (decide: (stages: Stages, wish: Wish) => Decision): Handler =>
  (call, backend) => {
    const stages = findOrder(call, backend)
    if (!stages) return refused(call, refusal('UNKNOWN_ORDER', 'there is no such order'))
    const decision = decide(stages, wishOf(call, backend))
    if ('name' in decision) return refused(call, decision)
    const stage: Transaction = { ...laterStage(call, stages[0]), ...decision, createdAt: backend.now() }
    backend.store.add(stage)
    settleWith({ status: 'approved' }, stage, backend)
    if (stage.type === 'capture') releaseRest(stages[0], stage, backend)
    return accepted(call, stage)
  }

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

/** Only `notify_url` is told of what comes after the first outcome. */
function laterStage(
  call: Call,
  opened: Transaction,
): Omit<Transaction, 'type' | 'amountMinor' | 'createdAt'> {
  const { orderId, clientOrderId, description, email, phone, merchantData, currency, card, notifyUrl } =
    opened
  const { serialNumber, endpoint } = call
  return {
    ...{ serialNumber, orderId, clientOrderId, endpoint, status: 'processing', description },
    ...(email && { email }),
    ...(phone && { phone }),
    ...(merchantData && { merchantData }),
    ...(currency && { currency }),
    ...(card && { card }),
    ...(notifyUrl && { notifyUrl, callbackUrl: notifyUrl }),
  }
}
