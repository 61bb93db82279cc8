/** The structure of an RSA private key: PKCS#1 (RFC 8017 A.1.2) inside PKCS#8 (RFC 5208 §5). Pure. */
import { type DerElement, element, elementsOf, TAG } from './der.ts'
import { PROBLEM, type PrivateKeyProblem } from './private-key-problem.ts'

/** The gateway takes no shorter keys. */
const MIN_BITS = 2048

/** Version, modulus, two exponents, two primes, two exponents of theirs, coefficient. */
const INTEGERS_OF_KEY = 9

/** 1.2.840.113549.1.1.1, rsaEncryption: not the key of RSA-PSS, which has an identifier of its own. */
const RSA_ENCRYPTION = Uint8Array.of(0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x01, 0x01)

const NULL = Uint8Array.of(0x05, 0x00)
const ZERO = Uint8Array.of(0)

/** Gives a key as PKCS#8, or says what is wrong with it. */
export function toPkcs8(
  bytes: Uint8Array<ArrayBuffer>,
  format: 'pkcs8' | 'pkcs1',
): Uint8Array<ArrayBuffer> | PrivateKeyProblem {
  const key = format === 'pkcs8' ? wrappedKey(bytes) : bytes
  if (typeof key === 'string') return key
  return problemOf(key) ?? (format === 'pkcs8' ? bytes : wrap(key))
}

/** The content of the one sequence that the bytes must be. */
function sequenceIn(bytes: Uint8Array): readonly DerElement[] | undefined {
  const all = elementsOf(bytes)
  return all?.length === 1 && all[0]?.tag === TAG.sequence ? elementsOf(all[0].content) : undefined
}

function wrappedKey(pkcs8: Uint8Array): Uint8Array | PrivateKeyProblem {
  const [version, algorithm, key] = sequenceIn(pkcs8) ?? []
  const [identifier] = algorithm?.tag === TAG.sequence ? (elementsOf(algorithm.content) ?? []) : []
  if (version?.tag !== TAG.integer || identifier?.tag !== TAG.objectId) return PROBLEM.malformed
  if (!isEqual(identifier.content, RSA_ENCRYPTION)) return PROBLEM.notRsa
  return key?.tag === TAG.octetString ? key.content : PROBLEM.malformed
}

function problemOf(pkcs1: Uint8Array): PrivateKeyProblem | undefined {
  const integers = sequenceIn(pkcs1) ?? []
  const isKey = integers.length === INTEGERS_OF_KEY && integers.every(({ tag }) => tag === TAG.integer)
  const [version, modulus] = integers
  if (!isKey || !version || !modulus || !isEqual(version.content, ZERO)) return PROBLEM.malformed
  if (bitsOf(modulus.content) < MIN_BITS) return PROBLEM.tooShort
  return belongTogether(integers.map(({ content }) => numberIn(content))) ? undefined : PROBLEM.malformed
}

/** A key that was typed or cut has the form of one, and signs nothing that anybody verifies (RFC 8017 §3.2). */
function belongTogether(numbers: readonly bigint[]): boolean {
  const [, n = 0n, e = 0n, d = 0n, p = 0n, q = 0n, dp = 0n, dq = 0n, inverse = 0n] = numbers
  if (p < 2n || q < 2n || p * q !== n) return false
  const isExponent = (e * d) % (p - 1n) === 1n && (e * d) % (q - 1n) === 1n
  return isExponent && d % (p - 1n) === dp && d % (q - 1n) === dq && (inverse * q) % p === 1n
}

/** A positive integer of DER. */
const numberIn = (content: Uint8Array) =>
  BigInt(`0x${Array.from(content, (byte) => byte.toString(16).padStart(2, '0')).join('') || '0'}`)

function bitsOf(integer: Uint8Array): number {
  const first = integer.findIndex((byte) => byte !== 0)
  if (first < 0) return 0
  return (integer.length - first) * 8 - (Math.clz32(integer[first] ?? 0) - 24)
}

function wrap(pkcs1: Uint8Array) {
  const algorithm = element(TAG.sequence, element(TAG.objectId, RSA_ENCRYPTION), NULL)
  return element(TAG.sequence, element(TAG.integer, ZERO), algorithm, element(TAG.octetString, pkcs1))
}

const isEqual = (one: Uint8Array, other: Uint8Array) =>
  one.length === other.length && one.every((byte, at) => byte === other[at])
