import type { Call } from '../api/call.ts'
import { apiError } from '../api/error-codes.ts'
import { clientOrderIdOf, optional, required } from '../api/params.ts'
import { errorReply, successReply } from '../api/reply.ts'
import type { Backend } from '../backend.ts'
import { controlSigned } from '../signing/control.ts'
import { findOrder } from '../store/order-store.ts'
import type { Stages, Transaction } from '../store/transaction.ts'
import type { Handler, Operations } from './handler.ts'
import { control } from './param-groups.ts'
import { describeOrder, describeStage } from './status-reply.ts'
import { stepInStatus } from './three-ds-step-reply.ts'

/**
 * Returns the status of an order: of its newest stage, or of the one that `by-request-sn` names.
 *
 * Either id identifies the order. Without an order id, that is the newest order under the merchant's id.
 */
const status: Handler = (call, backend) => {
  if (!call.params.get('orderid') && !clientOrderIdOf(call.params))
    return errorReply(call, apiError('INVALID_PARAMETER', 'neither orderid nor client_orderid is there'))
  const stages = stagesSeen(call, backend)
  if (!stages) return errorReply(call, apiError('UNKNOWN_ORDER', 'there is no such order'))
  const serialNumber = call.params.get('by-request-sn') || stages.at(-1)?.serialNumber
  const stage = stages.find((candidate) => candidate.serialNumber === serialNumber)
  if (stage) return successReply(call, 'status-response', describe(stage, stages, backend))
  const unknown = apiError('UNKNOWN_SERIAL_NUMBER', 'by-request-sn is of no request for this order')
  return errorReply(call, unknown, stages[0].orderId)
}

/** The stages that the replica has which answers: the first one at least. */
function stagesSeen(call: Call, backend: Backend): Stages | undefined {
  const [first, ...later] = findOrder(call, backend) ?? []
  return first && [first, ...later.filter(({ serialNumber }) => !call.unseen?.includes(serialNumber))]
}

const describe = (stage: Transaction, stages: Stages, { settings }: Backend) => ({
  ...describeStage(stage),
  ...describeOrder(stages),
  ...stepInStatus(stage, settings),
})

/** Operations that change nothing. */
export const QUERIES: Operations = {
  status: {
    prefix: '/api/v2/status',
    auth: controlSigned('login', 'client_orderid', 'orderid'),
    params: {
      login: required(20),
      client_orderid: optional(128),
      orderid: optional(20),
      'by-request-sn': optional(36),
      control,
    },
    handle: status,
  },
}
