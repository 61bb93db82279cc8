/** Asserts at compile time that a schema and a type match. */
import type { z } from 'zod'

/** Makes every member required: assignability alone misses an optional member that one side lacks. */
type AllNeeded<Value> = Value extends readonly (infer Item)[]
  ? readonly AllNeeded<Item>[]
  : Value extends object
    ? { readonly [Name in keyof Value]-?: AllNeeded<Value[Name]> }
    : Value

/** Makes every list readonly. */
type ReadOnly<Value> = Value extends readonly (infer Item)[]
  ? readonly ReadOnly<Item>[]
  : Value extends object
    ? { readonly [Name in keyof Value]: ReadOnly<Value[Name]> }
    : Value

type AreAssignable<Left, Right> = [Left] extends [Right] ? ([Right] extends [Left] ? true : false) : false

/** Whether a schema's output is exactly a type: the same members, optional in both or in neither. */
export type Same<Shape extends z.ZodType, Type> =
  AreAssignable<ReadOnly<z.output<Shape>>, ReadOnly<Type>> extends true
    ? AreAssignable<AllNeeded<z.output<Shape>>, AllNeeded<Type>>
    : false

/** Fails to compile unless its argument is `true`. */
export type Fact<Truth extends true> = Truth
