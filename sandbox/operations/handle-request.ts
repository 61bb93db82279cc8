import { type Call, hostOf, readCall } from '../api/call.ts'
import { type ApiError, apiError } from '../api/error-codes.ts'
import { minorUnits } from '../api/minor-units.ts'
import { checkParams, clientOrderIdOf } from '../api/params.ts'
import { errorReply } from '../api/reply.ts'
import type { Backend } from '../backend.ts'
import type { Execute } from '../faults/reply-changes.ts'
import { executeWithFaults, send } from '../faults/run-faults.ts'
import type { Settings } from '../settings.ts'
import { keysOf } from '../signing/merchant-keys.ts'
import type { Operation } from './handler.ts'
import { operationAt } from './operation-table.ts'

/**
 * Handles one API request, with the fault rules that match it.
 *
 * Counts every request, also one that it refuses or drops.
 */
export async function handleRequest(request: Request, backend: Backend): Promise<Response> {
  const call = await readCall(request)
  const [name, operation] = operationAt(call.prefix)
  const clientOrderId = clientOrderIdOf(call.params)
  const rules = backend.faults.matching(name, clientOrderId)
  const { reply, fired } = executeWithFaults(rules, call, executorOf(call, operation, backend), backend)

  backend.faults.count('request', fired)
  const faults = fired.map(({ rule }) => rule.fault)
  const { outcome } = reply
  const logged = { operation: name, clientOrderId, serialNumber: call.serialNumber, host: hostOf(call) }
  backend.store.addRequest({ ...logged, outcome, faults, at: backend.now() })
  return send({ reply, fired })
}

/** Checks the request once and executes it as often as it is called: a second check would find the nonce used. */
function executorOf(call: Call, operation: Operation | undefined, backend: Backend): Execute {
  let check: { readonly problem: ApiError | undefined } | undefined
  return (executed) => {
    if (call.problem) return errorReply(executed, call.problem)
    if (!operation) return errorReply(executed, apiError('UNKNOWN_OPERATION', 'the path names no operation'))
    check ??= { problem: problemOf(call, operation, backend) }
    return check.problem ? errorReply(executed, check.problem) : operation.handle(executed, backend)
  }
}

function problemOf(call: Call, operation: Operation, backend: Backend): ApiError | undefined {
  const { settings } = backend
  return (
    checkEndpoint(call, settings) ??
    checkParams(call.params, operation.params) ??
    checkLogin(call, operation, settings) ??
    checkAmount(call, operation) ??
    operation.auth(call, backend) ??
    checkCurrency(call, operation, settings)
  )
}

function checkEndpoint({ endpoint, group }: Call, { endpoints }: Settings): ApiError | undefined {
  const known = endpoints.get(endpoint)
  if (known && (known.group || !group)) return undefined
  return apiError('UNKNOWN_ENDPOINT', 'the path names no endpoint of this merchant')
}

function checkLogin({ params }: Call, operation: Operation, settings: Settings): ApiError | undefined {
  const rule = operation.params.login
  const given = params.get('login') ?? ''
  const isKnown = keysOf(settings, given).length > 0
  if (!rule || isKnown || (!given && !rule.required)) return undefined
  return apiError('UNKNOWN_LOGIN', 'login is not known')
}

function checkAmount({ params }: Call, operation: Operation): ApiError | undefined {
  const [amount, currency] = [params.get('amount'), params.get('currency')]
  if (!operation.params.amount || (!amount && !currency)) return undefined
  if (!amount || !currency) return apiError('INVALID_PARAMETER', 'amount and currency come together')
  if (minorUnits(amount, currency) !== undefined) return undefined
  return apiError('INVALID_AMOUNT', 'amount is no positive amount of this currency')
}

function checkCurrency({ endpoint, params }: Call, operation: Operation, settings: Settings) {
  const served = settings.endpoints.get(endpoint)?.currencies ?? []
  const currency = params.get('currency')
  if (!operation.params.currency || !currency || served === '*' || served.includes(currency)) return undefined
  return apiError('CURRENCY_NOT_SERVED', 'the endpoint does not take this currency')
}
