import { createHash, timingSafeEqual } from 'node:crypto'
import type { Call } from '../api/call.ts'
import { type ApiError, apiError } from '../api/error-codes.ts'
import { minorUnits } from '../api/minor-units.ts'
import { type KnownKeys, keysOf } from './merchant-keys.ts'
import type { Nonces } from './nonces.ts'

/** Computes a control: the SHA-1 of the values and the key, with nothing between them, in lower-case hexadecimal. */
export function control(values: readonly string[], key: string): string {
  return createHash('sha1')
    .update([...values, key].join(''), 'utf8')
    .digest('hex')
}

/** Whether a control is right. Ignores letter case, and compares in constant time. */
export function isControl(given: string, values: readonly string[], key: string): boolean {
  const expected = Buffer.from(control(values, key), 'hex')
  const actual = Buffer.from(/^[\da-f]{40}$/i.test(given) ? given : '', 'hex')
  return actual.length === expected.length && timingSafeEqual(actual, expected)
}

/** The parts of a control that are not parameters, and how to compute them. */
const PART_VALUES: Readonly<Record<string, (call: Call) => string>> = {
  endpoint: (call) => call.endpoint,
  amountMinor: ({ params }) =>
    String(minorUnits(params.get('amount') ?? '', params.get('currency') ?? '') ?? ''),
}

/** What it takes to check a signature. */
export interface SigningStores {
  readonly settings: KnownKeys
  readonly nonces: Nonces
}

/** Checks who sent a request. Each operation names its check. */
export type Authentication = (call: Call, stores: SigningStores) => ApiError | undefined

/**
 * Makes a check of the `control` parameter.
 *
 * @param parts What the control signs, in this order: `endpoint`, `amountMinor`, or names of parameters. A missing
 *   parameter counts as empty.
 */
export function controlSigned(...parts: readonly string[]): Authentication {
  return (call, { settings }) => {
    const values = parts.map((part) => PART_VALUES[part]?.(call) ?? call.params.get(part) ?? '')
    const given = call.params.get('control') ?? ''
    const keys = keysOf(settings, call.params.get('login') || undefined)
    const isRight = keys.some(({ controlKey }) => isControl(given, values, controlKey))
    return isRight ? undefined : apiError('INVALID_CONTROL_CODE', 'control does not match the request')
  }
}
