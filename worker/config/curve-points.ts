/** Public keys of curves, as JWKs have them: whether they can be keys at all. Pure, and synchronous as settings need it. */

/** The part of a JWK that is the key. */
interface CurveKey {
  readonly crv?: string | undefined
  readonly x?: string | undefined
  readonly y?: string | undefined
}

/** 32 bytes in base64url. */
const COORDINATE = /^[\w-]{43}$/

/** P-256 (NIST SP 800-186 §3.2.1.3): y² = x³ − 3x + b modulo p. */
const P256 = {
  p: 0xffffffff00000001000000000000000000000000ffffffffffffffffffffffffn,
  b: 0x5ac635d8aa3a93e7b3ebbd55769886bc651d06b0cc53b0f63bce3c3e27d2604bn,
}

/** Says what no key of its curve is; `undefined` if nothing shows. Of Ed25519 it looks at the length alone. */
export function curveProblem({ crv, x = '', y = '' }: CurveKey): 'length' | 'point' | undefined {
  if (!COORDINATE.test(x)) return 'length'
  if (crv === 'Ed25519') return undefined
  if (!COORDINATE.test(y)) return 'length'
  return isOnP256(numberIn(x), numberIn(y)) ? undefined : 'point'
}

const isOnP256 = (x: bigint, y: bigint): boolean =>
  x < P256.p && y < P256.p && (y * y - (x * x * x - 3n * x + P256.b)) % P256.p === 0n

function numberIn(base64url: string): bigint {
  const bytes = atob(base64url.replaceAll('-', '+').replaceAll('_', '/'))
  const digits = Array.from(bytes, (byte) => byte.charCodeAt(0).toString(16).padStart(2, '0'))
  return BigInt(`0x${digits.join('')}`)
}
