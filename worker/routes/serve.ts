/** Registers every operation of the list and enforces what each declares, so that the API document cannot be wrong. */
import type { Handler, MiddlewareHandler } from 'hono'
import type { HonoBase } from 'hono/hono-base'
import { accepted, type Result, refused } from '../../shared/result.ts'
import type { Merchant } from '../credentials/merchant-keys.ts'
import { IDEMPOTENCY_KEY, ORDER_ID } from '../credentials/order-id.ts'
import type { Refusal } from '../domain/refusal.ts'
import { type ApiOperation, partsOf } from './api-operation.ts'
import { type Authorized, authorize, authorizeEither, authorizeMerchant, type Caller } from './authorize.ts'
import type { Edge, EdgeContext } from './context.ts'
import { anyPage, merchantServers, shopPages } from './cors.ts'
import type { HandledOperation } from './define-operation.ts'
import { placeRefusal } from './order-place.ts'
import { readJson, readQuery } from './request-body.ts'
import { budgetRefusal } from './request-budget.ts'
import { problem } from './respond.ts'
import { refuseAddress } from './unknown-address.ts'

const PAGES: readonly [ApiOperation['pages'], MiddlewareHandler<Edge> | undefined][] = [
  ['any', anyPage],
  ['merchant', merchantServers],
  ['shop', undefined],
  ['-', undefined],
]

/** Adds every operation to the application. */
export function serve(app: HonoBase<Edge>, operations: Readonly<Record<string, HandledOperation>>): void {
  const left = byPath(Object.values(operations))
  for (const [pages, guard] of PAGES) {
    // Covers unknown paths too, so that a page of the shop can read the 404.
    if (pages === 'shop') app.use('/v1/*', shopPages)
    for (const [path, own] of byPath(Object.values(operations).filter((one) => one.pages === pages))) {
      const others = (left.get(path) ?? []).filter((one) => !own.includes(one))
      if (guard) app.use(path, exceptFor(others, guard))
      for (const one of own) app.on(partsOf(one).verb, path, handled(one))
      left.set(path, others)
      if (others.length === 0) refuseOthers(app, path, operations)
    }
  }
}

/** Path, as the router writes it → its operations. */
const byPath = (operations: readonly HandledOperation[]) => Map.groupBy(operations, pathOf)

const pathOf = (operation: HandledOperation) => partsOf(operation).path.replace(/\{(\w+)\}/g, ':$1')

/** A path may have methods for other pages than the rest: those get a guard of their own. */
function exceptFor(
  others: readonly HandledOperation[],
  guard: MiddlewareHandler<Edge>,
): MiddlewareHandler<Edge> {
  const methods: readonly string[] = others.map((one) => partsOf(one).verb)
  return (c, next) => (methods.includes(c.req.method) ? next() : guard(c, next))
}

/** Any other method of a path gets a 405 that lists its own (RFC 9110 §15.5.6). */
function refuseOthers(
  app: HonoBase<Edge>,
  path: string,
  operations: Readonly<Record<string, HandledOperation>>,
): void {
  const own = Object.values(operations).filter((one) => pathOf(one) === path)
  const methods = own.map((one) => partsOf(one).verb)
  app.all(path, (c) => {
    c.header('Allow', methods.join(', '))
    return refuseAddress(c, 'method-not-allowed')
  })
}

function handled(operation: HandledOperation): Handler<Edge> {
  return async (c) => {
    const request = await checkedRequest(c, operation)
    if (!request.ok) return problem(c, request.reason)
    const misplaced = isOpenToStrangers(operation) ? undefined : await placeRefusal(c, operation)
    if (misplaced) return problem(c, misplaced)
    // The type is lost in the list: `checkedRequest` makes exactly what this operation's handler takes.
    return operation.handler(c, request.value as never)
  }
}

/** Where anybody may open an order, the handler asks for its place, once it has verified the offer. */
const isOpenToStrangers = ({ opensOrders, access }: ApiOperation) =>
  opensOrders && !access.token && !access.merchant

async function checkedRequest(c: EdgeContext, operation: ApiOperation): Promise<Result<object, Refusal>> {
  const caller = operation.isSelfChecked ? accepted(undefined) : await callerOf(c, operation)
  if (!caller.ok) return caller
  const spent = operation.isSelfChecked ? undefined : await budgetRefusal(c, operation, caller.value)
  if (spent) return refused(spent)
  const key = operation.isKeyed ? (c.req.header('Idempotency-Key') ?? '') : ''
  if (operation.isKeyed && !IDEMPOTENCY_KEY.test(key)) return refused({ code: 'idempotency-key-missing' })
  const isQueryChecked = operation.query && !operation.isSelfChecked
  const query = isQueryChecked
    ? readQuery(new URL(c.req.url).searchParams, operation.query)
    : accepted(undefined)
  if (!query.ok) return query
  const body = operation.body
    ? await readJson(c.req.raw, operation.body, bodyLimits(c, operation))
    : accepted(undefined)
  if (!body.ok) return body
  return accepted({
    id: c.req.param('id') ?? '',
    caller: caller.value,
    key,
    query: query.value,
    body: body.value,
  })
}

const bodyLimits = (c: EdgeContext, { longerBody }: ApiOperation) => ({
  deadlineMs: c.get('config').times.bodyDeadline,
  longer: longerBody?.(c),
})

async function callerOf(
  c: EdgeContext,
  { access: { token, merchant } }: ApiOperation,
): Promise<Result<Authorized | Caller | Merchant | undefined, Refusal>> {
  if (token && merchant) return authorizeEither(c, token, merchant)
  if (token) return authorize(c, token)
  if (!merchant) return accepted(undefined)
  const allowed = await authorizeMerchant(c, merchant)
  const id = c.req.param('id')
  // Addressing an impossible id would still create a Durable Object.
  return allowed.ok && id !== undefined && !ORDER_ID.test(id) ? refused({ code: 'not-found' }) : allowed
}
