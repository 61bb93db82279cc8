/** What each operation of the edge's API declares. `serve` enforces it, and `openapi/document` describes it. */
import type { z } from 'zod'
import type { MerchantScope } from '../../shared/merchant-key.ts'
import type { ProblemCode } from '../../shared/problem.ts'
import type { BudgetName } from '../limits/coarse-limit.ts'
import type { EdgeContext } from './context.ts'
import type { LongerBody } from './request-body.ts'

/** Method and path, such as `GET /v1/orders/{id}`. */
export type Verb = 'GET' | 'POST' | 'PUT'

/** The scope that a merchant key needs. Of several, any one will do here; the body decides which the handler asks for. */
export type MerchantAccess = MerchantScope | readonly MerchantScope[]

/** What an operation asks of an order's token: to pay, to look, the link itself, or any of them. */
export type TokenAccess = 'pay' | 'view' | 'link' | 'any'

/** A successful response. */
export interface Reply {
  readonly status: 101 | 200 | 303 | 304
  readonly description: string
  /** Schema of its JSON, or the media type of anything else. Absent: the response has no body to read. */
  readonly body?: z.ZodType | 'text/html' | 'text/plain' | 'text/csv'
  /** Header → description. */
  readonly headers?: Readonly<Record<string, string>>
}

/** One operation of the API, without its handler. */
export interface ApiOperation {
  readonly route: `${Verb} /${string}`
  /** Its callers. Those of `gateway` and `page` get their addresses from the edge, so the public document leaves them out. */
  readonly tag: 'shopper' | 'merchant' | 'edge' | 'gateway' | 'page'
  /** A sentence without its full stop. */
  readonly summary: string
  readonly about?: string
  /** Which browser pages may call it: any, the shop's, or the edge's own only (`merchant`). `-`: no CORS headers at all. */
  readonly pages: 'any' | 'shop' | 'merchant' | '-'
  /** The scope that an order's token or a merchant key needs. Neither: the operation is public. */
  readonly access: { readonly token?: TokenAccess; readonly merchant?: MerchantAccess }
  /** The handler checks access itself, because the token arrives in another way. */
  readonly isSelfChecked?: true
  /** The budget that its requests are counted on, if not the one that follows from `access` (`request-budget`). */
  readonly budget?: BudgetName
  /** It may open an order. */
  readonly opensOrders?: true
  /** It requires an `Idempotency-Key`. */
  readonly isKeyed?: true
  /** Path parameters other than an order's `{id}`, each with its description. */
  readonly path?: Readonly<Record<string, string>>
  readonly query?: z.ZodObject
  /** Schema of the JSON body. */
  readonly body?: z.ZodType
  /** When its JSON body may be longer than the usual one. */
  readonly longerBody?: (c: EdgeContext) => LongerBody
  /** Form fields with their descriptions. The handler reads them. */
  readonly form?: Readonly<Record<string, string>>
  readonly reply: Reply
  /** Other successful responses, each with a status of its own. */
  readonly otherReplies?: readonly Reply[]
  /** Problem codes of its own; those that follow from the members above are added (`openapi/possible-problems`). */
  readonly problems: readonly ProblemCode[]
}

/** @returns The method and the path of an operation. */
export function partsOf({ route }: Pick<ApiOperation, 'route'>): {
  readonly verb: Verb
  readonly path: string
} {
  const [verb = '', path = ''] = route.split(' ')
  return { verb: verb as Verb, path }
}
