/** The SHA-1 control of the gateway. Pure but for the digest: no clock, no storage, no network. */

/** Letter case of the hexadecimal digits. */
export type LetterCase = 'lower' | 'upper'

/**
 * Computes the `control` that proves a request came from the merchant, or a callback from the gateway.
 *
 * The hash covers the values alone, joined with nothing between them, so their order is part of the contract: take
 * it from the operation table, never from the form.
 *
 * @param values In the order the operation lists them. Amounts are in minor units here, although the form beside it
 *   carries major units.
 * @param key The merchant's control key; appended last.
 * @returns 40 hexadecimal digits.
 * @throws {TypeError} If the key is empty: anyone could then forge the control.
 */
export async function control(
  values: readonly string[],
  key: string,
  letterCase: LetterCase = 'lower',
): Promise<string> {
  if (!key) throw new TypeError('control key must not be empty')
  const text = new TextEncoder().encode(values.join('') + key)
  const digits = hex(await crypto.subtle.digest('SHA-1', text))
  return letterCase === 'upper' ? digits.toUpperCase() : digits
}

/**
 * Tells whether a control that came from outside is the one that the values call for.
 *
 * Letter case does not count, since gateways differ in it. Takes the same time wherever the two differ.
 */
export async function isControl(given: string, values: readonly string[], key: string): Promise<boolean> {
  const encoder = new TextEncoder()
  const expected = encoder.encode(await control(values, key))
  const actual = encoder.encode(given.trim().toLowerCase())
  return actual.length === expected.length && crypto.subtle.timingSafeEqual(actual, expected)
}

const hex = (bytes: ArrayBuffer) =>
  Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, '0')).join('')
