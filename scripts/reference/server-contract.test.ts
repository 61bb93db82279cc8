import { expect, it } from 'vitest'
import type * as package_ from '../../packages/server/src/contract.generated.ts'
import type { Receipt } from '../../packages/server/src/receipts.ts'
import type { CardInfo, SessionReply } from '../../shared/http-bodies.ts'
import type { ListedOrder, OrderSums } from '../../shared/order-list.ts'
import type { MerchantOrderView, OrderView, RefreshedOrderView } from '../../shared/order-view.ts'
import type { ProblemCode } from '../../shared/problem.ts'
import type { ReceiptOrder } from '../../worker/credentials/receipts.ts'
import type { ApiDocument } from './api-document-shape.ts'
import { serverContract } from './server-contract.ts'

type Same<One, Other> = [One] extends [Other] ? ([Other] extends [One] ? true : false) : false

/** Compiles only for `true`. */
const fact = <Holds extends true>(holds: Holds = true as Holds) => holds

type Answer<Name extends keyof package_.MerchantOperations> = Awaited<
  ReturnType<package_.MerchantOperations[Name]>
>

it('has the types of the contract between page and edge', () => {
  const facts = [
    fact<Same<package_.MerchantOrder, MerchantOrderView>>(),
    fact<Same<package_.Order, OrderView>>(),
    fact<Same<package_.RefreshedOrder, RefreshedOrderView>>(),
    fact<Same<package_.ListedOrder, ListedOrder>>(),
    fact<Same<package_.OrderSums, OrderSums>>(),
    fact<Same<package_.CardInfo, CardInfo>>(),
    fact<Same<package_.OpenedSession, SessionReply>>(),
    fact<Same<package_.ProblemCode, ProblemCode>>(),
    fact<Same<Answer<'getOrder'>, package_.OrderDetails>>(),
    fact<Same<Answer<'cancelOrder'>, MerchantOrderView>>(),
    fact<Same<Omit<Receipt, 'iss' | 'sub' | 'iat'>, Omit<ReceiptOrder, 'id'>>>(),
  ]

  expect(facts).not.toContain(false)
})

/** A document with one operation. */
const document = (operation: object, schemas: object = {}) =>
  ({
    paths: { '/v1/orders/{id}/return': { post: operation } },
    webhooks: {},
    components: { schemas: { FollowUp: {}, MerchantOrder: {}, ...schemas } },
  }) as unknown as ApiDocument

const OPERATION = {
  ...{ operationId: 'returnOrder', summary: 'Refunds', tags: ['merchant'] },
  security: [{ merchantKey: ['refund'] }],
  parameters: [{ name: 'Idempotency-Key', in: 'header', required: true, schema: {} }],
  responses: { 200: { content: { 'application/json': { schema: { $ref: '#/c/MerchantOrder' } } } } },
}

it('demands a name of an operation that takes a key', () => {
  expect(serverContract(document(OPERATION))).toContain(
    'readonly refund: (order: OrderRef, request: Named, options?: CallOptions) => Promise<MerchantOrder>',
  )
})

it('demands none of another', () => {
  expect(serverContract(document({ ...OPERATION, parameters: [] }))).toContain(
    'readonly refund: (order: OrderRef, options?: CallOptions) => Promise<MerchantOrder>',
  )
})

it('writes what a schema says, and the schemas that it names', () => {
  const schemas = {
    MerchantOrder: {
      properties: {
        lines: { items: { $ref: '#/c/Line' } },
        status: { items: { enum: ['open', 'sending'] }, description: 'Oldest first.' },
        counts: { type: 'object', additionalProperties: { type: 'integer' } },
      },
      required: ['lines'],
    },
    Line: { anyOf: [{ type: 'string' }, { const: 1 }] },
    Unused: { type: 'string' },
  }

  const text = serverContract(document(OPERATION, schemas))

  expect(text).toContain(`export interface MerchantOrder {
  readonly lines: readonly Line[]
  /** Oldest first. */
  readonly status?: readonly ('open' | 'sending')[]
  readonly counts?: { readonly [name: string]: number }
}`)
  expect(text).toContain('export type Line = string | 1')
  expect(text).not.toContain('Unused')
})
