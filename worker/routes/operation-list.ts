/** The whole interface of the edge: what is not in this table is not served, and what is in it is in the document. */

import type { Operation } from './api-operation.ts'
import { gatewayOperations } from './gateway-operations.ts'
import { merchantOperations } from './merchant-operations.ts'
import { edgeOperations, shopperOperations } from './shopper-operations.ts'

/** Name → row. Names are the document's operation ids: clients are generated from them, so they stay. */
export const INTERFACE = {
  ...edgeOperations,
  ...merchantOperations,
  ...shopperOperations,
  ...gatewayOperations,
} as const satisfies Readonly<Record<string, Operation>>

export type Interface = typeof INTERFACE
export type OperationName = keyof Interface
