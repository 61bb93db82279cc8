import type { Backend } from './backend.ts'
import { type Call, readCall } from './call.ts'
import { REQUEST_FAULTS } from './faults.ts'
import { checkFields, clientOrderIdOf } from './fields.ts'
import { minorUnits } from './minor-units.ts'
import type { Operation } from './operations/operation.ts'
import { operationAt } from './operations.ts'
import { type Refusal, refusal } from './refusals.ts'
import { type Reply, refused, toResponse } from './reply.ts'
import type { Settings } from './settings.ts'

/**
 * Answers one request to the programming interface, under the fault rules that match it.
 *
 * Every request is counted, also one that is refused or dropped.
 */
export async function answer(request: Request, backend: Backend): Promise<Response> {
  const call = await readCall(request)
  const [name, operation] = operationAt(call.prefix)
  const clientOrderId = clientOrderIdOf(call.fields)
  const rules = backend.faults.take(name, clientOrderId)
  const faults = rules.flatMap((rule) => ({ ...REQUEST_FAULTS[rule.fault], rule }))

  const instead = faults.find((fault) => fault.instead)
  const reply = instead?.instead?.(call) ?? carryOut(call, operation, backend)
  const outcome = instead?.rule.fault ?? reply.outcome
  backend.store.addRequest({ operation: name, clientOrderId, outcome, at: backend.now() })

  for (const { rule } of faults) if (rule.fault === 'delay') await scheduler.wait(rule.delayMs ?? 0)
  let { body } = reply
  for (const { change, rule } of faults) body = change?.(body, rule) ?? body
  return (faults.find((fault) => fault.write)?.write ?? toResponse)({ ...reply, body })
}

function carryOut(call: Call, operation: Operation | undefined, backend: Backend): Reply {
  if (call.problem) return refused(call, call.problem)
  if (!operation) return refused(call, refusal('UNKNOWN_OPERATION', 'the path names no operation'))
  const problem = problemOf(call, operation, backend)
  return problem ? refused(call, problem) : operation.handle(call, backend)
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
  if (!operation.fields.login || fields.get('login') === login) return undefined
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
