/** Describes a request from a row of the operation table. Pure: no clock, no storage, no network. */
import { toDecimal } from '../../shared/money.ts'
import { FORMATS } from './field-formats.ts'
import type { ControlPart, Field, Fields, Money, Operation, Spelling } from './operation-row.ts'

/** Where a request goes, and as which merchant. */
export interface GatewayTarget {
  /** Base address with its path prefix, ending before `/api`. */
  readonly url: string
  readonly login: string
  /** The endpoint's part of the path, such as `1001` or `group/7`. */
  readonly endpointPath: string
  /** The signed identifier of the endpoint, without `group/`. */
  readonly endpointId: string
}

/** Values of a request under our names, not the wire's. */
export type Values = Readonly<Record<string, string | Money | undefined>>

/** Setting of the profile → spelling of its fields. */
export type Spellings = Readonly<Partial<Record<Spelling, string>>>

/** A request before it is signed. */
export interface RequestDescription {
  readonly url: string
  /** Wire names and values, in the order of the table. */
  readonly fields: readonly (readonly [name: string, value: string])[]
  /** Parts of the control, in order; empty for values that are not sent. */
  readonly controlValues: readonly string[]
}

/**
 * Describes one request.
 *
 * The gateway trims values, so they are trimmed before signing too. Empty optional values are not sent.
 *
 * @param spellings Other fields are spelled as in the table.
 * @throws {TypeError} If a value is missing, too long or invalid, which the caller has to prevent. The message names the
 *   field, never its value.
 */
export function describeRequest(
  operation: Operation,
  destination: GatewayTarget,
  input: Values,
  spellings: Spellings = {},
): RequestDescription {
  const values: Values = { ...input, login: destination.login }
  const texts = Object.entries(fieldsFor(operation, values)).map(
    ([name, field]) =>
      [spellingOf(name, field, spellings), field.from, sendable(name, field, values[field.from])] as const,
  )
  const sent = texts.filter(([, , text]) => text)
  const signed = new Map(sent.map(([, from, text]) => [from, text]))
  return {
    url: `${destination.url}${operation.path}/${endpointIn(operation, destination)}`,
    fields: sent.map(([name, , text]) => [name, text]),
    controlValues: operation.control.map((part) => controlText(part, signed, values, destination)),
  }
}

const spellingOf = (name: string, { spelling }: Field, spellings: Spellings) =>
  (spelling && spellings[spelling]) ?? name

const endpointIn = ({ group }: Operation, { endpointPath, endpointId }: GatewayTarget) =>
  group === 'bare' ? endpointId : endpointPath

/** The fields of the row, and for each choice those of the set that fits the values. */
function fieldsFor({ fields, choices = {} }: Operation, values: Values): Fields {
  const chosen = Object.entries(choices).map(([name, sets]) => chosenSet(name, sets, values))
  return Object.assign({}, fields, ...chosen)
}

/** A set fits if all its required values are there, and no value that only other sets have. */
function chosenSet(name: string, sets: Readonly<Record<string, Fields>>, values: Values): Fields {
  const all = Object.values(sets)
  const given = all
    .flatMap((set) => Object.values(set))
    .map(({ from }) => from)
    .filter((from) => wireText(values[from]))
  const fitting = all.find((set) => {
    const own = Object.values(set)
    const needed = own.filter(({ need }) => need === 'required')
    return (
      needed.every(({ from }) => given.includes(from)) &&
      given.every((from) => own.some((field) => field.from === from))
    )
  })
  if (!fitting) throw new TypeError(`${name} cannot be sent: it takes one of ${Object.keys(sets).join(', ')}`)
  return fitting
}

/** The value as it is sent; empty if it is not. */
function sendable(name: string, { maxLength, need, format }: Field, value: Values[string]): string {
  const text = wireText(value)
  if (!text && need === 'optional') return ''
  if (!text) throw new TypeError(`${name} cannot be sent: it is missing`)
  if (text.length > maxLength)
    throw new TypeError(`${name} cannot be sent: it is longer than ${maxLength} characters`)
  if (!isUsable(value) || !FORMATS[format].pattern.test(text)) {
    throw new TypeError(`${name} cannot be sent: it is not ${FORMATS[format].words}`)
  }
  return text
}

/** No amount is zero or less. A verification, which moves no money, has none. */
const isUsable = (value: Values[string]) =>
  typeof value !== 'object' || (Number.isSafeInteger(value.minor) && value.minor > 0)

function wireText(value: Values[string]): string {
  if (value === undefined) return ''
  return typeof value === 'string' ? value.trim() : toDecimal(value.minor, value.exponent)
}

function controlText(
  part: ControlPart,
  sent: ReadonlyMap<string, string>,
  { amount }: Values,
  { endpointId }: GatewayTarget,
): string {
  if (part === 'endpointId') return endpointId
  if (part === 'amountMinor')
    return sent.has('amount') && typeof amount === 'object' ? String(amount.minor) : ''
  return sent.get(part) ?? ''
}
