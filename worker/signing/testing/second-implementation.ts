/** A signer's reasoning written a second time, byte by byte, on nothing that the first one uses. For tests. */
import type { Pairs } from '../oauth-base-string.ts'

/** An address before it is written down. */
export interface Address {
  readonly scheme: 'http' | 'https' | 'HTTPS'
  readonly host: string
  readonly port: number | undefined
  readonly path: string
  readonly query: Pairs
  /** Whether the query is written as a form would, with `+` for a space. */
  readonly isForm: boolean
}

const UNRESERVED = new Set(bytesOf('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~'))
const DEFAULT_PORTS = { http: 80, https: 443, HTTPS: 443 }

/** Encodes as RFC 3986 says. */
export const encoded = (text: string) =>
  Array.from(bytesOf(text), (byte) =>
    UNRESERVED.has(byte) ? String.fromCharCode(byte) : `%${byte.toString(16).toUpperCase().padStart(2, '0')}`,
  ).join('')

/** Writes an address down. */
export function written({ scheme, host, port, path, query, isForm }: Address): string {
  const own = query.map(([name, value]) => `${encoded(name)}=${encoded(value)}`).join('&')
  const text = isForm ? new URLSearchParams(query.map(([name, value]) => [name, value])).toString() : own
  return `${scheme}://${host}${port ? `:${port}` : ''}${path}${text ? `?${text}` : ''}#part`
}

/** What is signed of a request. */
export function baseString(method: string, address: Address, pairs: Pairs): string {
  const { scheme, host, path, query } = address
  const port = address.port === DEFAULT_PORTS[scheme] ? undefined : address.port
  const uri = `${scheme}://${host}`.toLowerCase() + (port ? `:${port}` : '') + (path || '/')
  return [method, encoded(uri), encoded(joined([...query, ...pairs]))].join('&')
}

const joined = (pairs: Pairs) =>
  pairs
    .filter(([name]) => name !== 'oauth_signature')
    .map(([name, value]) => ({ name: encoded(name), value: encoded(value) }))
    .sort((one, other) => byBytes(one.name, other.name) || byBytes(one.value, other.value))
    .map(({ name, value }) => `${name}=${value}`)
    .join('&')

function byBytes(one: string, other: string): number {
  const [left, right] = [bytesOf(one), bytesOf(other)]
  const at = left.findIndex((byte, index) => byte !== right[index])
  return at < 0 ? left.length - right.length : (left[at] ?? 0) - (right[at] ?? -1)
}

function bytesOf(text: string) {
  return new TextEncoder().encode(text)
}
