import { createHash, timingSafeEqual } from 'node:crypto'
import type { Call } from '../api/call.ts'
import { type ApiError, apiError } from '../api/error-codes.ts'
import { minorUnits } from '../money/minor-units.ts'
import type { Settings } from '../settings.ts'
import type { Nonces } from './nonces.ts'

/** Computes a control: SHA-1 over the values and the key, nothing between them, in lower-case hexadecimal. */
export function control(values: readonly string[], key: string): string {
  return createHash('sha1')
    .update([...values, key].join(''), 'utf8')
    .digest('hex')
}

/** Whether a control is the right one. Letter case does not count; the time taken tells nothing. */
export function isControl(given: string, values: readonly string[], key: string): boolean {
  const expected = Buffer.from(control(values, key), 'hex')
  const actual = Buffer.from(/^[\da-f]{40}$/i.test(given) ? given : '', 'hex')
  return actual.length === expected.length && timingSafeEqual(actual, expected)
}

/** Where the value of a signed part comes from: a parameter, unless it is one of these. */
const PART_VALUES: Readonly<Record<string, (call: Call) => string>> = {
  endpoint: (call) => call.endpoint,
  amountMinor: ({ params }) =>
    String(minorUnits(params.get('amount') ?? '', params.get('currency') ?? '') ?? ''),
}

/** What it takes to check a signature. */
export interface SigningStores {
  readonly settings: Settings
  readonly nonces: Nonces
}

/** Checks who sent a request; how differs from operation to operation. */
export type Authentication = (call: Call, stores: SigningStores) => ApiError | undefined

/**
 * Makes the check of a control.
 *
 * @param parts What is signed, in this order: `endpoint`, `amountMinor`, or names of parameters. A parameter that was
 *   not sent counts as empty.
 */
export function controlSigned(...parts: readonly string[]): Authentication {
  return (call, { settings }) => {
    const values = parts.map((part) => PART_VALUES[part]?.(call) ?? call.params.get(part) ?? '')
    const isRight = isControl(call.params.get('control') ?? '', values, settings.controlKey)
    return isRight ? undefined : apiError('INVALID_CONTROL_CODE', 'control does not match the request')
  }
}
