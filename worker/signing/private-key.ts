/** Reads the merchant's RSA key from text. Pure, and synchronous, so that a setting can be checked as it is read. */
import { PROBLEM, type PrivateKeyProblem } from './private-key-problem.ts'
import { toPkcs8 } from './rsa-private-key.ts'

/** The bytes of a key as PKCS#8, or why it is refused. */
export type PrivateKeyResult =
  | { readonly ok: true; readonly value: Uint8Array<ArrayBuffer> }
  | { readonly ok: false; readonly reason: PrivateKeyProblem }

/** First match counts. */
const REFUSED_LABELS: readonly (readonly [label: RegExp, reason: PrivateKeyProblem])[] = [
  [/^ENCRYPTED /, PROBLEM.encrypted],
  [/PUBLIC KEY$|CERTIFICATE/, PROBLEM.notPrivate],
  [/^OPENSSH /, PROBLEM.openSsh],
  [/^(EC|DSA) /, PROBLEM.notRsa],
  [/^(?!(RSA )?PRIVATE KEY$)/, PROBLEM.unknown],
]

/** Headers of the old way to encrypt a PKCS#1 key (RFC 1421). */
const OLD_ENCRYPTION = /^\s*(Proc-Type|DEK-Info):/

/**
 * Reads a PEM text (RFC 7468): PKCS#8 as it is, PKCS#1 wrapped into PKCS#8.
 *
 * Line feeds may be those of any system, or the two characters `\n` that settings often have in their place.
 *
 * @returns The bytes, checked to be an RSA key of 2048 bits or more; or a reason that holds no part of the text.
 */
export function parsePrivateKey(pem: string): PrivateKeyResult {
  const text = pem.replace(/\\r|\\n/g, '\n').trim()
  const label = /-----BEGIN ([A-Z0-9 ]+)-----/.exec(text)?.[1]
  if (!label) return refused(PROBLEM.noPem)
  const refusal = REFUSED_LABELS.find(([pattern]) => pattern.test(label))
  if (refusal) return refused(refusal[1])
  const body = bodyOf(text, label)
  if (body === undefined) return refused(PROBLEM.unfinished)
  if (OLD_ENCRYPTION.test(body)) return refused(PROBLEM.encrypted)
  return fromBase64(body.replace(/\s/g, ''), label)
}

/** What stands between the first and the last line, if these are all there is. */
function bodyOf(text: string, label: string): string | undefined {
  const [first, last] = [`-----BEGIN ${label}-----`, `-----END ${label}-----`]
  const isWhole = text.startsWith(first) && text.endsWith(last)
  const body = text.slice(first.length, -last.length)
  return isWhole && !body.includes('-----') ? body : undefined
}

function fromBase64(body: string, label: string): PrivateKeyResult {
  const isBase64 = body.length % 4 === 0 && /^[A-Za-z0-9+/]+={0,2}$/.test(body)
  if (!isBase64) return refused(PROBLEM.notBase64)
  const bytes = Uint8Array.from(atob(body), (character) => character.charCodeAt(0))
  const pkcs8 = toPkcs8(bytes, label === 'PRIVATE KEY' ? 'pkcs8' : 'pkcs1')
  return typeof pkcs8 === 'string' ? refused(pkcs8) : { ok: true, value: pkcs8 }
}

const refused = (reason: PrivateKeyProblem) => ({ ok: false, reason }) as const
