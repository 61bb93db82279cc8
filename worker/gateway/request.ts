/** Describes a request from a row of the operation table. Pure: no clock, no storage, no network. */
import { toDecimal } from '../../shared/money.ts'
import type { ControlPart, Money, Operation } from './operations.ts'

/** Where a request goes, and as whom. */
export interface Destination {
  /** Base address with its path prefix, ending before `/api`. */
  readonly url: string
  readonly login: string
  /** What stands in the endpoint's place of the path, such as `1001` or `group/7`. */
  readonly endpointPath: string
  /** What is signed in the endpoint's place: the identifier alone. */
  readonly endpointId: string
}

/** Values of a request by their own names, not yet by the wire's. */
export type Values = Readonly<Record<string, string | Money | undefined>>

/** A request before it is signed. */
export interface RequestDescription {
  readonly url: string
  /** Wire names and values, in the order of the table. */
  readonly fields: readonly (readonly [name: string, value: string])[]
  /** What the control is computed from, in order. */
  readonly controlValues: readonly string[]
}

/**
 * Lays out one request.
 *
 * The gateway drops blanks around values, so they are dropped before signing as well. Optional values that are empty
 * are not sent.
 *
 * @param spellings Wire names that this gateway spells otherwise than the table.
 * @throws {TypeError} If a required value is missing or any is too long: whoever asked had to see to that.
 */
export function describeRequest(
  operation: Operation,
  destination: Destination,
  input: Values,
  spellings: Readonly<Record<string, string>> = {},
): RequestDescription {
  const values: Values = { ...input, login: destination.login }
  const fields = Object.entries(operation.fields).flatMap(([name, { from, maxLength, need }]) => {
    const text = wireText(values[from])
    if (text.length > maxLength || (!text && need === 'required'))
      throw new TypeError(`${name} cannot be sent`)
    return text ? [[spellings[name] ?? name, text] as const] : []
  })
  return {
    url: `${destination.url}${operation.path}/${destination.endpointPath}`,
    fields,
    controlValues: operation.control.map((part) => controlText(part, values, destination)),
  }
}

function wireText(value: string | Money | undefined): string {
  if (value === undefined) return ''
  return typeof value === 'string' ? value.trim() : toDecimal(value.minor, value.exponent)
}

function controlText(part: ControlPart, values: Values, destination: Destination): string {
  if (part === 'endpointId') return destination.endpointId
  if (part === 'amountMinor') return minorText(values.amount)
  return wireText(values[part])
}

const minorText = (amount: string | Money | undefined) =>
  typeof amount === 'object' ? String(amount.minor) : ''
