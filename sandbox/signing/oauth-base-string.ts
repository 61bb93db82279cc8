/** The signature base string of OAuth 1.0a (RFC 5849 §3.4.1). Pure: no clock, no storage, no network. */

import { percentEncode } from './oauth-header.ts'

/** A name and a value, decoded. */
export type Parameter = readonly [name: string, value: string]

/** The request, before any encoding. */
export interface SignedRequest {
  readonly method: string
  readonly url: string
  /** From the body and the header. Those of the query are read from `url`. */
  readonly parameters: readonly Parameter[]
}

/** The text to sign. Leaves out `oauth_signature`. */
export function baseString({ method, url, parameters }: SignedRequest): string {
  const { searchParams } = new URL(url)
  const all = [...parameters, ...searchParams].filter(([name]) => name !== 'oauth_signature')
  return [method.toUpperCase(), baseAddress(url), normalized(all)].map(percentEncode).join('&')
}

/** Scheme, host and path. The URL parser drops default ports and lower-cases scheme and host. */
function baseAddress(url: string): string {
  const { protocol, host, pathname } = new URL(url)
  return `${protocol}//${host}${pathname}`
}

/** Sorts parameters by encoded name, then by encoded value, and joins them. Keeps duplicates. */
export function normalized(parameters: readonly Parameter[]): string {
  return parameters
    .map(([name, value]): Parameter => [percentEncode(name), percentEncode(value)])
    .sort(([name, value], [otherName, otherValue]) => compare(name, otherName) || compare(value, otherValue))
    .map((pair) => pair.join('='))
    .join('&')
}

/** Encoded text is ASCII, so comparing code units compares bytes. */
const compare = (one: string, other: string) => (one === other ? 0 : one < other ? -1 : 1)
