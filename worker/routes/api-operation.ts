/** What the interface's table of operations consists of. The table is kept to by `serve`, and told by `document`. */
import type { z } from 'zod'
import type { MerchantScope } from '../../shared/merchant-key.ts'
import type { ProblemCode } from '../../shared/problem.ts'
import type { Scope } from '../credentials/order-tokens.ts'

/** Method and path, such as `GET /v1/orders/{id}`. */
export type Verb = 'GET' | 'POST'

/** What a merchant key has to allow. Of several scopes one lets the caller in; which one is needed depends on the body. */
export type MerchantAccess = MerchantScope | readonly MerchantScope[]

/** What an operation answers when all goes well. */
export interface Reply {
  readonly status: 101 | 200 | 303
  readonly description: string
  /** Shape of its JSON; else the media type of what is no JSON. Neither: nothing worth reading. */
  readonly body?: z.ZodType | 'text/html' | 'text/plain'
  /** Header → what it says. */
  readonly headers?: Readonly<Record<string, string>>
}

/** One row of the table. */
export interface Operation {
  readonly route: `${Verb} /${string}`
  readonly tag: 'shopper' | 'merchant' | 'gateway' | 'edge'
  /** A sentence without its full stop. */
  readonly summary: string
  readonly about?: string
  /** Which browser pages may call it: any, those of the shop, none but the edge's own; `-`: nothing is said to pages. */
  readonly pages: 'any' | 'shop' | 'merchant' | '-'
  /** What the token of an order, or a merchant key, has to allow. Neither: anybody may ask. */
  readonly access: { readonly token?: Scope; readonly merchant?: MerchantAccess }
  /** Its handler checks the access, since the token comes in another way. */
  readonly isSelfChecked?: true
  /** Whether it needs an `Idempotency-Key`. */
  readonly isKeyed?: true
  /** Parts of the path besides `{id}` of an order. */
  readonly path?: Readonly<Record<string, string>>
  readonly query?: z.ZodObject
  /** Shape of the JSON body. */
  readonly body?: z.ZodType
  /** Names of a form body, each with what it holds; read by the handler. */
  readonly form?: Readonly<Record<string, string>>
  readonly reply: Reply
  /** What it may answer instead, as well when all goes well; each with another status. */
  readonly otherReplies?: readonly Reply[]
  /** Codes of its own, besides those that follow from the columns above. */
  readonly problems: readonly ProblemCode[]
}

/** Keeps each row's own types. */
export const rows = <const Rows extends Record<string, Operation>>(table: Rows) => table

/** @returns The method and the path of a row. */
export function partsOf({ route }: Operation): { readonly verb: Verb; readonly path: string } {
  const [verb = '', path = ''] = route.split(' ')
  return { verb: verb as Verb, path }
}
