/** Lets the compiler hold a shape to a type. */
import type { z } from 'zod'

/** The same with every member needed: assignability alone does not notice an optional member that one side lacks. */
type AllNeeded<Value> = Value extends readonly (infer Item)[]
  ? readonly AllNeeded<Item>[]
  : Value extends object
    ? { readonly [Name in keyof Value]-?: AllNeeded<Value[Name]> }
    : Value

/** The same with every list unchangeable. */
type ReadOnly<Value> = Value extends readonly (infer Item)[]
  ? readonly ReadOnly<Item>[]
  : Value extends object
    ? { readonly [Name in keyof Value]: ReadOnly<Value[Name]> }
    : Value

type AreAssignable<Left, Right> = [Left] extends [Right] ? ([Right] extends [Left] ? true : false) : false

/** Whether a shape gives exactly a type: the same members, optional where they are. */
export type Same<Shape extends z.ZodType, Type> =
  AreAssignable<ReadOnly<z.output<Shape>>, ReadOnly<Type>> extends true
    ? AreAssignable<AllNeeded<z.output<Shape>>, AllNeeded<Type>>
    : false

/** Does not compile unless it is true. */
export type Fact<Truth extends true> = Truth
