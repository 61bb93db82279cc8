import type { Backend } from '../backend.ts'
import { executeWithFaults, send } from '../faults/apply-faults.ts'
import type { Execute } from '../faults/reply-faults.ts'
import { minorUnits } from '../money/minor-units.ts'
import type { Operation } from '../operations/handler.ts'
import { operationAt } from '../operations/operation-table.ts'
import type { Settings } from '../settings.ts'
import { type Call, readCall } from './call.ts'
import { type Refusal, refusal } from './error-codes.ts'
import { checkFields, clientOrderIdOf } from './params.ts'
import { refused } from './reply.ts'

/**
 * Answers one request to the programming interface, under the fault rules that match it.
 *
 * Every request is counted, also one that is refused or dropped.
 */
export async function answer(request: Request, backend: Backend): Promise<Response> {
  const call = await readCall(request)
  const [name, operation] = operationAt(call.prefix)
  const clientOrderId = clientOrderIdOf(call.fields)
  const rules = backend.faults.matching(name, clientOrderId)
  const { reply, fired } = executeWithFaults(rules, call, carrierOf(call, operation, backend), backend)

  backend.faults.count('request', fired)
  const faults = fired.map(({ rule }) => rule.fault)
  const { outcome } = reply
  backend.store.addRequest({ operation: name, clientOrderId, outcome, faults, at: backend.now() })
  return send({ reply, fired })
}

/** Checks a request once and carries it out as often as it is told to: a nonce, for one, is used up by the check. */
function carrierOf(call: Call, operation: Operation | undefined, backend: Backend): Execute {
  let check: { readonly problem: Refusal | undefined } | undefined
  return (asked) => {
    if (call.problem) return refused(asked, call.problem)
    if (!operation) return refused(asked, refusal('UNKNOWN_OPERATION', 'the path names no operation'))
    check ??= { problem: problemOf(call, operation, backend) }
    return check.problem ? refused(asked, check.problem) : operation.handle(asked, backend)
  }
}

function problemOf(call: Call, operation: Operation, backend: Backend): Refusal | undefined {
  const { settings } = backend
  return (
    checkEndpoint(call, settings) ??
    checkFields(call.fields, operation.fields) ??
    checkLogin(call, operation, settings) ??
    checkAmount(call, operation) ??
    operation.auth(call, backend) ??
    checkCurrency(call, operation, settings)
  )
}

function checkEndpoint({ endpoint, group }: Call, { endpoints }: Settings): Refusal | undefined {
  const known = endpoints.get(endpoint)
  if (known && (known.group || !group)) return undefined
  return refusal('UNKNOWN_ENDPOINT', 'the path names no endpoint of this merchant')
}

function checkLogin({ fields }: Call, operation: Operation, { login }: Settings): Refusal | undefined {
  const rule = operation.fields.login
  const given = fields.get('login') ?? ''
  if (!rule || given === login || (!given && !rule.required)) return undefined
  return refusal('UNKNOWN_LOGIN', 'login is not known')
}

function checkAmount({ fields }: Call, operation: Operation): Refusal | undefined {
  const [amount, currency] = [fields.get('amount'), fields.get('currency')]
  if (!operation.fields.amount || (!amount && !currency)) return undefined
  if (!amount || !currency) return refusal('INVALID_PARAMETER', 'amount and currency come together')
  if (minorUnits(amount, currency) !== undefined) return undefined
  return refusal('INVALID_AMOUNT', 'amount is no positive amount of this currency')
}

function checkCurrency({ endpoint, fields }: Call, operation: Operation, settings: Settings) {
  const served = settings.endpoints.get(endpoint)?.currencies ?? []
  const currency = fields.get('currency')
  if (!operation.fields.currency || !currency || served === '*' || served.includes(currency)) return undefined
  return refusal('CURRENCY_NOT_SERVED', 'the endpoint does not take this currency')
}
