import type { Call } from '../api/call.ts'
import { apiError } from '../api/error-codes.ts'
import { errorReply, failureReply, type Reply, TIMED_OUT } from '../api/reply.ts'
import type { Fate } from '../money/outcome.ts'
import { findOrder } from '../store/order-store.ts'
import {
  type Execute,
  echo,
  type FaultContext,
  lagging,
  otherAmount,
  otherOrder,
  type RequestFault,
  withNumbers,
  withUnderscores,
} from './reply-changes.ts'

/**
 * Faults that change what the gateway does or answers, by name, in layers from the innermost out. To add one, add it to
 * a layer here; `ONLY_FOR` limits it to some operations.
 *
 * Faults that lose the reply are further in than faults that change it, so the latter find nothing to change. Within one
 * layer, the rule that was set first is the outermost.
 */
export const FAULT_LAYERS: readonly Readonly<Record<string, RequestFault>>[] = [
  { 'second-order': executeTwice, 'other-sum': chargeOtherSum },
  { decline: withFate('declined'), processing: withFate('processing'), 'newest-stage': askForNewest },
  {
    '500-after': (call, execute) => ({
      ...failureReply(call, 'the gateway failed'),
      ...outcomeOf(execute(call)),
    }),
    '400-after': (call, execute) => ({
      ...errorReply(call, apiError('REFUSED_BY_FAULT', 'sent twice, and this is the answer to the second')),
      ...outcomeOf(execute(call)),
    }),
    'drop-reply': (call, execute) => ({ ...TIMED_OUT, ...outcomeOf(execute(call)) }),
  },
  {
    '400': (call) => ({
      ...errorReply(call, apiError('REFUSED_BY_FAULT', 'by a fault rule')),
      outcome: '400',
    }),
    '500': (call) => ({ ...failureReply(call, 'the request was not carried out'), outcome: '500' }),
    'drop-request': () => ({ ...TIMED_OUT, outcome: 'drop-request' }),
  },
  { lagging, amount: otherAmount, 'other-order': otherOrder, echo },
  { underscores: withUnderscores, 'numeric-ids': withNumbers },
]

/** The same faults without the layers. */
export const REQUEST_FAULTS: Readonly<Record<string, RequestFault>> = Object.assign({}, ...FAULT_LAYERS)

/** The ledger lists what the gateway did, not what it answered. */
const outcomeOf = ({ outcome }: Reply) => ({ outcome })

/** Operations that add no stage to an order. */
const WITHOUT_STAGE =
  /^(status|get-card-info|create-card-ref|create-card-ref-v4|create-recurring-payment|upload-.*)$/

/** Operations that open an order with a sum. */
const CHARGES = /^(sale|sale-form|preauth|preauth-form|payment-form|make-rebill)$/

const isStatus = (operation: string) => operation === 'status'
const startsStage = (operation: string) => !WITHOUT_STAGE.test(operation)

/** Faults that only some operations can have, and which those are. */
export const ONLY_FOR: Readonly<Record<string, (operation: string) => boolean>> = {
  'second-order': startsStage,
  decline: startsStage,
  processing: startsStage,
  'other-sum': (operation) => CHARGES.test(operation),
  'newest-stage': isStatus,
  lagging: isStatus,
}

function withFate(fate: Fate): RequestFault {
  return (call, execute) => execute(call.fate ? call : { ...call, fate })
}

/** The second order ends when the first does, because no shopper can act on it. */
function executeTwice(call: Call, execute: Execute, { stores: { store, deadlines } }: FaultContext): Reply {
  const reply = execute(call)
  const twin = crypto.randomUUID()
  execute({ ...call, serialNumber: twin })
  deadlines.remove(twin)
  const first = store.newest('serialNumber', call.serialNumber)
  if (first?.status === 'processing') store.save({ ...first, twin })
  return reply
}

/** The bank approves another sum than the merchant asked for. */
function chargeOtherSum(call: Call, execute: Execute, { rule }: FaultContext): Reply {
  return execute({ ...call, params: new Map([...call.params, ['amount', rule.amount ?? '1']]) })
}

function askForNewest(call: Call, execute: Execute, { stores }: FaultContext): Reply {
  const newest = findOrder(call, stores)?.at(-1)
  const serialNumber = call.params.get('by-request-sn')
  if (!serialNumber || newest?.serialNumber === serialNumber) return execute(call)
  return execute({ ...call, params: new Map([...call.params, ['by-request-sn', '']]) })
}
