/**
 * What of the merchant's interface the desk posts to, by the contract of the merchants' package. Types alone: they leave
 * nothing in the desk's script.
 */
import type { OPERATIONS } from '../../packages/server/src/contract.generated.ts'

type Operation = (typeof OPERATIONS)[keyof typeof OPERATIONS]

/** What stands below the address of an order or a product, for each operation by itself. */
type Paths<Row extends Operation> = Row['route'] extends infer Route
  ? Route extends `POST /v1/${'orders/{id}' | 'products/{product}'}/${infer Path}`
    ? Path
    : never
  : never

/** Of what happens once per `Idempotency-Key`, and is refused without one. */
export type KeyedPath = Paths<Extract<Operation, { readonly isKeyed: true }>>

/** Of what a repeat does no harm. */
export type UnkeyedPath = Exclude<Paths<Operation>, KeyedPath>
