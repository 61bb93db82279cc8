/** Registers what the interface's table says, and keeps to its columns, so that the document cannot be wrong about them. */
import type { Handler, MiddlewareHandler } from 'hono'
import type { HonoBase } from 'hono/hono-base'
import type { z } from 'zod'
import { accepted, type Result, refused } from '../../shared/result.ts'
import type { Merchant } from '../credentials/merchant-keys.ts'
import { IDEMPOTENCY_KEY, ORDER_ID } from '../credentials/order-id.ts'
import type { Scope } from '../credentials/order-tokens.ts'
import type { Refusal } from '../domain/refusal.ts'
import { type MerchantAccess, type Operation, partsOf } from './api-operation.ts'
import { type Authorized, authorize, authorizeEither, authorizeMerchant, type Caller } from './authorize.ts'
import type { Edge, EdgeContext } from './context.ts'
import { anyPage, merchantServers, shopPages } from './cors.ts'
import { INTERFACE, type Interface, type OperationName } from './operation-list.ts'
import { readJson, readQuery } from './request-body.ts'
import { problem } from './respond.ts'
import { route } from './route.ts'

/** What an operation was asked, after everything that its row says was checked. */
export interface Asked<Row extends Operation> {
  /** The order's id, as the path names it; empty where it names none. */
  readonly id: string
  readonly caller: CallerOf<Row>
  /** The `Idempotency-Key`; empty where none is needed. */
  readonly key: string
  readonly body: Row extends { body: infer Shape extends z.ZodType } ? z.output<Shape> : undefined
  readonly query: Row extends { query: infer Shape extends z.ZodType } ? z.output<Shape> : undefined
}

type CallerOf<Row extends Operation> = Row extends { isSelfChecked: true }
  ? undefined
  : Row['access'] extends { token: Scope; merchant: MerchantAccess }
    ? Caller
    : Row['access'] extends { token: Scope }
      ? Authorized
      : Row['access'] extends { merchant: MerchantAccess }
        ? Merchant
        : undefined

/** What answers one operation. */
export type HandlerOf<Name extends OperationName> = (
  c: EdgeContext,
  asked: Asked<Interface[Name]>,
) => Response | Promise<Response>

/** What answers some of the operations. */
export type HandlersOf<Names extends OperationName> = { readonly [Name in Names]: HandlerOf<Name> }

const PAGES: readonly [Operation['pages'], MiddlewareHandler<Edge> | undefined][] = [
  ['any', anyPage],
  ['merchant', merchantServers],
  ['shop', undefined],
  ['-', undefined],
]

/** Adds every operation of the table. One without a handler, or a handler without a row, does not compile. */
export function serve(app: HonoBase<Edge>, handlers: HandlersOf<OperationName>): void {
  for (const [pages, guard] of PAGES) {
    // What is not in the table answers pages of the shop all the same, so that they can read that it is not there.
    if (pages === 'shop') app.use('/v1/*', shopPages)
    for (const [path, names] of pathsFor(pages)) {
      if (guard) app.use(path, guard)
      route(
        app,
        path,
        Object.fromEntries(names.map((name) => [partsOf(INTERFACE[name]).verb, handled(name, handlers)])),
      )
    }
  }
}

/** Paths whose operations are open to these pages, as the router writes them. */
function pathsFor(pages: Operation['pages']) {
  const names = Object.keys(INTERFACE) as OperationName[]
  const own = names.filter((name) => INTERFACE[name].pages === pages)
  return Map.groupBy(own, (name) => partsOf(INTERFACE[name]).path.replace(/\{(\w+)\}/g, ':$1'))
}

function handled(name: OperationName, handlers: HandlersOf<OperationName>): Handler<Edge> {
  // Each handler takes what its own row gives; over all rows at once the compiler cannot follow that.
  const answer = handlers[name] as (c: EdgeContext, asked: unknown) => Response | Promise<Response>
  const row: Operation = INTERFACE[name]
  return async (c) => {
    const asked = await askedOf(c, row)
    return asked.ok ? answer(c, asked.value) : problem(c, asked.reason)
  }
}

async function askedOf(c: EdgeContext, row: Operation): Promise<Result<object, Refusal>> {
  const caller = row.isSelfChecked ? accepted(undefined) : await callerOf(c, row)
  if (!caller.ok) return caller
  const key = row.isKeyed ? (c.req.header('Idempotency-Key') ?? '') : ''
  if (row.isKeyed && !IDEMPOTENCY_KEY.test(key)) return refused({ code: 'idempotency-key-missing' })
  const query = row.query && !row.isSelfChecked ? readQuery(c.req.query(), row.query) : accepted(undefined)
  if (!query.ok) return query
  const body = row.body ? await readJson(c.req.raw, row.body) : accepted(undefined)
  if (!body.ok) return body
  return accepted({
    id: c.req.param('id') ?? '',
    caller: caller.value,
    key,
    query: query.value,
    body: body.value,
  })
}

async function callerOf(
  c: EdgeContext,
  { access: { token, merchant } }: Operation,
): Promise<Result<Authorized | Caller | Merchant | undefined, Refusal>> {
  if (token && merchant) return authorizeEither(c, token, merchant)
  if (token) return authorize(c, token)
  if (!merchant) return accepted(undefined)
  const allowed = await authorizeMerchant(c, merchant)
  const id = c.req.param('id')
  // An id that no order can have would make an object all the same.
  return allowed.ok && id !== undefined && !ORDER_ID.test(id) ? refused({ code: 'not-found' }) : allowed
}
