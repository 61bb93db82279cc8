/** The input type of each operation, derived from its row. */
import type { Money } from './operation-row.ts'

type ValueOf<From> = From extends 'amount' ? Money : string

/** Names of the values that a row's required or optional fields take. The login comes with the target. */
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

/** One set of a choice, without values that only the other sets have. */
type OneOf<Sets> = {
  [Name in keyof Sets]: ValuesOf<Sets[Name]> & {
    readonly [From in Exclude<NamesInAny<Sets>, NamesOf<Sets[Name], string>>]?: undefined
  }
}[keyof Sets]

/** Requires every choice. Inferring from function arguments turns the union of choices into an intersection. */
type EveryChoice<Choices> = {
  [Name in keyof Choices]: (made: OneOf<Choices[Name]>) => void
}[keyof Choices] extends (made: infer Made) => void
  ? Made
  : never

/** The values of a row. A missing one, or one of a set that is not chosen, fails to compile. */
export type InputOf<Row extends { readonly fields: object }> = ValuesOf<Row['fields']> &
  (Row extends { readonly choices: infer Choices } ? EveryChoice<Choices> : unknown)
