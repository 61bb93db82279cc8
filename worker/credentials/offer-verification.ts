/** Signed offers: the only source of what an order without a merchant's server costs. */
import { compactVerify, decodeProtectedHeader, errors, importJWK, type JWK } from 'jose'
import * as z from 'zod'
import { OFFER_TYPE, type OfferClaims, signingInput } from '../../shared/offer.ts'
import { accepted, type Result, refused } from '../../shared/result.ts'
import { toBase64Url } from '../config/base64url.ts'
import type { Config } from '../config/config.ts'
import { type Endpoint, endpointFor } from '../config/gateway-endpoints.ts'
import { isWithdrawn } from '../config/offer-withdrawal.ts'
import { hasValidPrices } from '../domain/offer-price.ts'
import type { Refusal } from '../domain/refusal.ts'
import { parseClaims } from './offer-claims.ts'
import { sha256 } from './order-id.ts'

/** An offer that was checked. */
export interface Offer {
  readonly claims: OfferClaims
  /** Identifies the offer whatever its signature looks like: base64url of the SHA-256 of what is signed. */
  readonly digest: string
  /** Which endpoint of the gateway serves it. */
  readonly endpoint: Endpoint
}

/** Fits a link, and is far above what an offer needs. */
const MAX_CHARACTERS = 4096

/** How far a merchant's clock may be ahead of ours. */
const CLOCK_SKEW_SECONDS = 60

/** Keys that each algorithm takes. Anything else, `none` and HMAC first of all, is no offer (RFC 8725 §3.1). */
const ALGORITHMS = {
  ES256: { kty: 'EC', crv: 'P-256', names: ['ES256'] },
  EdDSA: { kty: 'OKP', crv: 'Ed25519', names: ['EdDSA', 'Ed25519'] },
} as const

/** Strict: no key, certificate or extension may come with the offer itself. */
const header = z.strictObject({
  alg: z.enum(['ES256', 'EdDSA']),
  typ: z.literal(OFFER_TYPE),
  kid: z.string().min(1),
})

type OfferSettings = Pick<Config, 'OFFER_KEYS' | 'OFFERS_NOT_BEFORE' | 'PUBLIC_URL' | 'GATEWAY_ENDPOINTS'>

/**
 * Checks an offer: who signed it, for which edge, whether it still stands, and whether it can be charged.
 *
 * @param nowSeconds Seconds since the epoch, as in the claims.
 */
export async function readOffer(
  token: string,
  config: OfferSettings,
  nowSeconds: number,
): Promise<Result<Offer, Refusal>> {
  const payload = await verifiedPayload(token, config.OFFER_KEYS.keys)
  if (!payload.ok) return payload
  const read = parseClaims(payload.value)
  if (!read) return invalid('claims')
  const { claims, notBefore } = read
  if (claims.aud !== config.PUBLIC_URL) return invalid('audience')
  if (Math.max(claims.iat, notBefore) > nowSeconds + CLOCK_SKEW_SECONDS) return invalid('not yet valid')
  if (claims.exp <= nowSeconds) return refused({ code: 'offer-expired' })
  if (isWithdrawn(config, { item: claims.item, offeredAt: claims.iat * 1000 }))
    return refused({ code: 'offer-withdrawn' })
  const endpoint = endpointFor(config.GATEWAY_ENDPOINTS, claims.currency, claims.intent)
  if (!endpoint) return refused({ code: 'currency-not-served' })
  if (!hasValidPrices(claims, endpoint.exponent)) return invalid('sums')
  return accepted({ claims, digest: toBase64Url(await sha256(signingInput(token))), endpoint })
}

const invalid = (why: string) => refused<Refusal>({ code: 'offer-invalid', why })

type Keys = Config['OFFER_KEYS']['keys']

async function verifiedPayload(token: string, keys: Keys): Promise<Result<unknown, Refusal>> {
  if (token.length > MAX_CHARACTERS || !/^[\w-]+\.[\w-]+\.[\w-]+$/.test(token)) return invalid('format')
  try {
    const { data: named } = header.safeParse(decodeProtectedHeader(token))
    if (!named) return invalid('header')
    const key = keys.find((candidate) => candidate.kid === named.kid)
    if (!key || !fits(key, named.alg)) return invalid('key')
    const verified = await compactVerify(token, await publicKey(key, named.alg), { algorithms: [named.alg] })
    return accepted(
      JSON.parse(new TextDecoder('utf-8', { fatal: true, ignoreBOM: false }).decode(verified.payload)),
    )
  } catch (error) {
    return invalid(error instanceof errors.JOSEError ? error.code : 'decoding')
  }
}

/** The key's own words decide what it may verify, not the offer's. */
function fits(key: Keys[number], alg: keyof typeof ALGORITHMS): boolean {
  const { kty, crv, names } = ALGORITHMS[alg]
  const isNamed = key.alg === undefined || (names as readonly unknown[]).includes(key.alg)
  return key.kty === kty && key.crv === crv && isNamed && (key.use ?? 'sig') === 'sig'
}

/** Only the public members: a private key that was configured by mistake still verifies, and never signs. */
const publicKey = ({ kty, crv, x, y }: Keys[number], alg: string) => importJWK({ kty, crv, x, y } as JWK, alg)
