import type { Call } from '../api/call.ts'
import { apiError } from '../api/error-codes.ts'
import type { CallbackFate, Fate } from '../api/outcome.ts'
import { BAD_GATEWAY, errorReply, failureReply, type Reply, TIMED_OUT } from '../api/reply.ts'
import { findOrder } from '../store/order-store.ts'
import type { Consequence, FaultRule, TwinCallbacks } from './fault-rule.ts'
import { atSharedAccount, opensOrder } from './other-shop.ts'
import {
  type Execute,
  echo,
  type FaultContext,
  lagging,
  nameless,
  otherAmount,
  otherOrder,
  type RequestFault,
  withNumbers,
  withUnderscores,
} from './reply-changes.ts'
import { aboutAnother, fromStaleReplica } from './wrong-answers.ts'

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
  { stale: fromStaleReplica },
  { 'other-answer': aboutAnother },
  {
    '500-after': (call, execute) => ({
      ...failureReply(call, 'the gateway failed'),
      ...outcomeOf(execute(call)),
    }),
    '400-after': (call, execute) => lostTo('400', call, execute(call)),
    '502-after': (call, execute) => lostTo('502', call, execute(call)),
    'drop-reply': (call, execute) => lostTo('dropped', call, execute(call)),
  },
  {
    '400': (call) => ({
      ...errorReply(call, apiError('REFUSED_BY_FAULT', 'by a fault rule')),
      outcome: '400',
    }),
    '500': (call) => ({ ...failureReply(call, 'the request was not carried out'), outcome: '500' }),
    'drop-request': () => ({ ...TIMED_OUT, outcome: 'drop-request' }),
  },
  { 'other-shop': atSharedAccount },
  { lagging, amount: otherAmount, 'other-order': otherOrder, nameless, echo },
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
  stale: isStatus,
  'other-answer': isStatus,
  'other-shop': opensOrder,
}

function withFate(fate: Fate): RequestFault {
  return (call, execute) => execute(call.fate ? call : { ...call, fate })
}

/** What the merchant gets instead of the reply to a request that was carried out. */
function lostTo(consequence: Consequence, call: Call, reply: Reply): Reply {
  const instead = INSTEAD[consequence]?.(call)
  return instead ? { ...instead, ...outcomeOf(reply) } : reply
}

const INSTEAD: Readonly<Partial<Record<Consequence, (call: Call) => Reply>>> = {
  '400': (call) =>
    errorReply(call, apiError('REFUSED_BY_FAULT', 'sent twice, and this is the answer to the second')),
  '502': () => BAD_GATEWAY,
  dropped: () => TIMED_OUT,
}

/** How long a swapped callback waits for the second one, unless the rule has a delay. */
const SWAPPED_MS = 1_000

const LOST: CallbackFate = 'lost'

/** The callbacks of the first and of the second order; `undefined` where one arrives as usual. */
function callbackFates({ callbacks, delayMs = SWAPPED_MS }: FaultRule) {
  const fates: Readonly<
    Record<TwinCallbacks, readonly [first?: CallbackFate | undefined, second?: CallbackFate]>
  > = {
    'first-lost': [LOST],
    'second-lost': [undefined, LOST],
    'both-lost': [LOST, LOST],
    swapped: [{ delayMs }],
  }
  return callbacks ? fates[callbacks] : []
}

/**
 * The second order ends when the first does, because no shopper can act on it. Of several such rules, only the first one
 * applies.
 */
function executeTwice(
  call: Call,
  execute: Execute,
  { rule, stores: { store, deadlines } }: FaultContext,
): Reply {
  if (call.isDoubled) return execute(call)
  const [ofFirst, ofSecond] = callbackFates(rule)
  const doubled: Call = { ...call, isDoubled: true }
  const reply = execute({ ...doubled, ...(ofFirst && { callback: ofFirst }) })
  const twin = crypto.randomUUID()
  execute({ ...doubled, serialNumber: twin, ...(ofSecond && { callback: ofSecond }) })
  deadlines.remove(twin)
  const first = store.newest('serialNumber', call.serialNumber)
  if (first?.status === 'processing') store.save({ ...first, twin })
  return lostTo(rule.consequence ?? 'acts', call, reply)
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
