/** Puts an operation of the API and its handler together, so that the handler is typed by what the operation declares. */
import type { z } from 'zod'
import type { Merchant } from '../credentials/merchant-keys.ts'
import type { ApiOperation, MerchantAccess, TokenAccess } from './api-operation.ts'
import type { Authorized, Caller } from './authorize.ts'
import type { EdgeContext } from './context.ts'

/** A request after `serve` has checked everything that its operation declares. */
interface OperationRequest<Declared extends ApiOperation> {
  /** The order's id from the path; empty if the path has none. */
  readonly id: string
  readonly caller: CallerOf<Declared>
  /** The `Idempotency-Key`; empty if none is required. */
  readonly key: string
  readonly body: Declared extends { body: infer Shape extends z.ZodType } ? z.output<Shape> : undefined
  readonly query: Declared extends { query: infer Shape extends z.ZodType } ? z.output<Shape> : undefined
}

type CallerOf<Declared extends ApiOperation> = Declared extends { isSelfChecked: true }
  ? undefined
  : Declared['access'] extends { token: TokenAccess; merchant: MerchantAccess }
    ? Caller
    : Declared['access'] extends { token: TokenAccess }
      ? Authorized
      : Declared['access'] extends { merchant: MerchantAccess }
        ? Merchant
        : undefined

/** Answers one operation. */
export type OperationHandler<Declared extends ApiOperation> = (
  c: EdgeContext,
  request: OperationRequest<Declared>,
) => Response | Promise<Response>

/** An operation with its handler, as the list of operations holds it. */
export type HandledOperation = ApiOperation & {
  /** Each handler takes only the request that its own operation declares. */
  readonly handler: (c: EdgeContext, request: never) => Response | Promise<Response>
}

/** Defines an operation. Add it to `operation-list.ts` to serve and document it. */
export const operation = <const Declared extends ApiOperation>(
  declared: Declared,
  handler: OperationHandler<Declared>,
) => ({ ...declared, handler })
