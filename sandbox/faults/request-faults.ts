import type { Call } from '../api/call.ts'
import { refusal } from '../api/error-codes.ts'
import { failed, type Reply, refused, TIMED_OUT } from '../api/reply.ts'
import type { Backend } from '../backend.ts'
import type { Fate } from '../money/transaction.ts'
import { findOrder } from '../store/order-store.ts'
import { echo, lagging, otherAmount, otherOrder, withNumbers, withUnderscores } from './reply-faults.ts'

/** When and how something goes wrong. */
export interface FaultRule {
  /** An operation, `*` for all of them, or one of `MESSAGES`. */
  readonly operation: string
  readonly fault: string
  /** How often it makes a difference before it is used up; without it, always. */
  readonly times?: number
  /** From 0 to 1. Without it the rule applies to everything that matches. */
  readonly probability?: number
  /** Decides what a rule with a probability applies to. Default: 0. */
  readonly seed?: number
  /** Only where the merchant's order id begins with this. */
  readonly clientOrderId?: string
  readonly delayMs?: number
  readonly amount?: string
  /** What `echo` repeats. */
  readonly text?: string
}

/** What a fault works with besides the request. */
export interface FaultScene {
  readonly rule: FaultRule
  readonly backend: Backend
}

/** Carries a request out, under the faults further in. */
export type CarryOut = (call: Call) => Reply

/** A fault wrapped around the operation, which may be carried out changed, twice or not at all. */
export type RequestFault = (call: Call, carryOut: CarryOut, scene: FaultScene) => Reply

/**
 * Faults of requests that change what is done or told, by name, in layers from the innermost out.
 *
 * Those that lose the reply are further in than those that change it, which then find nothing to change. Of one layer
 * the rule that was given first is the outermost.
 */
export const FAULT_LAYERS: readonly Readonly<Record<string, RequestFault>>[] = [
  { 'second-order': carryOutTwice, 'other-sum': carryOutOtherSum },
  { decline: fated('declined'), processing: fated('processing'), 'newest-stage': askForNewest },
  {
    '500-after': (call, carryOut) => ({
      ...failed(call, 'the gateway failed'),
      ...outcomeOf(carryOut(call)),
    }),
    '400-after': (call, carryOut) => ({
      ...refused(call, refusal('REFUSED_BY_FAULT', 'sent twice, and this is the answer to the second')),
      ...outcomeOf(carryOut(call)),
    }),
    'drop-reply': (call, carryOut) => ({ ...TIMED_OUT, ...outcomeOf(carryOut(call)) }),
  },
  {
    '400': (call) => ({ ...refused(call, refusal('REFUSED_BY_FAULT', 'by a fault rule')), outcome: '400' }),
    '500': (call) => ({ ...failed(call, 'the request was not carried out'), outcome: '500' }),
    'drop-request': () => ({ ...TIMED_OUT, outcome: 'drop-request' }),
  },
  { lagging, amount: otherAmount, 'other-order': otherOrder, echo },
  { underscores: withUnderscores, 'numeric-ids': withNumbers },
]

/** The same without layers. */
export const REQUEST_FAULTS: Readonly<Record<string, RequestFault>> = Object.assign({}, ...FAULT_LAYERS)

/** For the list of requests, which tells what was done and not what was answered. */
const outcomeOf = ({ outcome }: Reply) => ({ outcome })

function fated(fate: Fate): RequestFault {
  return (call, carryOut) => carryOut(call.fate ? call : { ...call, fate })
}

/** Operations that make no stage of an order. */
const MAKES_NO_STAGE =
  /^(status|get-card-info|create-card-ref|create-card-ref-v4|create-recurring-payment|upload-.*)$/

/** Operations that open an order with a sum. */
const CHARGES = /^(sale|sale-form|preauth|preauth-form|payment-form|make-rebill)$/

const isAskedAbout = (operation: string) => operation === 'status'
const makesStage = (operation: string) => !MAKES_NO_STAGE.test(operation)

/** Where those faults make sense that do not make sense everywhere. */
export const ONLY_FOR: Readonly<Record<string, (operation: string) => boolean>> = {
  'second-order': makesStage,
  decline: makesStage,
  processing: makesStage,
  'other-sum': (operation) => CHARGES.test(operation),
  'newest-stage': isAskedAbout,
  lagging: isAskedAbout,
}

/** The second one gets its outcome with the first, since nobody could give it one of its own. */
function carryOutTwice(call: Call, carryOut: CarryOut, { backend: { store, deadlines } }: FaultScene): Reply {
  const reply = carryOut(call)
  const twin = crypto.randomUUID()
  carryOut({ ...call, serialNumber: twin })
  deadlines.remove(twin)
  const first = store.newest('serialNumber', call.serialNumber)
  if (first?.status === 'processing') store.save({ ...first, twin })
  return reply
}

/** The bank approves another sum than it was asked for. */
function carryOutOtherSum(call: Call, carryOut: CarryOut, { rule }: FaultScene): Reply {
  return carryOut({ ...call, fields: new Map([...call.fields, ['amount', rule.amount ?? '1']]) })
}

function askForNewest(call: Call, carryOut: CarryOut, { backend }: FaultScene): Reply {
  const newest = findOrder(call, backend)?.at(-1)
  const asked = call.fields.get('by-request-sn')
  if (!asked || newest?.serialNumber === asked) return carryOut(call)
  return carryOut({ ...call, fields: new Map([...call.fields, ['by-request-sn', '']]) })
}
