/** What an OAuth signature is made of (RFC 5849 §3.4.1). Pure: no clock, no storage, no network. */

import { percentEncode } from './oauth-header.ts'

/** A name and a value, decoded. */
export type Parameter = readonly [name: string, value: string]

/** What was sent, before any of it is encoded. */
export interface SignedRequest {
  readonly method: string
  readonly url: string
  /** Of the body and the header; those of the address are found there. */
  readonly parameters: readonly Parameter[]
}

/** The text that is signed. A signature among the parameters takes no part. */
export function baseString({ method, url, parameters }: SignedRequest): string {
  const { searchParams } = new URL(url)
  const all = [...parameters, ...searchParams].filter(([name]) => name !== 'oauth_signature')
  return [method.toUpperCase(), baseAddress(url), normalized(all)].map(percentEncode).join('&')
}

/** Scheme, host and path: the URL parser drops default ports and makes scheme and host lower-case. */
function baseAddress(url: string): string {
  const { protocol, host, pathname } = new URL(url)
  return `${protocol}//${host}${pathname}`
}

/** Sorted by encoded name, then by encoded value, and joined. Pairs that are alike all stay. */
export function normalized(parameters: readonly Parameter[]): string {
  return parameters
    .map(([name, value]): Parameter => [percentEncode(name), percentEncode(value)])
    .sort(([name, value], [otherName, otherValue]) => compare(name, otherName) || compare(value, otherValue))
    .map((pair) => pair.join('='))
    .join('&')
}

/** Encoded text is ASCII, so that comparing code units compares bytes. */
const compare = (one: string, other: string) => (one === other ? 0 : one < other ? -1 : 1)
