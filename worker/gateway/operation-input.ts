/** What a row of the operation table needs to be told, worked out by the compiler. */
import type { Money } from './operation-row.ts'

type ValueOf<From> = From extends 'amount' ? Money : string

/** Names of the values that fill fields with a need. The login comes with the destination. */
type NamesOf<Fields, Need> = {
  [Wire in keyof Fields]: Fields[Wire] extends { from: infer From extends string; need: Need }
    ? Exclude<From, 'login'>
    : never
}[keyof Fields]

type ValuesOf<Fields> = {
  readonly [From in NamesOf<Fields, 'required'>]: ValueOf<From>
} & {
  readonly [From in NamesOf<Fields, 'optional'>]?: ValueOf<From> | undefined
}

type NamesInAny<Sets> = { [Name in keyof Sets]: NamesOf<Sets[Name], string> }[keyof Sets]

/** One set of a choice; what belongs to the others alone must be left out. */
type OneOf<Sets> = {
  [Name in keyof Sets]: ValuesOf<Sets[Name]> & {
    readonly [From in Exclude<NamesInAny<Sets>, NamesOf<Sets[Name], string>>]?: undefined
  }
}[keyof Sets]

/** Every choice has to be made. Functions are compared by their argument, which joins the unions into one. */
type EveryChoice<Choices> = {
  [Name in keyof Choices]: (made: OneOf<Choices[Name]>) => void
}[keyof Choices] extends (made: infer Made) => void
  ? Made
  : never

/** Values that a row has to be given: a missing one, or one of a set that was not chosen, is a compile error. */
export type InputOf<Row extends { readonly fields: object }> = ValuesOf<Row['fields']> &
  (Row extends { readonly choices: infer Choices } ? EveryChoice<Choices> : unknown)
