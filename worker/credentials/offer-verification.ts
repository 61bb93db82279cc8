/** Verifies signed offers. For an order without a merchant's server, only the offer decides the price. */
import { compactVerify, decodeProtectedHeader, errors, importJWK, type JWK } from 'jose'
import * as z from 'zod'
import { OFFER_TYPE, type OfferClaims, signingInput } from '../../shared/offer.ts'
import { MAX_OFFER_CHARACTERS } from '../../shared/offer-claims.ts'
import { ACTS } from '../../shared/order-values.ts'
import { accepted, type Result, refused } from '../../shared/result.ts'
import { toBase64Url } from '../config/base64url.ts'
import type { Config } from '../config/config.ts'
import { type Endpoint, endpointFor } from '../config/gateway-endpoints.ts'
import { ALGORITHMS } from '../config/offer-settings.ts'
import { isWithdrawn } from '../config/offer-withdrawal.ts'
import { hasValidPrices } from '../domain/offer-price.ts'
import type { Refusal } from '../domain/refusal.ts'
import { parseClaims, type WrongClaims } from './offer-claims.ts'
import { sha256 } from './order-id.ts'
import { rememberedOffer, rememberOffer, type VerifiedOffer } from './verified-offers.ts'

/** An offer that the merchant signed for this edge, whether or not it may be sold now. */
export interface SignedOffer {
  readonly claims: OfferClaims
  /** Identifies the offer independently of its signature: base64url of the SHA-256 of the signing input. */
  readonly digest: string
}

/** A verified offer. */
export interface Offer extends SignedOffer {
  /** The gateway's endpoint that serves it. */
  readonly endpoint: Endpoint
}

/** A merchant's clock may be ahead of ours by this much. */
const CLOCK_SKEW_SECONDS = 60

/** Strict: an offer must not bring its own key, certificate or extension. */
const header = z.strictObject({
  alg: z.enum(['ES256', 'EdDSA']),
  typ: z.literal(OFFER_TYPE),
  kid: z.string().min(1),
})

/** The settings that verify offers. */
export type OfferSettings = Pick<Config, 'OFFERS_NOT_BEFORE' | 'PUBLIC_URL' | 'GATEWAY_ENDPOINTS'> & {
  readonly OFFER_KEYS: Pick<Config['OFFER_KEYS'], 'keys'>
}

/**
 * Verifies an offer: signature, audience, validity, withdrawal, currency and prices.
 *
 * @param nowSeconds Seconds since the epoch, as in the claims.
 */
export async function readOffer(
  token: string,
  config: OfferSettings,
  nowSeconds: number,
): Promise<Result<Offer, Refusal>> {
  const signed = await readSignedOffer(token, config, nowSeconds)
  if (!signed.ok) return signed
  const { claims, digest, notBefore } = signed.value
  if (Math.max(claims.iat, notBefore) > nowSeconds + CLOCK_SKEW_SECONDS) return invalid('not yet valid')
  if (claims.exp <= nowSeconds) return refused({ code: 'offer-expired' })
  if (isWithdrawn(config, { item: claims.item, offeredAt: claims.iat * 1000 }))
    return refused({ code: 'offer-withdrawn' })
  const endpoint = endpointFor(config.GATEWAY_ENDPOINTS, claims.currency, claims.intent)
  if (!endpoint) return refused({ code: 'currency-not-served' })
  if (!hasValidPrices(claims, endpoint.exponent)) return invalid('sums')
  return accepted({ claims, digest, endpoint })
}

/** Verifies who signed an offer and for which edge, and nothing that changes with time or other settings. */
export async function readSignedOffer(
  token: string,
  config: Pick<OfferSettings, 'OFFER_KEYS' | 'PUBLIC_URL'>,
  nowSeconds: number,
): Promise<Result<VerifiedOffer, Refusal>> {
  const verified = await verifiedOffer(token, config.OFFER_KEYS.keys, nowSeconds)
  if (verified.ok && verified.value.claims.aud !== config.PUBLIC_URL) return invalid('audience')
  return verified
}

/** The part of an offer that no time and no other setting changes: pages send the same one several times in a row. */
async function verifiedOffer(
  token: string,
  keys: Keys,
  nowSeconds: number,
): Promise<Result<VerifiedOffer, Refusal>> {
  const known = rememberedOffer(keys, token, nowSeconds)
  if (known) return accepted(known)
  const payload = await verifiedPayload(token, keys)
  if (!payload.ok) return payload
  const read = parseClaims(payload.value)
  if (!read.ok) return refused(REFUSED_CLAIMS[read.reason])
  const verified = { ...read.value, digest: toBase64Url(await sha256(signingInput(token))) }
  rememberOffer(keys, token, verified, nowSeconds)
  return accepted(verified)
}

/** The merchant alone can sign such claims, so the answer says what is wrong with them. */
const REFUSED_CLAIMS: Readonly<Record<WrongClaims, Refusal>> = {
  claims: { code: 'offer-invalid', why: 'claims' },
  text: {
    code: 'offer-invalid',
    why: 'text',
    detail: 'The item or the description of the offer is empty or holds a control character. Sign it again.',
  },
  act: {
    code: 'offer-invalid',
    why: 'act',
    detail: `The act of the offer is none of ${ACTS.join(', ')}, or the offer is one to verify a card, which has none. Sign it again.`,
  },
}

const invalid = (why: string) => refused<Refusal>({ code: 'offer-invalid', why })

type Keys = Config['OFFER_KEYS']['keys']

async function verifiedPayload(token: string, keys: Keys): Promise<Result<unknown, Refusal>> {
  if (token.length > MAX_OFFER_CHARACTERS || !/^[\w-]+\.[\w-]+\.[\w-]+$/.test(token)) return invalid('format')
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

/** The key's members decide which algorithm it verifies, not the offer's header. */
function fits(key: Keys[number], alg: keyof typeof ALGORITHMS): boolean {
  const { kty, crv, names } = ALGORITHMS[alg]
  const isNamed = key.alg === undefined || (names as readonly unknown[]).includes(key.alg)
  return key.kty === kty && key.crv === crv && isNamed && (key.use ?? 'sig') === 'sig'
}

/** Key of the settings → the same, imported. A key's members allow it one algorithm (see {@link fits}). */
const imported = new WeakMap<Keys[number], Awaited<ReturnType<typeof importJWK>>>()

/**
 * Imports a key, once for as long as the isolate has these settings. Imports only the public members: so a private key,
 * configured by mistake, verifies and never signs.
 */
async function publicKey(key: Keys[number], alg: string) {
  const known = imported.get(key)
  if (known) return known
  const { kty, crv, x, y } = key
  // Caches the key, not the promise: one request must not await another's promise, nor its failure.
  const fresh = await importJWK({ kty, crv, x, y } as JWK, alg)
  imported.set(key, fresh)
  return fresh
}
