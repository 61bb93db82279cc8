/** A strict parser of the header of RFC 5849 §3.5.1. Pure: no clock, no storage, no network. */

/** The parameters that every signed request must have, by their wire names. */
const OAUTH_PARAMETERS = [
  'oauth_consumer_key',
  'oauth_nonce',
  'oauth_signature',
  'oauth_signature_method',
  'oauth_timestamp',
  'oauth_version',
] as const

type OAuthParameter = (typeof OAUTH_PARAMETERS)[number]

/** The decoded header. */
export type OAuthHeader = Readonly<Record<OAuthParameter, string>>

/** `name="value"`, up to the next comma. Respects escaped quotes, since `realm` may contain them (RFC 7230 §3.2.6). */
const PAIR = /\s*([^\s=",]+)="((?:[^"\\]|\\.)*)"\s*(?:,|$)/y

/**
 * Parses an Authorization header.
 *
 * A space after a comma and `realm` are optional. Everything else is strict: each parameter exactly once, no other
 * parameter, and every value encoded exactly as RFC 3986 prescribes.
 *
 * @returns The header, or what is wrong with it. The problem quotes no value.
 */
export function parseOAuthHeader(text: string): OAuthHeader | { readonly problem: string } {
  const [, list] = /^OAuth\s+(\S.*)$/is.exec(text) ?? []
  if (list === undefined) return { problem: 'its scheme is not OAuth' }
  const pairs = splitPairs(list)
  return pairs ? toHeader(pairs) : { problem: 'it is malformed' }
}

type Pair = readonly [name: string, value: string]

function splitPairs(list: string): Pair[] | undefined {
  const pattern = new RegExp(PAIR)
  const pairs: Pair[] = []
  while (pattern.lastIndex < list.length) {
    const match = pattern.exec(list)
    if (!match) return undefined
    pairs.push([match[1] ?? '', match[2] ?? ''])
  }
  // After a trailing comma, another pair would have to follow.
  return /,\s*$/.test(list) ? undefined : pairs
}

function toHeader(pairs: readonly Pair[]): OAuthHeader | { readonly problem: string } {
  const problem = problemOf(pairs)
  if (problem) return { problem }
  const values = new Map(pairs)
  const value = (name: OAuthParameter) => percentDecode(values.get(name) ?? '') ?? ''
  return {
    oauth_consumer_key: value('oauth_consumer_key'),
    oauth_nonce: value('oauth_nonce'),
    oauth_signature: value('oauth_signature'),
    oauth_signature_method: value('oauth_signature_method'),
    oauth_timestamp: value('oauth_timestamp'),
    oauth_version: value('oauth_version'),
  }
}

function problemOf(pairs: readonly Pair[]): string | undefined {
  const names = pairs.map(([name]) => name)
  const isKnown = (name: string) => name === 'realm' || OAUTH_PARAMETERS.some((known) => known === name)
  const missing = OAUTH_PARAMETERS.find((name) => !pairs.some(([known, value]) => known === name && value))
  if (!names.every(isKnown)) return 'it has a parameter that does not belong there'
  if (new Set(names).size !== names.length) return 'it has a parameter twice'
  if (missing) return `${missing} is missing`
  const [badlyEncoded] =
    pairs.find(([name, value]) => name !== 'realm' && percentDecode(value) === undefined) ?? []
  return badlyEncoded && `${badlyEncoded} is badly encoded`
}

const UNRESERVED = /^[A-Za-z\d\-._~]$/

/** Percent-encodes (RFC 3986 §2.1) every byte but letters, digits and `-._~`, in upper case. */
export function percentEncode(text: string): string {
  return [...Buffer.from(text, 'utf8')].map(encodeByte).join('')
}

function encodeByte(byte: number): string {
  const character = String.fromCharCode(byte)
  return UNRESERVED.test(character) ? character : `%${byte.toString(16).toUpperCase().padStart(2, '0')}`
}

/** @returns `undefined` unless encoding the result gives exactly this text again. */
function percentDecode(text: string): string | undefined {
  try {
    const decoded = decodeURIComponent(text)
    return percentEncode(decoded) === text ? decoded : undefined
  } catch {
    // No hex digits after a `%`, or invalid UTF-8: the caller reports both the same way.
    return undefined
  }
}
