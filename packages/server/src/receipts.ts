/** Receipts: proofs of payment that the edge signs, and that anybody can verify. */
import { fromBase64 } from './base64.ts'
import type { Order } from './contract.generated.ts'
import { VerificationError } from './errors.ts'
import { type Fetch, platformFetch } from './platform.ts'

/** What a receipt says of its order, at the moment `iat`. */
export interface Receipt
  extends Pick<
    Order,
    | 'reference'
    | 'intent'
    | 'act'
    | 'amount'
    | 'currency'
    | 'status'
    | 'captured'
    | 'returned'
    | 'description'
    | 'lines'
    | 'offer'
    | 'test'
  > {
  /** The edge. */
  readonly iss: string
  /** The order's id. */
  readonly sub: string
  /** Seconds since the epoch. */
  readonly iat: number
}

/** Whose receipts count. */
export interface ReceiptOptions {
  /** The edge's origin: its receipts count, and its keys are asked for there. */
  readonly edge: string
  /** How the edge calls itself, where that is not how you reach it, as on your own machine. Default: `edge`. */
  readonly issuer?: string
  /** How old a receipt may be: a refund may follow. Default: an hour. */
  readonly maxAgeSeconds?: number
  /** Default: that of the platform. */
  readonly fetch?: Fetch
  /** Milliseconds since the epoch. Default: the platform's clock. */
  readonly now?: () => number
}

/** Verifies a receipt. @throws {VerificationError} @throws {Error} That of `fetch`, if the keys cannot be read. */
export type VerifyReceipt = (receipt: string) => Promise<Receipt>

const MAX_AGE_SECONDS = 3600
/** A clock may be behind that of the edge. */
const LEEWAY_SECONDS = 60
/** A stranger who invents ids of keys makes no more requests than this. */
const READ_AGAIN_MS = 30_000
/** Nor than this while the keys cannot be read: a shop verifies again soon after the edge is back. */
const FAILED_AGAIN_MS = 1000
const TIMEOUT_MS = 15_000
const TYPE = 'pay-receipt+jwt'

/** Makes the verifier. Make one, and keep it: it remembers the edge's public keys. */
export function receiptVerifier({ edge, issuer = edge, ...options }: ReceiptOptions): VerifyReceipt {
  const { maxAgeSeconds = MAX_AGE_SECONDS, now = Date.now, fetch = platformFetch } = options
  // As the edge writes it, which knows no slash at the end.
  const { origin } = new URL(issuer)
  const keyOf = keySet(new URL('/.well-known/jwks.json', edge).href, fetch, now)
  return async (receipt) => {
    const { header, claims, signature, signed } = partsOf(receipt)
    if (header.alg !== 'EdDSA' || header.typ !== TYPE) throw new VerificationError('receipt-malformed')
    const key = await keyOf(String(header.kid))
    const isGenuine = key && (await crypto.subtle.verify('Ed25519', key, signature, signed))
    if (!isGenuine) throw new VerificationError('receipt-forged')
    if (claims.iss !== origin) throw new VerificationError('receipt-foreign')
    const age = now() / 1000 - claims.iat
    if (!(age <= maxAgeSeconds && age >= -LEEWAY_SECONDS)) throw new VerificationError('receipt-outdated')
    return claims
  }
}

/**
 * Whether the receipt is of money that was taken, and of which nothing went back. Compare what was sold too: `lines`, or
 * `reference`, and the sum.
 *
 * @param inSandbox Counts receipts of the sandbox, which cost nothing. Never in production.
 */
export function isPaid(
  receipt: Receipt,
  { inSandbox = false }: { readonly inSandbox?: boolean } = {},
): boolean {
  const { intent, status, captured, returned, test } = receipt
  const isTaken =
    (intent === 'sale' || intent === 'preauth') && (status === 'approved' || status === 'captured')
  return isTaken && Number(captured) > 0 && Number(returned) === 0 && (!test || inSandbox)
}

/** A compact JWS (RFC 7515 §3.1). */
function partsOf(receipt: string) {
  const [header = '', claims = '', signature = '', ...more] = receipt.split('.')
  if (more.length > 0) throw new VerificationError('receipt-malformed')
  try {
    return {
      header: {
        ...(json(header) as { readonly alg?: string; readonly typ?: string; readonly kid?: string }),
      },
      claims: json(claims) as Receipt,
      signature: fromBase64(signature),
      signed: new TextEncoder().encode(`${header}.${claims}`),
    }
  } catch {
    throw new VerificationError('receipt-malformed')
  }
}

const json = (part: string): unknown => JSON.parse(new TextDecoder().decode(fromBase64(part)))

type Keys = ReadonlyMap<string, CryptoKey>

/** The edge's public keys, read when one is missing. @returns `undefined` for a key that it does not have. */
function keySet(address: string, fetch: Fetch, now: () => number) {
  let known: Keys = new Map()
  /** One request at a time, for all who lack a key. Until the next one its keys count, or else its error. */
  let reading: Promise<Keys> = Promise.resolve(known)
  let nextAt = Number.NEGATIVE_INFINITY
  const read = async () => {
    nextAt = Number.POSITIVE_INFINITY
    let pauseMs = FAILED_AGAIN_MS
    try {
      known = await readKeys(address, fetch)
      pauseMs = READ_AGAIN_MS
      return known
    } finally {
      nextAt = now() + pauseMs
    }
  }
  return async (id: string): Promise<CryptoKey | undefined> => {
    if (!known.has(id) && now() > nextAt) reading = read()
    return known.get(id) ?? (await reading).get(id)
  }
}

async function readKeys(address: string, fetch: Fetch): Promise<Keys> {
  const reply = await fetch(address, { redirect: 'manual', signal: AbortSignal.timeout(TIMEOUT_MS) })
  if (!reply.ok) throw new Error(`the edge's keys: status ${reply.status}`)
  const { keys } = (await reply.json()) as {
    readonly keys: readonly (JsonWebKey & { readonly kid: string })[]
  }
  const read = keys.map(async ({ kid, kty, crv, x }) => {
    const key = await crypto.subtle.importKey('jwk', { kty, crv, x } as JsonWebKey, 'Ed25519', false, [
      'verify',
    ])
    return [kid, key] as const
  })
  return new Map(await Promise.all(read))
}
