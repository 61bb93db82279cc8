/** The types of the contract, read off its schemas. A file that imports a type loads no validator. */
import type { z } from 'zod'

/**
 * A value of a schema, read-only to its last member. Unlike `z.output`, it keeps the comments of the schema's members,
 * so that an editor shows them at the value.
 */
export type Output<Schema extends z.core.SomeType> =
  Schema extends z.ZodExactOptional<infer Inner>
    ? Output<Inner>
    : Schema extends z.ZodArray<infer Item>
      ? readonly Output<Item>[]
      : Schema extends z.ZodObject<infer Shape>
        ? Members<Shape>
        : ReadOnly<z.output<Schema>>

type Members<Shape extends z.core.$ZodShape> = {
  readonly [Name in keyof Omit<Shape, Optional<Shape>>]: Output<Shape[Name]>
} & {
  readonly [Name in keyof Pick<Shape, Optional<Shape>>]?: Output<Shape[Name]>
}

type Optional<Shape extends z.core.$ZodShape> = {
  [Name in keyof Shape]: Shape[Name] extends z.ZodExactOptional ? Name : never
}[keyof Shape]

type ReadOnly<Value> = Value extends readonly (infer Item)[]
  ? readonly ReadOnly<Item>[]
  : Value extends object
    ? { readonly [Name in keyof Value]: ReadOnly<Value[Name]> }
    : Value
