/**
 * The `Idempotency-Key` of a deed follows from what is done, to what, under which name. So a process that starts again, or
 * another machine, sends the same key without having stored one.
 */
import { toBase64Url } from './base64.ts'

/** Half of a character of two. Every such half has the same bytes, and so would the digests of two names. */
const HALF_CHARACTER = /\p{Surrogate}/u

/** What the edge accepts. */
const KEY = /^[A-Za-z0-9._-]{16,128}$/

/** A name that the key can show as it is. It does not begin as the digest of a name does. */
const PLAIN_NAME = /^[A-Za-z0-9_-][A-Za-z0-9._-]*$/

/**
 * Makes the key. Different deeds, orders or names never have the same one.
 *
 * @param operation The operation's id, such as `returnOrder`.
 * @param subject The id of the order or product. Neither of the two contains a full stop.
 * @param name The caller's name for the deed, any text. One that is too long for a key, or has other characters, goes in as
 *   its SHA-256.
 * @throws {TypeError} If the name is empty, or is no text, or has half of a character.
 */
export async function idempotencyKey(operation: string, subject: string, name: string): Promise<string> {
  // A caller without types could leave it out, and two deeds would be one.
  if (typeof name !== 'string' || name === '')
    throw new TypeError(`${operation}: the deed needs a name, in \`id\``)
  if (HALF_CHARACTER.test(name))
    throw new TypeError(`${operation}: the deed's name in \`id\` was cut within a character`)
  const plain = `${operation}.${subject}.${name}`
  if (PLAIN_NAME.test(name) && KEY.test(plain)) return plain
  return `${operation}.${subject}..${await digest(name)}`
}

/**
 * Takes the key under which another program began the deed.
 *
 * @throws {TypeError} If the edge would not take it.
 */
export function givenKey(operation: string, key: unknown): string {
  if (typeof key === 'string' && KEY.test(key)) return key
  throw new TypeError(`${operation}: idempotencyKey: 16 to 128 of A-Z, a-z, 0-9, full stop, _ and -`)
}

async function digest(text: string): Promise<string> {
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
  return toBase64Url(new Uint8Array(hash))
}
